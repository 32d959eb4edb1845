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
  MIN_MISSPELT_ENDING,
  MIN_MISSPELT_WORD,
} from '../weights.ts';
import { AMBIGUOUS_SHORT_FORMS, CONNECTORS } from './company-words.ts';
import { divided, KNOWN_WORDS, LAST_ENDING } from './joined-words.ts';
import { LEGAL_FORMS } from './legal-forms.ts';
import { LONG_ORDINALS, numberWordsAt } from './numerals.ts';
import { ocrForm, withoutDigits } from './ocr-confusion.ts';
import { withFormWhole } from './scattered-forms.ts';
import { lengthened } from './shortened-words.ts';
import { SpellingVocabulary } from './spelling-vocabulary.ts';
import { withShortStates } from './states.ts';

/** Words in which errors are looked for: a short form is too near to too many names. */
const NEAR = new SpellingVocabulary([
  ...[...KNOWN_WORDS].filter(
    (word) => word.length > MIN_MISSPELT_WORD || (word.length === MIN_MISSPELT_WORD && !lengthened(word)),
  ),
  ...LONG_ORDINALS,
]);
/** Short forms of companies that end a name, so that a misspelt last word is likely to be one. */
const USUAL_FORMS =
  'ltd llc inc jsc plc fze fzc sal srl ooo oao zao tov doo ood pte pty ltda gmbh corp eood ojsc cjsc pjsc fzco sarl sprl limited company'.split(
    ' ',
  );
const NEAR_ENDINGS = new SpellingVocabulary(USUAL_FORMS);
/** Short forms that begin a name and are no other word, even misspelt; of three letters, as `OSC`, they are. */
const NEAR_BEGINNINGS = new SpellingVocabulary(['ojsc', 'cjsc', 'pjsc']);
const MIN_NEAR_BEGINNING = 4;

/** Short forms with two neighbouring letters exchanged: `cjcs`. */
const SWAPPED_FORMS: ReadonlyMap<string, string> = (() => {
  const swapped = new Map<string, string>();
  for (const form of USUAL_FORMS) {
    if (form.length > MAX_SWAPPED_FORM) continue;
    for (let at = 0; at + 1 < form.length; at++) {
      const word = form.slice(0, at) + form[at + 1]! + form[at]! + form.slice(at + 2);
      if (!KNOWN_WORDS.has(word) && !CONNECTORS.has(word) && !swapped.has(word)) swapped.set(word, form);
    }
  }
  return swapped;
})();

/** Short words that look like misread ones and are names or short forms of their own: `DC`, `EDS`, `Santa Fe`, `TD`. */
const OWN_WORDS = new Set(
  'dc dcs eds ads als lsa adn nad ols thc fro dse fe nc sc td ic jc js in al'.split(' '),
);

/** Short forms of which one letter was dropped: `lc`. */
const CUT_FORMS: ReadonlyMap<string, string> = new Map(
  'llc ltd inc jsc fze ood sal'
    .split(' ')
    .flatMap((form) => [...form].map((_, at) => [form.slice(0, at) + form.slice(at + 1), form] as const))
    .filter(([cut]) => !OWN_WORDS.has(cut) && !KNOWN_WORDS.has(cut) && !CONNECTORS.has(cut)),
);

/** Small words as they are misread, or with two letters exchanged: `dcl`, `tbe`, `lso`. */
const MISREAD_CONNECTORS: ReadonlyMap<string, string> = new Map(
  'the and for de del los las des'
    .split(' ')
    .flatMap((word) => {
      const misread = [word.replace('e', 'c'), word.replace('h', 'b')];
      const swapped = [word[1]! + word[0]! + word.slice(2), word[0]! + word.slice(2) + word[1]!];
      return [...misread, ...(word.length === 3 ? swapped : [])].map((other) => [other, word] as const);
    })
    .filter(([other]) => !OWN_WORDS.has(other) && !KNOWN_WORDS.has(other) && !CONNECTORS.has(other)),
);

