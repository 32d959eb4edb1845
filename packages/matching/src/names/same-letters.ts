/**
 * Whether two names are written with equal letters: case, marks of Latin letters, signs, blanks and the order of words aside.
 * Only then is the score of names 1.
 */

const SKIPPED = /[^\p{L}\p{M}\p{N}]/gu;
const LATIN_MARKS = /(?<=\p{Script=Latin}\p{M}*)\p{M}/gu;
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Letters and digits in alphabetical order; as they are where a script has no blanks, whose order says more. */
function lettersOf(text: string): string {
  const letters = text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replace(LATIN_MARKS, '')
    .normalize('NFC')
    .replace(SKIPPED, '');
  return IDEOGRAPH.test(letters) ? letters : [...letters].sort().join('');
}

export function haveSameLetters(a: string, b: string): boolean {
  return a === b || lettersOf(a) === lettersOf(b);
}
