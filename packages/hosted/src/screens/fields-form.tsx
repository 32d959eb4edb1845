import type { FieldFault, FieldValue, FieldValues, FlowField } from '@gatehouse/contract';
import { checkFields } from '@gatehouse/contract/flow-fields';
import { faultText } from '../fields/fault-text.ts';
import { controlId, FieldEditor } from '../fields/field-editor.tsx';
import type { Translator } from '../messages/translator.ts';
import type { SummaryEntry } from '../ui/error-summary.tsx';

interface FieldsProps {
  readonly fields: readonly FlowField[];
  readonly values: FieldValues;
  /** Faults of these fields, by their bare names. */
  readonly faults: readonly FieldFault[];
  /** Prefix of the fields' names in the ids of their controls. */
  readonly place: string;
  readonly onChange: (field: string, value: FieldValue) => void;
}

/** The fields of one form, one below the other. */
export function Fields({ fields, values, faults, place, onChange }: FieldsProps) {
  return (
    <>
      {fields.map((field) => (
        <FieldEditor
          key={field.field}
          field={field}
          id={controlId(`${place}.${field.field}`)}
          value={values[field.field] ?? null}
          fault={faults.find((fault) => fault.field === field.field)}
          onChange={(value) => change(field, value)}
        />
      ))}
    </>
  );

  /** Taking a proposed spelling keeps what was typed as the original name, where that is asked for. */
  function change({ field }: FlowField, value: FieldValue) {
    const proposal = faults.find((fault) => fault.field === field)?.params['proposal'];
    const typed = values[field];
    if (
      value === proposal &&
      typeof typed === 'string' &&
      fields.some((each) => each.field === originalName)
    ) {
      onChange(originalName, typed);
    }
    onChange(field, value);
  }
}

const originalName = 'originalName';

/**
 * What the browser finds wrong before anything is sent. Whether a name's letters are taken is left to the service,
 * which says with its refusal how the name could be spelled.
 */
export function checkHere(fields: readonly FlowField[], values: FieldValues): FieldFault[] {
  return checkFields(fields, withFieldsOnly(fields, values), today()).filter(({ rule }) => rule !== 'script');
}

/** Whether a name has letters that are not accepted. */
export function hasOtherLetters(fields: readonly FlowField[], values: FieldValues): boolean {
  return checkFields(fields, withFieldsOnly(fields, values), today()).some(({ rule }) => rule === 'script');
}

/** Values of these fields alone: a draft can hold others, of a form that was changed meanwhile. */
export function withFieldsOnly(
  fields: readonly FlowField[],
  values: FieldValues,
): Record<string, FieldValue> {
  return Object.fromEntries(fields.map(({ field }) => [field, values[field] ?? null]));
}

export function summaryEntries(
  words: Translator,
  { fields, faults, place }: Pick<FieldsProps, 'fields' | 'faults' | 'place'>,
): SummaryEntry[] {
  return faults.flatMap((fault) => {
    const field = fields.find((each) => each.field === fault.field);
    return field
      ? [
          {
            controlId: controlId(`${place}.${field.field}`),
            label: words.field(field),
            message: faultText(words, field, fault),
          },
        ]
      : [];
  });
}

/** The date where the person is. */
function today(): string {
  const now = new Date();
  const part = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}
