/**
 * From any script to ASCII. any-ascii maps characters one by one, without context; scripts whose letters need it are
 * read here before: vowels that are not written, or written elsewhere than spoken, and names without spaces.
 */
import anyAscii from 'any-ascii';
import { MAX_HANGUL_NAME } from '../weights.ts';
import { arabicToLatin, hasArabic } from './arabic.ts';
import { separateHanNames } from './han.ts';
import { hebrewToLatin } from './hebrew.ts';
import { indicToLatin } from './indic.ts';
import { compoundOf } from './korean-syllables.ts';
import { orderSouthEastAsian } from './south-east-asian.ts';

/** Vowel marks and other signs that ride on Arabic and Hebrew letters and are usually left out. */
const POINTS = /[ً-ٰٟۖ-ۭ֑-ׇ‌-‏‪-‮⁦-⁩﻿]/g;

/** The sign that keeps two Persian words apart which are written without a blank: `حزب‌الله`. */
const NON_JOINER = /(?<=[\u0600-\u06ff])\u200c(?=[\u0600-\u06ff])/g;

/** Hangul syllables are words of their own in a personal name; longer runs are words of several syllables. */
const HANGUL_RUN = /[가-힣]+/g;

/** Legal forms, which come before or after a company's name without a space. */
const HANGUL_FORMS = /(?:유한책임회사|주식회사|유한회사|합자회사|합명회사|재단법인|사단법인)/g;

/**
 * Pictures, flags, arrows and marks of trade that ornament a name and are no part of it: any-ascii would read a rocket
 * as a word, a tick as `v` and a trade mark as two letters. What modifies a picture (skin, joiner, form) goes with it.
 * Letters and numbers in circles and squares stay, for they are read.
 */
const ORNAMENTS =
  /(?:[\u{1F1E6}-\u{1F1FF}]{2}|(?![\p{L}\p{N}\u3200-\u33FF\u{1F100}-\u{1F2FF}])(?:\p{Extended_Pictographic}|[\u2120\u2190-\u21FF\u2300-\u23FF\u2500-\u27BF\u2B00-\u2BFF\u{1F000}-\u{1FAFF}]))(?:\u200D|\u20E3|\uFE0E|\uFE0F|[\u{1F3FB}-\u{1F3FF}]|[\u{E0020}-\u{E007F}])*/gu;

/** `N°5`, `Nº 5`, `№5`: the sign for a number is a word of its own. */
const NUMBER_SIGN = /№|(?<!\p{L})n[°º]/giu;

/** What ornaments and signs for numbers are among; hardly any name has one, and letters of most scripts are none. */
const MAY_BE_SIGN = /[\u00a9\u00ae\u00b0\u00ba\u2000-\u303f\u3200-\u33ff\ud800-\uffff]/;

/** A family name that would be no more than an initial. */
const FAMILY_NAMES: Readonly<Record<string, string>> = { 이: 'yi' };

function separateSyllables(text: string): string {
  return text
    .replace(HANGUL_FORMS, (form) => ` ${anyAscii(form)} `)
    .replace(HANGUL_RUN, (run) => {
      if (run.length > MAX_HANGUL_NAME) return run;
      // Of three syllables the first alone may be the family name: 황보라 is Hwang Bora, or Hwangbo Ra.
      const compound = run.length === MAX_HANGUL_NAME ? compoundOf(run.slice(0, 2)) : undefined;
      if (compound) return [compound, ...run.slice(2)].join(' ');
      const family = FAMILY_NAMES[run[0]!] ?? run[0]!;
      return run.length === 1 ? run : [family, ...run.slice(1)].join(' ');
    });
}

/** Whether a text has no other letters than ASCII has. */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

/** Signs below `LATIN_END` that are read in other ways than their neighbours: `©`, `®`, `°`, `º`. */
const LATIN_SIGNS = [0xa9, 0xae, 0xb0, 0xba];
const LATIN_END = 0x250;

/** Whether a text has nothing but Latin letters, with marks or without, and signs that mean nothing. */
function isLatin(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= LATIN_END || (code > 127 && LATIN_SIGNS.includes(code))) return false;
  }
  return true;
}

const HEBREW = /[\u05d0-\u05ea]/;
const INDIC = /[\u0900-\u0d7f]/;
const SOUTH_EAST_ASIAN = /[\u0e00-\u0eff\u1780-\u17ff]/;
const HAN = /\p{Script=Han}/u;

/** ASCII reading of a text in any script; case is kept, unreadable characters vanish. */
export function toAscii(text: string, isPerson = true): string {
  if (isAscii(text)) return text;
  if (isLatin(text)) return anyAscii(text.normalize('NFKC'));
  const plain = MAY_BE_SIGN.test(text) ? text.replace(ORNAMENTS, ' ').replace(NUMBER_SIGN, ' No ') : text;
  let readable = plain.normalize('NFKC').replace(NON_JOINER, ' ').replace(POINTS, '');
  if (hasArabic(readable)) readable = arabicToLatin(readable);
  if (HEBREW.test(readable)) readable = hebrewToLatin(readable);
  if (INDIC.test(readable)) readable = indicToLatin(readable);
  if (SOUTH_EAST_ASIAN.test(readable)) readable = orderSouthEastAsian(readable);
  if (HAN.test(readable)) readable = separateHanNames(readable, isPerson);
  return anyAscii(separateSyllables(readable));
}
