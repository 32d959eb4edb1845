import { isDeepStrictEqual } from 'node:util';

/** A field that differs: as it was and as it is now. Never a secret. */
export interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/**
 * The fields whose values differ. Lists of words are compared without regard to order, dates by their instant,
 * and null and undefined are the same.
 */
export function differingFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FieldChange[] {
  return Object.keys(after)
    .map((field) => ({ field, from: comparable(before[field]), to: comparable(after[field]) }))
    .filter(({ from, to }) => !isDeepStrictEqual(from, to));
}

/** A value as the store gives it back from jsonb: members that are undefined are not there. */
export function jsonForm(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function comparable(value: unknown): unknown {
  if (value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(String).toSorted(compareText) : value;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
