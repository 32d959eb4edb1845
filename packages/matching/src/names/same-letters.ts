/**
 * Whether two names are written with equal letters: case, marks of Latin letters, signs, blanks and the order of words aside.
 * Only then is the score of names 1.
 */
import { isAscii } from './transliterate.ts';

const SKIPPED = /[^\p{L}\p{M}\p{N}]/gu;
const LATIN_MARKS = /(?<=\p{Script=Latin}\p{M}*)\p{M}/gu;
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Letters and digits, in the order of the text. */
function lettersOf(text: string): string {
  if (isAscii(text)) return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replace(LATIN_MARKS, '')
    .normalize('NFC')
    .replace(SKIPPED, '');
}

function inAlphabeticalOrder(letters: string): string {
  return [...letters].sort().join('');
}

/** Whether two texts of as many letters may have the same ones; seldom true where they have not, never false where they have. */
function mayHaveSame(a: string, b: string): boolean {
  let difference = 0;
  for (let i = 0; i < a.length; i++) {
    const [own, other] = [a.charCodeAt(i), b.charCodeAt(i)];
    difference += (own - other) * (own + other);
  }
  return difference === 0;
}

/** The letters of the last name that others were compared with: one is compared with many. */
let last = { text: '', letters: '' };

function lettersOfLast(text: string): string {
  if (last.text !== text) last = { text, letters: lettersOf(text) };
  return last.letters;
}

/** @param b the one of the two that may be compared again */
export function haveSameLetters(a: string, b: string): boolean {
  if (a === b) return true;
  const [own, other] = [lettersOf(a), lettersOfLast(b)];
  if (own === other || own.length !== other.length) return own === other;
  if (!mayHaveSame(own, other)) return false;
  // A script without blanks says more by its order.
  if (IDEOGRAPH.test(own) || IDEOGRAPH.test(other)) return false;
  return inAlphabeticalOrder(own) === inAlphabeticalOrder(other);
}
