/** Identity documents and registration numbers, brought to a form in which equal ones are equal. */
import { toAscii } from './transliterate.ts';

const LEAST_LENGTH = 5;

/**
 * Letters and digits of an identifier in upper case. Undefined for what is too short or has no digit: such
 * values are shared by many and identify nobody.
 */
export function normalizeIdentifier(value: string): string | undefined {
  const plain = toAscii(value)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^IMO(?=\d{7}$)/, '');
  if (plain.length < LEAST_LENGTH || !/\d/.test(plain) || /^(.)\1*$/.test(plain)) return undefined;
  return plain;
}
