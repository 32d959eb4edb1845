import type { FieldRules, FieldType } from '../reference/field-rules.ts';
import { ageInYears, isCalendarDate, isLatin, patternOf } from './check-values.ts';
import type { FieldFault, FieldValue, FieldValues, FlowField, FlowForm } from './views.ts';

/**
 * THE validator of form fields, the same in browser and server; it needs no library. `type` is the fault of a value
 * that is not what the field's type asks for, `required` of one that is missing, `unknown` of a value that no field
 * asks for; the other words are those of the rules.
 */

type CheckedField = Pick<FlowField, 'field' | 'type' | 'required' | 'rules' | 'choices'>;

/**
 * All that is wrong with the values of one form, in the order of its fields; none: they can be sent. `today` is a
 * date as 2026-01-31. Of long lists of choices, which are on the server, it knows nothing. A browser leaves
 * faults of the rule `script` to the server, which adds how the name could be spelled (`params.proposal`).
 */
export function checkFields(
  fields: readonly CheckedField[],
  values: FieldValues,
  today: string,
): FieldFault[] {
  const cleaned = cleanFields(fields, values);
  const known = new Set(fields.map(({ field }) => field));
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  return [
    ...fields.flatMap((field) => {
      const value = cleaned[field.field] ?? null;
      if (value === null) return missing(field, cleaned);
      return faultsOf(field, value, today).map((fault) => ({ field: field.field, ...fault }));
    }),
    ...unknown.map((field) => ({ field, rule: 'unknown', params: {} })),
  ];
}

/** As `checkFields` of several forms; the places are `FORM[0].field`, or `FORM` where the number of its entries is wrong. */
export function checkForms(
  forms: readonly (Pick<FlowForm, 'code' | 'repeatable' | 'minItems' | 'maxItems'> & {
    readonly fields: readonly CheckedField[];
  })[],
  values: Readonly<Record<string, readonly FieldValues[]>>,
  today: string,
): FieldFault[] {
  const known = new Set(forms.map(({ code }) => code));
  return [
    ...forms.flatMap((form) => {
      const entries = Object.hasOwn(values, form.code) ? (values[form.code] ?? []) : [];
      // A form that is asked for once and not sent has its fields missing.
      const checked = entries.length === 0 && !form.repeatable ? [{}] : entries;
      return [
        ...countFaults(form, checked.length),
        ...checked.flatMap((entry, index) =>
          checkFields(form.fields, entry, today).map((fault) => ({
            ...fault,
            field: `${form.code}[${index}].${fault.field}`,
          })),
        ),
      ];
    }),
    ...Object.keys(values)
      .filter((code) => !known.has(code))
      .map((field) => ({ field, rule: 'unknown', params: {} })),
  ];
}

/** Values as they are kept: without blanks around, what is empty is null, and nothing but the fields. */
export function cleanFields(
  fields: readonly Pick<FlowField, 'field'>[],
  values: FieldValues,
): Record<string, FieldValue> {
  return Object.fromEntries(fields.map(({ field }) => [field, givenFor(values, field)]));
}

/** What a person may not change: a value that was given before (rule `immutable`). */
export function checkUnchanged(
  fields: readonly Pick<FlowField, 'field' | 'rules'>[],
  values: FieldValues,
  earlier: FieldValues,
): FieldFault[] {
  return fields.flatMap(({ field, rules }) => {
    const before = givenFor(earlier, field);
    const isChanged = JSON.stringify(givenFor(values, field)) !== JSON.stringify(before);
    return rules.immutable && before !== null && isChanged ? [{ field, rule: 'immutable', params: {} }] : [];
  });
}

function cleaned(value: FieldValue | undefined): FieldValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (!Array.isArray(value)) return value;
  const items = value
    .map((item) => (typeof item === 'string' ? item.trim() : item))
    .filter((item) => item !== '');
  return items.length === 0 ? null : items;
}