/** Known words by their form of OCR confusion. */
const BY_OCR_FORM = new Map([...KNOWN_WORDS].map((word) => [ocrForm(word), word]));

/** The known word that a token looks like in print: `lirnited`, `1td`, `inmobi1iaria`. */
function readRightly(token: string): string | undefined {
  const form = token.length < MIN_MISSPELT_WORD ? undefined : BY_OCR_FORM.get(ocrForm(token));
  if (form !== undefined) return form;
  const word = withoutDigits(token);
  if (word === undefined) return undefined;
  if (CONNECTORS.has(word)) return word;
  const other = word.replaceAll('l', 'i');
  return [word, other].find((one) => KNOWN_WORDS.has(one)) ?? NEAR.find(word);
}

/** What a token is followed by: it decides what else it may end in. */
const PLACE = { within: 0, last: 1, beforeForm: 2, first: 3 } as const;
type Place = (typeof PLACE)[keyof typeof PLACE];

/** `HOLDINGCO., LTD`: before a legal form, the end of a word may belong to it. */
const COMPANY_ENDING = /^([a-z]{4,})(co|cia)$/;

function newGuessOf(token: string, place: Place): readonly string[] {
  // `Seventy` is no misspelt `seventh`.
  if (KNOWN_WORDS.has(token) || numberWordsAt([token], 0)) return [token];
  const read = readRightly(token);
  if (read !== undefined) return [read];
  const isSpelt = token.length <= MAX_MISSPELT_WORD && /^[a-z]+$/.test(token);
  const near = isSpelt && token.length >= MIN_MISSPELT_WORD - 1 ? NEAR.find(token) : undefined;
  if (near !== undefined) return [near];
  const mayEnd = isSpelt && place === PLACE.last && token.length >= MIN_MISSPELT_ENDING;
  const ending = mayEnd ? (SWAPPED_FORMS.get(token) ?? NEAR_ENDINGS.find(token)) : undefined;
  const form =
    ending ??
    (place === PLACE.last ? CUT_FORMS.get(token) : undefined) ??
    (place === PLACE.first && isSpelt && token.length >= MIN_NEAR_BEGINNING
      ? NEAR_BEGINNINGS.find(token)
      : undefined) ??
    MISREAD_CONNECTORS.get(token);
  if (form !== undefined) return [form];
  const whole = isSpelt ? (AMBIGUOUS_SHORT_FORMS.get(token) ?? lengthened(token)) : undefined;
  if (whole !== undefined) return [whole];
  const company = place === PLACE.beforeForm ? COMPANY_ENDING.exec(token) : undefined;
  if (company) return [...divided(company[1]!), company[2]!];
  const parts = divided(token);
  const last = place === PLACE.last && parts.length === 1 ? LAST_ENDING.exec(token) : undefined;
  return last ? last.slice(1) : parts;
}

const guesses = [PLACE.within, PLACE.last, PLACE.beforeForm, PLACE.first].map(
  () => new Map<string, readonly string[]>(),
);
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
  if (next !== undefined && LEGAL_FORMS.has(next)) return PLACE.beforeForm;
  return at === 0 && next !== undefined ? PLACE.first : PLACE.within;
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
  const formed = withFormWhole(raw) ?? (places.length > 0 ? withFormWhole(guessed.flat()) : undefined);
  if (places.length === 0 && !stated && !formed) return [];
  const readings = stated ? [stated] : [];
  if (places.length > 1 || (stated && places.length > 0)) {
    const all = guessed.flat();
    readings.unshift(withShortStates(all) ?? all);
  }
  if (formed) readings.unshift(formed);
  for (const place of places.slice(0, MAX_GUESSED_WORDS))
    readings.push(raw.flatMap((token, at) => (at === place ? guessed[at]! : token)));
  return readings;
}
