/**
 * Names in their original script, beside their transliteration. Two names of one script are compared letter by letter
 * too: transliteration gives several letters for one (`щ` is `shch`) and one for several (`李` and `黎` are `li`).
 *
 * A token of the original script is ASCII like all others, so that the same index and the same alignment can be used: a
 * mark, then a code for each letter that no other token has. Han and Hangul are split into characters, each a token of its own
 * that is matched by itself only.
 */
import { latinOfArabic, plainArabic, twoArabicNames } from './arabic-names.ts';
import { southSyllable } from './korean-syllables.ts';
import { simplified } from './traditional-characters.ts';
import { isAscii } from './transliterate.ts';

/** What a word's token begins with, and a character's. Neither begins any other token. */
const WORD_MARK = '^';
export const CHARACTER_MARK = '|';

/** Characters that are each a token. */
const CHARACTER = /[\p{Script=Han}\p{Script=Hangul}]/u;
/** Letters before this one are none: most need no look by expression. */
const FIRST_CHARACTER = '\u1100';
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LATIN = /\p{Script=Latin}/u;
const OTHER_LETTERS = /[^\P{L}\p{Script=Latin}]/u;
const DIGITS = /^\d+$/;
/** Letters that Persian, Urdu and Pashto add, beside the Arabic ones. */
const ARABIC_MORE = 'پچژگٹڈڑںځڅښږټڼړډګ';
const FIRST_ARABIC = 0x621;
const ARABIC_LETTERS = 42;
/** Codes of letters: ASCII without small letters, digits and the signs that mark tokens and keys. */
const CODES = [...Array(94).keys()]
  .map((at) => String.fromCharCode(33 + at))
  .filter((code) => !/[a-z0-9~=#!^|]/.test(code));
/** Beginnings of the blocks in which the letters of a script lie, and so many letters at most. */
const BLOCKS: readonly (readonly [number, number])[] = [
  [0x3ac, 35],
  [0x430, 48],
  [0x561, 39],
  [0x5d0, 27],
  [0x10d0, 48],
];
/** Letters of other scripts take two codes each. */
const RADIX = CODES.length;

const FOLDED: Readonly<Record<string, string>> = {
  ё: 'е',
  ς: 'σ',
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
};
const MARKS = /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g;

/** Words that end in ة in Arabic, and in ت as Persian and Urdu write them. */
const ENDS_IN_TA =
  /^(?:رحم|نعم|هب|حيا|عز|دول|شوك|حكم|عظم|حشم|برك|نصر|كرام|محب|سلام|هداي|عناي|حماي|ولاي|كفاي|لياق|شفق|رفع|مدح)ت$/;

const ANY_ARABIC = /[\u0600-\u06ff]/;

/** One writing of what is written in several. */
function folded(text: string): string {
  const plain = text.normalize('NFKD').replace(MARKS, '').normalize('NFC').toLowerCase();
  const other = plain
    .replace(/[ёςךםןףץ]/g, (letter) => FOLDED[letter]!)
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
  if (!ANY_ARABIC.test(other)) return other;
  const letters = plainArabic(other);
  return ENDS_IN_TA.test(letters) ? `${letters.slice(0, -1)}ه` : letters;
}

function codeOf(letter: string): string {
  const code = letter.codePointAt(0)!;
  const more = ARABIC_MORE.indexOf(letter);
  if (more >= 0) return CODES[ARABIC_LETTERS + more] ?? CODES[0]!;
  if (code >= FIRST_ARABIC && code < FIRST_ARABIC + ARABIC_LETTERS) return CODES[code - FIRST_ARABIC]!;
  for (const [first, count] of BLOCKS) if (code >= first && code < first + count) return CODES[code - first]!;
  return CODES[Math.floor(code / RADIX) % RADIX]! + CODES[code % RADIX]!;
}

/** One writing of a character: simplified Han, and Hangul as the South spells it, at its place in the name. */
function plainCharacter(character: string, place: number): string {
  return character >= '가' && character <= '힣' ? southSyllable(character, place) : simplified(character);
}

function characterCode(character: string): string {
  const code = character.codePointAt(0)!;
  return (
    CODES[Math.floor(code / RADIX / RADIX) % RADIX]! +
    CODES[Math.floor(code / RADIX) % RADIX]! +
    CODES[code % RADIX]!
  );
}

const FIRST_OF_ARABIC = 0x600;
const LAST_OF_ARABIC = 0x6ff;

function isArabic(letter: string): boolean {
  const code = letter.codePointAt(0)!;
  return code >= FIRST_OF_ARABIC && code <= LAST_OF_ARABIC;
}

/** A script's number, so that letters of two scripts never match: by what its letters' block is. */
function scriptCode(letter: string): string {
  return CODES[((isArabic(letter) ? FIRST_ARABIC : letter.codePointAt(0)!) >> 7) % RADIX]!;
}

/** One name in Arabic letters, with a blank or without. */
const SERVANT_OF_GOD = /(?<!\p{L})عبد[ \u200c]?الل([هہ])(?!\p{L})/gu;
/** What ends family names of Iran, with a blank before it or without: محمدزاده is another family than محمد. */
const FAMILY_ENDING = /(?<=\p{L})[ \u200c](زاده|پور|نژاد)(?!\p{L})/gu;
/** Words in Arabic letters with the article, or `of God`, in them. */
const WITH_ARTICLE: readonly RegExp[] = [
  /^(عبد)(ال)(?!ل[هہ]$)(.{2,})$/u,
  /^([اأ]بو)(ال)(.{3,})$/u,
  /^(?!عبد)(.{2,})(الل[هہ])$/u,
  /^(.{2,})(ال)(د[يیى]ن)$/u,
];
const ENDS_FAMILY = /(?:زاده|پور|نژاد)$/;
const ARTICLE = /^(ال)(.{3,})$/u;

/** A word as tokens are made of it: in Arabic letters the article and a second given name are tokens of their own, as in the reading. */
function wordsOf(letters: string): string[] {
  if (!isArabic(letters)) return [letters];
  for (const pattern of WITH_ARTICLE) {
    const parts = pattern.exec(letters);
    if (parts) return parts.slice(1);
  }
  if (latinOfArabic(letters) !== undefined) return [letters];
  const two = ENDS_FAMILY.test(letters) ? undefined : twoArabicNames(letters);
  return ARTICLE.exec(letters)?.slice(1) ?? two ?? [letters];
}

export interface OriginalScriptToken {
  token: string;
  /** What occurs in the name. */
  word: string;
}

/**
 * How many signs precede the letters of a word's token: the mark and the script. They make a token no longer, or two short
 * words that differ by two letters would be as good as one. Tokens that differ in them never match.
 */
export function signsOf(token: string): number {
  return token[0] === WORD_MARK ? 2 : 0;
}

const ARABIC_MARKS = WORD_MARK + scriptCode('ا');

/** Whether a token is a word in Arabic letters. */
export function isArabicToken(token: string): boolean {
  return token.startsWith(ARABIC_MARKS);
}

/** Whether a token is one of these. */
export function isOriginalScript(token: string): boolean {
  return token[0] === WORD_MARK || token[0] === CHARACTER_MARK;
}

/** Tokens of a name that is wholly in another script than Latin; none for all other names. */
export function originalScriptTokens(text: string): OriginalScriptToken[] {
  if (isAscii(text) || !OTHER_LETTERS.test(text)) return [];
  const tokens: OriginalScriptToken[] = [];
  let isOther = false;
  for (const [word] of text
    .normalize('NFKC')
    .replace(SERVANT_OF_GOD, 'عبدالل$1')
    .replace(FAMILY_ENDING, '$1')
    .matchAll(WORD)) {
    if (DIGITS.test(word)) {
      tokens.push({ token: word, word });
      continue;
    }
    if (LATIN.test(word)) return [];
    isOther = true;
    let letters = '';
    const end = () => {
      if (letters === '') return;
      for (const part of wordsOf(letters)) {
        const codes = [...folded(part)].map(codeOf).join('');
        if (codes !== '') tokens.push({ token: WORD_MARK + scriptCode(part) + codes, word: part });
      }
      letters = '';
    };
    for (const letter of word) {
      if (letter < FIRST_CHARACTER || !CHARACTER.test(letter)) {
        letters += letter;
        continue;
      }
      end();
      const plain = plainCharacter(letter, tokens.length);
      tokens.push({ token: CHARACTER_MARK + characterCode(plain), word: letter });
    }
    end();
  }
  return isOther ? tokens : [];
}
