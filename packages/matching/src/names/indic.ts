/**
 * Scripts of India to Latin letters: Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Tamil, Telugu, Kannada and
 * Malayalam. They are ordered alike, each in a block of 128 characters, so one table reads all of them. A consonant
 * carries the vowel `a`, unless a sign takes it away or replaces it, or it ends the word.
 */

const FIRST = 0x900;
const END = 0xd80;
const BLOCK = 0x80;

/** From offset 05 on: independent vowels. */
const VOWELS = 'a a i i u u ri li e e e ai o o o au'.split(' ');
const FIRST_VOWEL = 0x05;
/** From offset 15 on: consonants. */
const CONSONANTS =
  'k kh g gh n ch ch j jh n t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h'.split(' ');
const FIRST_CONSONANT = 0x15;
/** From offset 3e on: signs of vowels. */
const SIGNS = 'a i i u u ri ri e e e ai o o o au'.split(' ');
const FIRST_SIGN = 0x3e;
const VIRAMA = 0x4d;
const NUKTA = 0x3c;
/** Signs of a nasal: before a labial it is an `m`, else an `n`. */
const NASALS = new Set([0x01, 0x02]);
/** Offsets of Gurmukhi's own nasal and doubling signs. */
const TIPPI = 0x70;
const ADDAK = 0x71;
const FIRST_DIGIT = 0x66;

const WORD = /[\u0900-\u0d7f\u200c\u200d]+/g;

function offsetOf(word: string, at: number): number {
  const code = word.charCodeAt(at);
  return code >= FIRST && code < END ? (code - FIRST) % BLOCK : -1;
}

function isConsonant(offset: number): boolean {
  return offset >= FIRST_CONSONANT && offset < FIRST_CONSONANT + CONSONANTS.length;
}

function latinWord(word: string): string {
  let out = '';
  for (let i = 0; i < word.length; i++) {
    const offset = offsetOf(word, i);
    const sign = SIGNS[offset - FIRST_SIGN];
    if (isConsonant(offset)) {
      out += CONSONANTS[offset - FIRST_CONSONANT]!;
      const next = offsetOf(word, offsetOf(word, i + 1) === NUKTA ? i + 2 : i + 1);
      const carries = isConsonant(next) || NASALS.has(next) || next === TIPPI || next === ADDAK;
      if (carries) out += 'a';
    } else if (VOWELS[offset - FIRST_VOWEL] !== undefined) {
      out += VOWELS[offset - FIRST_VOWEL]!;
    } else if (sign !== undefined && offset !== VIRAMA) {
      out += sign;
    } else if (NASALS.has(offset) || offset === TIPPI) {
      out += /^[pbm]/.test(CONSONANTS[offsetOf(word, i + 1) - FIRST_CONSONANT] ?? '') ? 'm' : 'n';
    } else if (offset >= FIRST_DIGIT && offset < FIRST_DIGIT + 10) {
      out += String(offset - FIRST_DIGIT);
    }
  }
  return out;
}

/** The text with its words of Indian scripts in Latin letters; everything else as it is. */
export function indicToLatin(text: string): string {
  return text.replace(WORD, latinWord);
}
