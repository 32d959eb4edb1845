/**
 * What a word of an organisation's name may be meant for, where it is nothing that is known: a company word or a legal
 * form that is misspelt, misread or written together with its neighbour. A guess is another reading of a name that is
 * looked up beside the name as it is; it never replaces it.
 */
import {
  MAX_GUESSED_NAME,
  MAX_GUESSED_WORDS,
  MAX_MISSPELT_WORD,
  MIN_JOINED_REST,
  MIN_JOINED_WORD,
  MIN_MISSPELT_ENDING,
  MIN_MISSPELT_WORD,
} from '../weights.ts';
import { GENERIC_WORDS } from './company-words.ts';
import { LEGAL_FORMS, LEGAL_WORDS } from './legal-forms.ts';
import { withoutDigits } from './ocr-confusion.ts';
import { SpellingVocabulary } from './spelling-vocabulary.ts';

const LEGAL_SINGLE = [...LEGAL_FORMS.keys()].filter((form) => !form.includes(' '));
const KNOWN = new Set([...GENERIC_WORDS.keys(), ...LEGAL_SINGLE, ...LEGAL_WORDS]);
const NEAR = new SpellingVocabulary([...KNOWN].filter((word) => word.length >= MIN_MISSPELT_WORD));
/** Short forms of companies that end a name, so that a misspelt last word is likely to be one. */
const NEAR_ENDINGS = new SpellingVocabulary(['ltda', 'gmbh', 'corp', 'eood', 'limited', 'company']);

/** Short words that end longer ones: `sberbank`, `machangaltd`. */
const SHORT_ENDINGS =
  'ltd llc plc ltda corp gmbh bank group grupo trade stroy ii iii iv vi vii viii ix'.split(' ');
const LONG_WORDS = [...KNOWN].filter((word) => word.length >= MIN_JOINED_WORD);
const ENDINGS = new Set([...SHORT_ENDINGS, ...LONG_WORDS]);
const BEGINNINGS = new Set(LONG_WORDS);
const LETTERS_AND_DIGITS = /^([a-z]{3,})(\d+)$/;

/** A word that ends or begins with a known one, or ends in digits, in two. */
function divided(token: string): readonly string[] {
  if (token.length < MIN_JOINED_REST + 1 || KNOWN.has(token)) return [token];
  const digits = LETTERS_AND_DIGITS.exec(token);
  if (digits) return [...divided(digits[1]!), digits[2]!];
  for (let at = MIN_JOINED_REST; at < token.length - 1; at++) {
    if (ENDINGS.has(token.slice(at))) return [...divided(token.slice(0, at)), token.slice(at)];
  }
  for (let at = token.length - MIN_JOINED_REST; at >= MIN_JOINED_WORD; at--) {
    if (BEGINNINGS.has(token.slice(0, at))) return [token.slice(0, at), ...divided(token.slice(at))];
  }
  return [token];
}

/** The known word for which digits occur in a token: `1td`, `inmobi1iaria`. */
function readRightly(token: string): string | undefined {
  const word = withoutDigits(token);
  if (word === undefined) return undefined;
  const other = word.replaceAll('l', 'i');
  return [word, other].find((one) => KNOWN.has(one)) ?? NEAR.find(word);
}

function newGuessOf(token: string, isLast: boolean): readonly string[] {
  if (KNOWN.has(token)) return [token];
  const read = readRightly(token);
  if (read !== undefined) return [read];
  const isSpelt = token.length <= MAX_MISSPELT_WORD && /^[a-z]+$/.test(token);
  const near = isSpelt && token.length >= MIN_MISSPELT_WORD - 1 ? NEAR.find(token) : undefined;
  if (near !== undefined) return [near];
  const ending =
    isSpelt && isLast && token.length >= MIN_MISSPELT_ENDING ? NEAR_ENDINGS.find(token) : undefined;
  return ending === undefined ? divided(token) : [ending];
}

const guesses = [new Map<string, readonly string[]>(), new Map<string, readonly string[]>()] as const;
const KEPT = 20_000;

function guessOf(token: string, isLast: boolean): readonly string[] {
  const kept = guesses[isLast ? 1 : 0];
  let guess = kept.get(token);
  if (guess === undefined) {
    guess = newGuessOf(token, isLast);
    if (kept.size >= KEPT) kept.clear();
    kept.set(token, guess);
  }
  return guess;
}

/** What may be meant: every guess by itself, and all of them together. Nothing where there is nothing to guess. */
export function guessedWords(raw: readonly string[]): string[][] {
  if (raw.length > MAX_GUESSED_NAME) return [];
  const guessed = raw.map((token, at) => guessOf(token, at > 0 && at === raw.length - 1));
  const places = [...raw.keys()].filter((at) => guessed[at]!.length > 1 || guessed[at]![0] !== raw[at]);
  if (places.length === 0) return [];
  const readings = places.length > 1 ? [guessed.flat()] : [];
  for (const place of places.slice(0, MAX_GUESSED_WORDS))
    readings.push(raw.flatMap((token, at) => (at === place ? guessed[at]! : token)));
  return readings;
}
