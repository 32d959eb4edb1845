/**
 * What a word of an organisation's name may be meant for, where it is nothing that is known: a company word or a legal
 * form that is misspelt, misread or written together with its neighbour. A guess is another reading of a name that is
 * looked up beside the name as it is; it never replaces it.
 */
import {
  MAX_GUESSED_NAME,
  MAX_GUESSED_WORDS,
  MAX_MISSPELT_WORD,
  MAX_SWAPPED_FORM,
  MIN_JOINED_KNOWN,
  MIN_JOINED_REST,
  MIN_JOINED_WORD,
  MIN_MISSPELT_ENDING,
  MIN_MISSPELT_WORD,
} from '../weights.ts';
import { AMBIGUOUS_SHORT_FORMS, CONNECTORS, GENERIC_WORDS } from './company-words.ts';
import { LEGAL_FORMS, LEGAL_WORDS } from './legal-forms.ts';
import { ocrForm, withoutDigits } from './ocr-confusion.ts';
import { lengthened } from './shortened-words.ts';
import { SpellingVocabulary } from './spelling-vocabulary.ts';
import { withShortStates } from './states.ts';

const LEGAL_SINGLE = [...LEGAL_FORMS.keys()].filter((form) => !form.includes(' '));
const KNOWN = new Set([...GENERIC_WORDS.keys(), ...LEGAL_SINGLE, ...LEGAL_WORDS]);
/** Words in which errors are looked for: a short form is too near to too many names. */
const NEAR = new SpellingVocabulary(
  [...KNOWN].filter(
    (word) => word.length > MIN_MISSPELT_WORD || (word.length === MIN_MISSPELT_WORD && !lengthened(word)),
  ),
);
/** Short forms of companies that end a name, so that a misspelt last word is likely to be one. */
const USUAL_FORMS =
  'ltd llc inc jsc plc fze sal srl ooo oao zao tov doo pte pty ltda gmbh corp eood ojsc cjsc pjsc fzco sarl sprl limited company'.split(
    ' ',
  );
const NEAR_ENDINGS = new SpellingVocabulary(USUAL_FORMS);

/** Short forms with two neighbouring letters exchanged: `cjcs`. */
const SWAPPED_FORMS: ReadonlyMap<string, string> = (() => {
  const swapped = new Map<string, string>();
  for (const form of USUAL_FORMS) {
    if (form.length > MAX_SWAPPED_FORM) continue;
    for (let at = 0; at + 1 < form.length; at++) {
      const word = form.slice(0, at) + form[at + 1]! + form[at]! + form.slice(at + 2);
      if (!KNOWN.has(word) && !CONNECTORS.has(word) && !swapped.has(word)) swapped.set(word, form);
    }
  }
  return swapped;
})();

/** Short words that end longer ones: `sberbank`, `machangaltd`. */
const SHORT_ENDINGS =
  'oil gas steel cargo metal line lines sarl ltd llc plc inc jsc ojsc cjsc pjsc oao ooo zao tov fze fzc fzco ltda corp gmbh bank group grupo trade stroy ii iii iv vi vii viii ix'.split(
    ' ',
  );
const LONG_WORDS = [...KNOWN].filter((word) => word.length >= MIN_JOINED_WORD);
const ENDINGS = new Set([...SHORT_ENDINGS, ...LONG_WORDS]);
const BEGINNINGS = new Set(LONG_WORDS);
const LETTERS_AND_DIGITS = /^([a-z]{3,})(\d+)$/;

/** Whether a word may be two: the second ends many, or both are known, or the first only connects. */
function mayBeTwo(first: string, second: string): boolean {
  if (first.length >= MIN_JOINED_REST && ENDINGS.has(second)) return true;
  if (first.length >= MIN_JOINED_KNOWN && KNOWN.has(first))
    return LEGAL_FORMS.has(second) || (second.length >= MIN_JOINED_KNOWN && KNOWN.has(second));
  return CONNECTORS.has(first) && second.length >= MIN_JOINED_WORD && KNOWN.has(second);
}

