/** Identity documents and registration numbers, brought to a form in which equal ones are equal. */
import { MIN_IDENTIFIER } from '../weights.ts';
import { toAscii } from './transliterate.ts';

/**
 * Letters and digits of an identifier in upper case. Undefined for what is too short or has no digit: such
 * values are shared by many and identify nobody.
 */
export function normalizeIdentifier(value: string): string | undefined {
  const plain = toAscii(value)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^IMO(?=\d{7}$)/, '');
  if (plain.length < MIN_IDENTIFIER || !/\d/.test(plain) || /^(.)\1*$/.test(plain)) return undefined;
  return plain;
}
