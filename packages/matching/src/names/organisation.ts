/** Canonical tokens of an organisation's name: legal forms as classes, numbers in digits, company words folded. */

import { editDistance } from '../scoring/edit-cost.ts';
import { CRAFT_WORDS, GENERIC_WORDS } from './company-words.ts';
import { LEGAL_FORMS, LEGAL_WORDS, LONGEST_LEGAL_FORM } from './legal-forms.ts';
import { numberWordsAt, numeralOf } from './numerals.ts';

/** Last letters of a word in which a Roman numeral counts a series: `Fund I`. */
const SERIES: Readonly<Record<string, string>> = { i: '1', v: '5', x: '10' };

const LEGAL_WORD_SET = new Set(LEGAL_WORDS);
const BY_FIRST_LETTER = new Map<string, string[]>();
for (const word of LEGAL_WORDS)
  BY_FIRST_LETTER.set(word[0]!, [...(BY_FIRST_LETTER.get(word[0]!) ?? []), word]);

/** A word of a legal form that was misspelt by a letter or two: `aktiengeselschaft`. */
function legalWord(token: string): string {
  if (token.length < 6 || LEGAL_WORD_SET.has(token) || GENERIC_WORDS.has(token)) return token;
  const allowed = token.length >= 12 ? 2 : 1;
  for (const word of BY_FIRST_LETTER.get(token[0]!) ?? []) {
    if (Math.abs(word.length - token.length) <= allowed && editDistance(token, word, allowed) <= allowed)
      return word;
  }
  return token;
}

/** The legal form whose spelling starts at a token, longest first. */
function legalFormAt(words: readonly string[], at: number): { form: string; count: number } | undefined {
  let phrase = '';
  let found: { form: string; count: number } | undefined;
  const end = Math.min(words.length, at + LONGEST_LEGAL_FORM);
  for (let i = at; i < end; i++) {
    phrase = i === at ? words[i]! : `${phrase} ${words[i]!}`;
    const form = LEGAL_FORMS.get(phrase);
    if (form) found = { form, count: i - at + 1 };
  }
  return found;
}

/** Canonical tokens. Words that say only `ship` before a ship's name are left out, unless nothing else is there. */
export function organisationTokens(raw: readonly string[]): string[] {
  const words = raw.map(legalWord);
  const tokens: string[] = [];
  for (let i = 0; i < raw.length; i++) {
    const legal = legalFormAt(words, i);
    if (legal && legal.count < raw.length) {
      tokens.push(legal.form);
      i += legal.count - 1;
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
    const last = raw.slice(i + 1).every((_, offset) => legalFormAt(words, i + 1 + offset) !== undefined);
    if (series && last) tokens.push(series);
    else tokens.push(numeralOf(token) ?? GENERIC_WORDS.get(token) ?? token);
  }
  const told = tokens.filter((token, index) => !(index < 2 && CRAFT_WORDS.has(token)));
  return told.length > 0 ? told : tokens;
}
