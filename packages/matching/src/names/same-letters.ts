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

export function haveSameLetters(a: string, b: string): boolean {
  if (a === b) return true;
  const [own, other] = [lettersOf(a), lettersOf(b)];
  if (own === other || own.length !== other.length) return own === other;
  // A script without blanks says more by its order.
  if (IDEOGRAPH.test(own) || IDEOGRAPH.test(other)) return false;
  return inAlphabeticalOrder(own) === inAlphabeticalOrder(other);
}
