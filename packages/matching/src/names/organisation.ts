/** Canonical tokens of an organisation's name: legal forms as classes, numbers in digits, company words folded. */

import { MAX_MISSPELT_WORD, MIN_LEGAL_WORD, MIN_MISSPELT_FORM } from '../weights.ts';
import { GENERIC_WORDS, WORD_PAIRS } from './company-words.ts';
import { isCraftWord, mayBeCraft } from './craft-names.ts';
import {
  LEGAL_BEGINNINGS,
  LEGAL_CLASS_MARK,
  LEGAL_FORMS,
  LEGAL_WORDS,
  LONGEST_LEGAL_FORM,
  UNFINISHED_FORMS,
} from './legal-forms.ts';
import { numberWordsAt, numeralOf } from './numerals.ts';
import { STATE_SHORT_FORMS } from './places.ts';
import { SpellingVocabulary } from './spelling-vocabulary.ts';

/** Last letters of a word in which a Roman numeral counts a series: `Fund I`. */
const SERIES: ReadonlyMap<string, string> = new Map([
  ['i', '1'],
  ['v', '5'],
  ['x', '10'],
]);

const NEAR_LEGAL = new SpellingVocabulary(LEGAL_WORDS);

/** Words that begin a pair. */
const PAIRS_BEGIN: ReadonlySet<string> = new Set([...WORD_PAIRS.keys()].map((pair) => pair.split(' ')[0]!));

/** A word of a legal form that was misspelt by a letter or two: `aktiengeselschaft`. */
function legalWord(token: string): string {
  if (token.length < MIN_LEGAL_WORD || token.length > MAX_MISSPELT_WORD || GENERIC_WORDS.has(token))
    return token;
  return NEAR_LEGAL.find(token) ?? token;
}

/**
 * The legal form whose spelling starts at a token, longest first. A form of one word must be spelled rightly if short; one at
 * the end of a name may be cut off.
 */
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
    if (!LEGAL_BEGINNINGS.has(phrase)) break;
    const isCut = i + 1 === words.length && at > 0;
    const form = LEGAL_FORMS.get(phrase) ?? (isCut ? UNFINISHED_FORMS.get(phrase) : undefined);
    const isSure = i > at || words[i] === raw[i] || words[i]!.length >= MIN_MISSPELT_FORM;
    if (form && isSure) found = { form, count: i - at + 1 };
  }
  return found;
}

function placeOf(token: string): string {
  return token.includes('sk') ? token.replace(ADJECTIVE, '$1') : token;
}

/**
 * Letters that are alone side by side are one word, as they are with points: `S C S`, `U. M. V.`
 * @param ends takes for each word the place after its last token
 */
function withoutSpacedLetters(raw: readonly string[], ends: number[]): string[] {
  const words: string[] = [];
  let letters = '';
  const push = (word: string, end: number) => {
    words.push(word);
    ends.push(end);
  };
  for (const [at, token] of raw.entries()) {
    const alone = token.length === 1 && token >= 'a';
    // A numeral of a series at the end is none of them: `Fund I`.
    if (alone && (letters !== '' || (raw[at + 1]?.length === 1 && raw[at + 1]! >= 'a'))) {
      letters += token;
      continue;
    }
    if (letters !== '') push(letters, at);
    letters = '';
    push(token, at + 1);
  }
  if (letters !== '') push(letters, raw.length);
  return words;
}

/** `muromskiy`, `uralskaya`: adjectives of places, which other languages write as the place itself. */
const ADJECTIVE = /^(.{4,})sk(?:iy|ii|ij|yy|aya|aia|oe|oye|ogo|oy|ie)$/;

/**
 * Canonical tokens. Words that say only `ship` beside a ship's name are left out.
 * @param ends takes for each token the place after the last raw token that it replaces
 */
export function organisationTokens(given: readonly string[], ends?: number[]): string[] {
  const wordEnds: number[] = [];
  const isSpaced = given.some((token) => token.length === 1);
  const raw = isSpaced ? withoutSpacedLetters(given, wordEnds) : given;
  const words = raw.map(legalWord);
  const tokens: string[] = [];
  for (let i = 0; i < raw.length; ) {
    const { token, count } = tokenAt(raw, words, i);
    i += count;
    tokens.push(token);
    ends?.push(isSpaced ? wordEnds[i - 1]! : i);
  }
  const isKept = (token: string, index: number) => !isCraftWord(token, index, tokens.length);
  const kept = tokens.filter(isKept);
  const isCompany = tokens[0]?.[0] === LEGAL_CLASS_MARK;
  if (kept.length === tokens.length || isCompany || !mayBeCraft(kept)) return tokens;
  if (ends) ends.splice(0, ends.length, ...ends.filter((_, index) => isKept(tokens[index]!, index)));
  return kept;
}

/** The canonical token that begins at a word, and how many words it takes. */
function tokenAt(
  raw: readonly string[],
  words: readonly string[],
  i: number,
): { token: string; count: number } {
  const legal = legalFormAt(words, raw, i);
  if (legal && legal.count < raw.length) return { token: legal.form, count: legal.count };
  const mayPair = i + 1 < raw.length && PAIRS_BEGIN.has(raw[i]!);
  const pair = mayPair ? WORD_PAIRS.get(`${raw[i]!} ${raw[i + 1]!}`) : undefined;
  if (pair) return { token: pair, count: 2 };
  const number = numberWordsAt(raw, i);
  if (number) return { token: number.digits, count: number.count };
  const token = raw[i]!;
  const series = i > 0 ? SERIES.get(token) : undefined;
  const isLast =
    series !== undefined &&
    raw.slice(i + 1).every((_, offset) => legalFormAt(words, raw, i + 1 + offset) !== undefined);
  if (isLast) return { token: series, count: 1 };
  if (token === 'min' && raw[i + 1] === 'of') return { token: 'ministry', count: 1 };
  return {
    token: numeralOf(token) ?? GENERIC_WORDS.get(token) ?? STATE_SHORT_FORMS.get(token) ?? placeOf(token),
    count: 1,
  };
}