type Fault = Pick<FieldFault, 'rule' | 'params'>;

function countFaults(
  form: Pick<FlowForm, 'code' | 'repeatable' | 'minItems' | 'maxItems'>,
  count: number,
): FieldFault[] {
  const { minItems, maxItems } = form.repeatable ? form : { minItems: 1, maxItems: 1 };
  if (count < minItems) return [{ field: form.code, rule: 'minItems', params: { minItems } }];
  if (count > maxItems) return [{ field: form.code, rule: 'maxItems', params: { maxItems } }];
  return [];
}

function missing({ field, required, rules }: CheckedField, values: FieldValues): FieldFault[] {
  if (rules.fallback !== undefined && hasValue(values, rules.fallback)) return [];
  if (required) return [{ field, rule: 'required', params: {} }];
  const companion = rules.requiredWith?.find((other) => hasValue(values, other));
  if (companion !== undefined) return [{ field, rule: 'requiredWith', params: { field: companion } }];
  if (rules.requiredIf === undefined) return [];
  const { field: other } = rules.requiredIf;
  const wanted = 'in' in rules.requiredIf ? rules.requiredIf.in : [rules.requiredIf.contains];
  const held = listOf(givenFor(values, other)).map(String);
  return held.some((value) => wanted.includes(value))
    ? [{ field, rule: 'requiredIf', params: { field: other } }]
    : [];
}

function hasValue(values: FieldValues, field: string): boolean {
  return givenFor(values, field) !== null;
}

/** A field can be called as something that every object has. */
function givenFor(values: FieldValues, field: string): FieldValue {
  return cleaned(Object.hasOwn(values, field) ? values[field] : null);
}

function listOf(value: FieldValue): readonly (string | number | boolean)[] {
  if (value === null) return [];
  return typeof value === 'object' ? value : [value];
}

/** Faults of a value that is there; of one of another type that alone. */
function faultsOf({ type, rules, choices }: CheckedField, value: FieldValue, today: string): Fault[] {
  if (!isOfType(type, value)) return [{ rule: 'type', params: { type } }];
  if (typeof value === 'boolean') {
    return rules.mustBe !== undefined && value !== rules.mustBe
      ? [{ rule: 'mustBe', params: { value: String(rules.mustBe) } }]
      : [];
  }
  if (typeof value === 'number') return numberFaults(rules, value);
  const items = listOf(value).map(String);
  const faults = typeof value === 'string' ? textFaults(rules, value) : listFaults(rules, items);
  if (type === 'date' || type === 'partialDate') faults.push(...dateFaults(rules, String(value), today));
  const allowed = choices ? new Set(choices.map(({ code }) => code)) : undefined;
  const isChosen = (item: string) =>
    (allowed?.has(item) ?? true) &&
    (rules.values === undefined || [...rules.values, ...(rules.accepts ?? [])].includes(item));
  const strange = items.find((item) => !isChosen(item));
  if (strange !== undefined) faults.push({ rule: 'values', params: { value: strange } });
  return faults;
}

const typeChecks: Readonly<Record<FieldType, (value: FieldValue) => boolean>> = {
  string: (value) => typeof value === 'string' && !/[\r\n]/.test(value),
  text: (value) => typeof value === 'string',
  address: (value) => typeof value === 'string',
  enum: (value) => typeof value === 'string',
  code: (value) => typeof value === 'string',
  country: isCountry,
  date: (value) => typeof value === 'string' && isCalendarDate(value),
  partialDate: (value) => typeof value === 'string' && (/^\d{4}$/.test(value) || isCalendarDate(value)),
  email: (value) => typeof value === 'string' && /^[^\s@<>(),;:"]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value),
  url: (value) => typeof value === 'string' && isWebAddress(value),
  boolean: (value) => typeof value === 'boolean',
  decimal: (value) => typeof value === 'number' && Number.isFinite(value),
  stringList: (value) => isListOf(value, (item) => typeof item === 'string'),
  codeList: (value) => isListOf(value, (item) => typeof item === 'string'),
  countryList: (value) => isListOf(value, isCountry),
};

function isOfType(type: FieldType, value: FieldValue): boolean {
  return typeChecks[type](value);
}

function isCountry(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Z]{2}$/.test(value);
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text);
}