/** A word that ends or begins with a known one, or ends in digits, in two. */
function divided(token: string): readonly string[] {
  if (token.length < MIN_JOINED_REST + 1 || KNOWN.has(token)) return [token];
  const digits = LETTERS_AND_DIGITS.exec(token);
  if (digits) return [...divided(digits[1]!), digits[2]!];
  for (let at = 2; at < token.length - 1; at++) {
    if (mayBeTwo(token.slice(0, at), token.slice(at)))
      return [...divided(token.slice(0, at)), token.slice(at)];
  }
  for (let at = token.length - MIN_JOINED_REST; at >= MIN_JOINED_WORD; at--) {
    if (BEGINNINGS.has(token.slice(0, at))) return [token.slice(0, at), ...divided(token.slice(at))];
  }
  return [token];
}

/** Known words by their form of OCR confusion. */
const BY_OCR_FORM = new Map([...KNOWN].map((word) => [ocrForm(word), word]));

/** The known word that a token looks like in print: `lirnited`, `1td`, `inmobi1iaria`. */
function readRightly(token: string): string | undefined {
  const form = token.length < MIN_MISSPELT_WORD ? undefined : BY_OCR_FORM.get(ocrForm(token));
  if (form !== undefined) return form;
  const word = withoutDigits(token);
  if (word === undefined) return undefined;
  const other = word.replaceAll('l', 'i');
  return [word, other].find((one) => KNOWN.has(one)) ?? NEAR.find(word);
}

/** What a token is followed by: it decides what else it may end in. */
const PLACE = { within: 0, last: 1, beforeForm: 2 } as const;
type Place = (typeof PLACE)[keyof typeof PLACE];

/** `HOLDINGCO., LTD`: before a legal form, the end of a word may belong to it. */
const COMPANY_ENDING = /^([a-z]{4,})(co|cia)$/;

function newGuessOf(token: string, place: Place): readonly string[] {
  if (KNOWN.has(token)) return [token];
  const read = readRightly(token);
  if (read !== undefined) return [read];
  const isSpelt = token.length <= MAX_MISSPELT_WORD && /^[a-z]+$/.test(token);
  const near = isSpelt && token.length >= MIN_MISSPELT_WORD - 1 ? NEAR.find(token) : undefined;
  if (near !== undefined) return [near];
  const mayEnd = isSpelt && place === PLACE.last && token.length >= MIN_MISSPELT_ENDING;
  const ending = mayEnd ? (SWAPPED_FORMS.get(token) ?? NEAR_ENDINGS.find(token)) : undefined;
  if (ending !== undefined) return [ending];
  const whole = isSpelt ? (AMBIGUOUS_SHORT_FORMS.get(token) ?? lengthened(token)) : undefined;
  if (whole !== undefined) return [whole];
  const company = place === PLACE.beforeForm ? COMPANY_ENDING.exec(token) : undefined;
  return company ? [...divided(company[1]!), company[2]!] : divided(token);
}

const guesses = [PLACE.within, PLACE.last, PLACE.beforeForm].map(() => new Map<string, readonly string[]>());
const KEPT = 20_000;

function guessOf(token: string, place: Place): readonly string[] {
  const kept = guesses[place]!;
  let guess = kept.get(token);
  if (guess === undefined) {
    guess = newGuessOf(token, place);
    if (kept.size >= KEPT) kept.clear();
    kept.set(token, guess);
  }
  return guess;
}

function placeOf(raw: readonly string[], at: number): Place {
  if (at > 0 && at === raw.length - 1) return PLACE.last;
  const next = raw[at + 1];
  return next !== undefined && LEGAL_FORMS.has(next) ? PLACE.beforeForm : PLACE.within;
}

/** What may be meant: every guess by itself, and all of them together. Nothing where there is nothing to guess. */
export function guessedWords(raw: readonly string[]): string[][] {
  if (raw.length > MAX_GUESSED_NAME) return [];
  const guessed: (readonly string[])[] = [];
  const places: number[] = [];
  for (let at = 0; at < raw.length; at++) {
    const guess = guessOf(raw[at]!, placeOf(raw, at));
    guessed.push(guess);
    if (guess.length > 1 || guess[0] !== raw[at]) places.push(at);
  }
  const stated = withShortStates(raw);
  if (places.length === 0 && !stated) return [];
  const readings = stated ? [stated] : [];
  if (places.length > 1 || (stated && places.length > 0)) {
    const all = guessed.flat();
    readings.unshift(withShortStates(all) ?? all);
  }
  for (const place of places.slice(0, MAX_GUESSED_WORDS))
    readings.push(raw.flatMap((token, at) => (at === place ? guessed[at]! : token)));
  return readings;
}
