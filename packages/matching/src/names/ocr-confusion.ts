/** OCR confusion: letters that look alike, singly and in pairs, which programs that read print take for each other. */

import { MIN_OCR_WORD } from '../weights.ts';

const PAIRS: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
  ['cl', 'd'],
];
const DIGITS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '5': 's',
  '8': 'b',
  '9': 'g',
};

function hasPair(token: string): boolean {
  for (let i = 0; i + 1 < token.length; i++) {
    const [one, two] = [token.charCodeAt(i), token.charCodeAt(i + 1)];
    // rn, vv, cl
    if ((one === 114 && two === 110) || (one === 118 && two === 118) || (one === 99 && two === 108))
      return true;
  }
  return false;
}

function isMixed(token: string): boolean {
  let letters = false;
  let digits = false;
  for (let i = 0; i < token.length; i++) {
    if (token.charCodeAt(i) < 58) digits = true;
    else letters = true;
  }
  return letters && digits;
}

/**
 * The token with letters that look alike in one form (`rn` as `m`, digits between letters as letters); the token itself
 * where none occur. Two tokens of one form may be one token after OCR confusion.
 */
export function ocrForm(token: string): string {
  if (token.length < MIN_OCR_WORD) return token;
  let form = token;
  if (isMixed(token)) form = form.replace(/[013589]/g, (digit) => DIGITS[digit]!);
  if (hasPair(form)) for (const [pair, letter] of PAIRS) form = form.replaceAll(pair, letter);
  return form;
}

/** A word in which digits stand for letters, with the letters; undefined where no digit does. */
export function withoutDigits(token: string): string | undefined {
  return isMixed(token) ? token.replace(/[013589]/g, (digit) => DIGITS[digit]!) : undefined;
}
