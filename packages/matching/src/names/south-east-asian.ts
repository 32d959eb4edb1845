/** What has to be put in order in Thai, Lao and Khmer before the letters are read one by one. */

/** Thai and Lao vowels that are written before the consonant after which they are spoken. */
const LEADING_VOWEL = /([\u0e40-\u0e44\u0ec0-\u0ec4])([\u0e01-\u0e2e\u0e81-\u0eae])/g;
/** `Mr`, `Mrs`, `Miss`, written together with the name. */
const THAI_TITLES = /(?<![\u0e00-\u0e7f])(?:นางสาว|นาง|นาย)(?=[\u0e01-\u0e44])/g;
const THAI_TONES = /[\u0e47-\u0e4e\u0ec8-\u0ecd]/g;
/** Silenced letters: a consonant below a thanthakhat. */
const SILENT = /[\u0e01-\u0e2e][\u0e34-\u0e3a]?\u0e4c/g;
/** Khmer `b` with the sign that makes it a `p`. */
const KHMER_P = /\u1794\u17c9/g;

export function orderSouthEastAsian(text: string): string {
  return text
    .replace(THAI_TITLES, '')
    .replace(SILENT, '')
    .replace(THAI_TONES, '')
    .replace(LEADING_VOWEL, '$2$1')
    .replace(KHMER_P, '\u1796');
}
