/** Words of organisations' names that are written together: `sberbank`, `machangaltd`, `ojscsovfracht`. */
import { MIN_JOINED_KNOWN, MIN_JOINED_REST, MIN_JOINED_WORD } from '../weights.ts';
import { CONNECTORS, GENERIC_WORDS } from './company-words.ts';
import { LEGAL_FORMS, LEGAL_WORDS } from './legal-forms.ts';

const LEGAL_SINGLE = [...LEGAL_FORMS.keys()].filter((form) => !form.includes(' '));
/** Company words and the words of legal forms. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set([
  ...GENERIC_WORDS.keys(),
  ...LEGAL_SINGLE,
  ...LEGAL_WORDS,
]);

/** Short words that end longer ones: `sberbank`, `machangaltd`. */
const SHORT_ENDINGS =
  'oil gas ship pharm sanat steel cargo metal line lines sarl ltd llc plc inc jsc ojsc cjsc pjsc oao ooo zao tov fze fzc fzco ltda corp gmbh bank group grupo trade stroy ii iii iv vi vii viii ix'.split(
    ' ',
  );
/** Words of which `ship` is no word of its own. */
const IN_SHIP =
  /^(?:champion|citizen|dealer|fellow|flag|friend|leader|lord|member|owner|partner|scholar|sponsor|star|steward|town|trustee)ship$/;
const LONG_WORDS = [...KNOWN_WORDS].filter((word) => word.length >= MIN_JOINED_WORD);
const ENDINGS = new Set([...SHORT_ENDINGS, ...LONG_WORDS]);
const BEGINNINGS = new Set(LONG_WORDS);
const LETTERS_AND_DIGITS = /^([a-z]{3,})(\d+)$/;
const DIGITS_AND_LETTERS = /^(\d+)([a-z]{2,})$/;
/** Short words that begin longer ones: `ojscsovfracht`. */
const SHORT_BEGINNINGS = /^(grupo|group|banco|hotel|union)([a-z]{4,})$/;
/** Not `zao`: Chinese and Russian places begin with it, as Zaozhuang and Zaoksky. */
const FIRST_FORM = /^(ojsc|cjsc|pjsc|jsc|ooo|oao)([a-z]{4,})$/;
/** Legal forms of two or three letters that end the last word of a name: `handelsbankag`. Shorter words than that are names: `Odessa`. */
export const LAST_ENDING = /^([a-z]{7,})(sa|ag|sas|ood)$/;

/** Legal forms that end a word of which the rest is short. */
const SURE_FORMS = new Set(['limited', 'ltda', 'eood', 'gmbh']);

/** Whether a word may be two: the second ends many, or both are known, or the first only connects. */
function mayBeTwo(first: string, second: string): boolean {
  if (first.length >= MIN_JOINED_REST && ENDINGS.has(second)) return true;
  if (first.length >= MIN_JOINED_KNOWN && SURE_FORMS.has(second)) return true;
  if (first.length >= MIN_JOINED_KNOWN && KNOWN_WORDS.has(first))
    return LEGAL_FORMS.has(second) || (second.length >= MIN_JOINED_KNOWN && KNOWN_WORDS.has(second));
  return CONNECTORS.has(first) && second.length >= MIN_JOINED_WORD && KNOWN_WORDS.has(second);
}

/** A word in two or more, where all of these are known. */
function dividedIntoKnown(token: string): readonly string[] {
  const words = divided(token);
  return words.every((word) => KNOWN_WORDS.has(word)) ? words : [token];
}

/** A word in two or more, where a long company word ends it: a short one, as in `intertrade`, is part of a name as well. */
function withoutLongEnding(token: string): readonly string[] {
  const words = divided(token);
  return words.at(-1)!.length >= MIN_JOINED_WORD ? words : [token];
}

/** A word that ends or begins with a known one, or ends or begins with digits, in two. */
export function divided(token: string): readonly string[] {
  const number = DIGITS_AND_LETTERS.exec(token);
  if (number && KNOWN_WORDS.has(number[2]!)) return number.slice(1);
  const form = FIRST_FORM.exec(token);
  if (form) return form.slice(1);
  if (token.length < MIN_JOINED_REST + 1 || KNOWN_WORDS.has(token) || IN_SHIP.test(token)) return [token];
  const digits = LETTERS_AND_DIGITS.exec(token);
  if (digits) return [...divided(digits[1]!), digits[2]!];
  for (let at = 2; at < token.length - 1; at++) {
    if (mayBeTwo(token.slice(0, at), token.slice(at)))
      return [...withoutLongEnding(token.slice(0, at)), token.slice(at)];
  }
  for (let at = token.length - 2; at >= MIN_JOINED_WORD; at--) {
    const rest = token.slice(at);
    if (BEGINNINGS.has(token.slice(0, at)) && (rest.length >= MIN_JOINED_REST || CONNECTORS.has(rest)))
      return [token.slice(0, at), ...dividedIntoKnown(rest)];
  }
  return SHORT_BEGINNINGS.exec(token)?.slice(1) ?? [token];
}
