import type { FieldValue, FieldValues, FlowField } from '@gatehouse/contract';
import { type FormReference, listOf } from './form-reference.ts';
import type { ReviewEntry } from './step-type.ts';

/** What was given in a form, for people to look over; fields without a value are left out. */
export function reviewEntries(
  reference: FormReference,
  fields: readonly FlowField[],
  values: FieldValues,
): ReviewEntry[] {
  return fields.flatMap((field) => {
    const value = values[field.field] ?? null;
    if (value === null) return [];
    const { field: name, label, ownLabel, type, choicesKey } = field;
    return [
      {
        field: name,
        label,
        ownLabel,
        value: inWords(reference, field, value),
        given: value,
        type,
        choicesKey,
      },
    ];
  });
}

function inWords(reference: FormReference, { choicesKey }: FlowField, value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return listOf(value)
    .map((item) => (choicesKey === null ? item : reference.nameOf(choicesKey, item)))
    .join(', ');
}
