import type { FieldFault, FlowField } from '@gatehouse/contract';
import type { PluralKey, TextKey } from '../messages/table.ts';
import type { Translator } from '../messages/translator.ts';

const choiceTypes = new Set(['enum', 'boolean', 'country', 'countryList', 'code', 'codeList']);
const typeTexts: Readonly<Record<string, TextKey>> = {
  date: 'fault_type_date',
  partialDate: 'fault_type_date',
  email: 'fault_type_email',
  url: 'fault_type_url',
  decimal: 'fault_type_number',
};
const counted: Readonly<Record<string, PluralKey>> = {
  minLength: 'fault_minLength',
  maxLength: 'fault_maxLength',
  itemMaxLength: 'fault_maxLength',
  minItems: 'fault_minItems',
  maxItems: 'fault_maxItems',
  maxDecimals: 'fault_maxDecimals',
  minAgeYears: 'fault_minAgeYears',
};
const plain: Readonly<Record<string, TextKey>> = {
  fullDate: 'fault_fullDate',
  values: 'fault_values',
  level: 'fault_values',
  mustBe: 'fault_mustBe',
  immutable: 'fault_immutable',
  script: 'fault_script',
};

/** What a fault says to the person. */
export function faultText(
  words: Translator,
  field: Pick<FlowField, 'field' | 'type'>,
  fault: FieldFault,
): string {
  const { rule, params } = fault;
  const plural = counted[rule];
  if (plural) return words.counted(plural, Number(params[rule] ?? 0));
  const text = plain[rule];
  if (text) return words.text(text);
  switch (rule) {
    case 'required':
    case 'requiredIf':
      return words.text(choiceTypes.has(field.type) ? 'fault_required_choice' : 'fault_required');
    case 'requiredWith': {
      const other = String(params['field'] ?? '');
      return words.text('fault_requiredWith', {
        other: words.field({ field: other, label: other, ownLabel: false }),
      });
    }
    case 'type':
      if (field.field === 'phoneNumber') return words.text(phoneFaultKey(params['reason']));
      return words.text(
        typeTexts[field.type] ?? (choiceTypes.has(field.type) ? 'fault_values' : 'fault_type'),
      );
    case 'pattern':
    case 'itemPattern':
      return words.text(field.field === 'phoneNumber' ? 'fault_pattern_phone' : 'fault_pattern');
    case 'separator':
      return words.text('fault_separator', { separator: String(params['separator'] ?? ',') });
    case 'min':
    case 'max':
      return words.text(`fault_${rule}`, { limit: params[rule] ?? '' });
    case 'minDate':
    case 'maxDate':
      return words.text(`fault_${rule}`, { limit: words.date(String(params[rule] ?? '')) });
    default:
      return words.text('fault_type');
  }
}

/** Why a phone number is not taken. */
export function phoneFaultKey(reason: string | number | undefined): TextKey {
  if (reason === 'noMessages') return 'fault_phone_noMessages';
  return reason === 'countryNotServed' ? 'fault_phone_country' : 'fault_phone';
}