function isListOf(value: FieldValue, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function textFaults(rules: FieldRules, text: string): Fault[] {
  const length = [...text].length;
  const { minLength, maxLength, pattern, script } = rules;
  return [
    ...(minLength !== undefined && length < minLength ? [{ rule: 'minLength', params: { minLength } }] : []),
    ...(maxLength !== undefined && length > maxLength ? [{ rule: 'maxLength', params: { maxLength } }] : []),
    ...(pattern !== undefined && !patternOf(pattern).test(text)
      ? [{ rule: 'pattern', params: { pattern } }]
      : []),
    ...(script !== undefined && !isLatin(text) ? [{ rule: 'script', params: { script } }] : []),
  ];
}

function listFaults(rules: FieldRules, items: readonly string[]): Fault[] {
  const { minItems, maxItems, itemPattern, itemMaxLength, separator, maxLength } = rules;
  const faults: Fault[] = [];
  if (minItems !== undefined && items.length < minItems)
    faults.push({ rule: 'minItems', params: { minItems } });
  if (maxItems !== undefined && items.length > maxItems)
    faults.push({ rule: 'maxItems', params: { maxItems } });
  for (const [index, item] of items.entries()) {
    const at = { index };
    if (separator !== undefined && item.includes(separator)) {
      faults.push({ rule: 'separator', params: { ...at, separator } });
    } else if (itemPattern !== undefined && !patternOf(itemPattern).test(item)) {
      faults.push({ rule: 'itemPattern', params: { ...at, itemPattern } });
    }
    if (itemMaxLength !== undefined && [...item].length > itemMaxLength) {
      faults.push({ rule: 'itemMaxLength', params: { ...at, itemMaxLength } });
    }
  }
  // Lists are kept as one text.
  if (maxLength !== undefined && [...items.join(separator ?? ',')].length > maxLength) {
    faults.push({ rule: 'maxLength', params: { maxLength } });
  }
  return faults;
}

function numberFaults({ min, max, maxDecimals }: FieldRules, value: number): Fault[] {
  const isTooFine = maxDecimals !== undefined && Math.abs(value - Number(value.toFixed(maxDecimals))) > 0;
  return [
    ...(min !== undefined && value < min ? [{ rule: 'min', params: { min } }] : []),
    ...(max !== undefined && value > max ? [{ rule: 'max', params: { max } }] : []),
    ...(isTooFine ? [{ rule: 'maxDecimals', params: { maxDecimals } }] : []),
  ];
}

/** Of a year alone the benefit of the doubt counts: a fault is what would be one on each of its days. */
function dateFaults(rules: FieldRules, date: string, today: string): Fault[] {
  const isYear = date.length === 4;
  const [first, last] = isYear ? [`${date}-01-01`, `${date}-12-31`] : [date, date];
  const limit = (text: string) => (text === 'today' ? today : text);
  const { minDate, maxDate, fullDate, minAgeYears } = rules;
  const faults: Fault[] = [];
  if (fullDate && isYear) faults.push({ rule: 'fullDate', params: {} });
  if (minDate !== undefined && last < limit(minDate))
    faults.push({ rule: 'minDate', params: { minDate: limit(minDate) } });
  if (maxDate !== undefined && first > limit(maxDate)) {
    faults.push({ rule: 'maxDate', params: { maxDate: limit(maxDate) } });
  } else if (minAgeYears !== undefined && ageInYears(first, today) < minAgeYears) {
    faults.push({ rule: 'minAgeYears', params: { minAgeYears } });
  }
  return faults;
}
