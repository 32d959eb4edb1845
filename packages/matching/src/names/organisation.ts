/** Canonical tokens of an organisation's name: legal forms as classes, numbers in digits, company words folded. */

import { CRAFT_WORDS, GENERIC_WORDS, WORD_PAIRS } from './company-words.ts';
import { LEGAL_FORMS, LEGAL_WORDS, LONGEST_LEGAL_FORM } from './legal-forms.ts';
import { NearWords } from './near-words.ts';
import { numberWordsAt, numeralOf } from './numerals.ts';

/** Last letters of a word in which a Roman numeral counts a series: `Fund I`. */
const SERIES: Readonly<Record<string, string>> = { i: '1', v: '5', x: '10' };

/** Words of legal forms so long that a misspelt one is still nothing else; shorter ones are told by the whole form. */
const LEAST_MISSPELT = 7;
const LONGEST_MISSPELT = 24;
const NEAR_LEGAL = new NearWords(LEGAL_WORDS);

/** A word of a legal form that was misspelt by a letter or two: `aktiengeselschaft`. */
function legalWord(token: string): string {
  if (token.length < 5 || token.length > LONGEST_MISSPELT || GENERIC_WORDS.has(token)) return token;
  return NEAR_LEGAL.find(token) ?? token;
}

/** The legal form whose spelling starts at a token, longest first. A form of one word must be spelled rightly if short. */
function legalFormAt(
  words: readonly string[],
  raw: readonly string[],
  at: number,
): { form: string; count: number } | undefined {
  let phrase = '';
  let found: { form: string; count: number } | undefined;
  const end = Math.min(words.length, at + LONGEST_LEGAL_FORM);
  for (let i = at; i < end; i++) {
    phrase = i === at ? words[i]! : `${phrase} ${words[i]!}`;
    const form = LEGAL_FORMS.get(phrase);
    const isSure = i > at || words[i] === raw[i] || words[i]!.length >= LEAST_MISSPELT;
    if (form && isSure) found = { form, count: i - at + 1 };
  }
  return found;
}

function placeOf(token: string): string {
  return token.includes('sk') ? token.replace(ADJECTIVE, '$1') : token;
}

/** Letters that stand alone side by side are one word, as they are with points: `S C S`, `U. M. V.` */
function withoutSpacedLetters(raw: readonly string[]): string[] {
  const words: string[] = [];
  let letters = '';
  const end = () => {
    if (letters !== '') words.push(letters);
    letters = '';
  };
  for (const [at, token] of raw.entries()) {
    const alone = token.length === 1 && token >= 'a';
    // A numeral of a series at the end is none of them: `Fund I`.
    const isPart = alone && (letters !== '' || (raw[at + 1]?.length === 1 && raw[at + 1]! >= 'a'));
    if (isPart) {
      letters += token;
      continue;
    }
    end();
    words.push(token);
  }
  end();
  return words;
}

/** `muromskiy`, `uralskaya`: adjectives of places, which other languages write as the place itself. */
const ADJECTIVE = /^(.{4,})sk(?:iy|ii|ij|yy|aya|aia|oe|oye|ogo|oy|ie)$/;

/** Canonical tokens. Words that say only `ship` before a ship's name are left out, unless nothing else is there. */
export function organisationTokens(given: readonly string[]): string[] {
  const raw = given.some((token) => token.length === 1) ? withoutSpacedLetters(given) : given;
  const words = raw.map(legalWord);
  const tokens: string[] = [];
  for (let i = 0; i < raw.length; i++) {
    const legal = legalFormAt(words, raw, i);
    if (legal && legal.count < raw.length) {
      tokens.push(legal.form);
      i += legal.count - 1;
      continue;
    }
    const pair = i + 1 < raw.length ? WORD_PAIRS.get(`${raw[i]!} ${raw[i + 1]!}`) : undefined;
    if (pair) {
      tokens.push(pair);
      i++;
      continue;
    }
    const number = numberWordsAt(raw, i);
    if (number) {
      tokens.push(number.digits);
      i += number.count - 1;
      continue;
    }
    const token = raw[i]!;
    const series = i > 0 ? SERIES[token] : undefined;
    const last = raw.slice(i + 1).every((_, offset) => legalFormAt(words, raw, i + 1 + offset) !== undefined);
    if (series && last) tokens.push(series);
    else tokens.push(numeralOf(token) ?? GENERIC_WORDS.get(token) ?? placeOf(token));
  }
  const told = tokens.filter((token, index) => !(index < 2 && CRAFT_WORDS.has(token)));
  return told.length > 0 ? told : tokens;
}
