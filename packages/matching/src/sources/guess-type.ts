/** Guesses whether a name is a person's or an organisation's, where a list does not say. */
import type { EntityType } from '../entry.ts';
import { GENERIC_WORDS } from '../names/company-words.ts';
import { LEGAL_FORMS } from '../names/legal-forms.ts';
import { tokensOf } from '../names/tokens.ts';

/** Words that occur in names of organisations only, beyond legal forms and company words. */
const ORGANISATION_WORDS = new Set(
  `academy administration agency and association authority base branch brigade brothers bureau center centre
  college commission committee computer computers consultants corporation council department depot directorate division electronics
  exchange electronica factory for freight front institute institution instrument instruments investments laboratory lines manufacturing market
  ministry monastery networks of office organisation organization plant platform products project research
  school society solutions stores system systems supply systems the trust university works workshop zone`.split(
    /\s+/,
  ),
);
/** Company words that are names of persons too. */
const NAMELIKE_WORDS = new Set(['bank', 'bau', 'branco', 'gold', 'marine', 'silver', 'steel']);
/** Countries that close the names of branches and are no family names. */
const COUNTRIES_IN_NAMES = new Set(
  'austria brazil canada cyprus dubai germany india iran iraq italy pakistan russia singapore syria taiwan turkey uae ukraine'.split(
    ' ',
  ),
);
/** Legal forms that are names or particles of persons too, and so are no evidence by themselves. */
const NAMELIKE_FORMS = new Set(
  'ad al an cia de dd ep fond gen ks lp ou pat sal sas sia sl spa tov vat'.split(' '),
);
/** A person's name has at most this many words in lists that do not mark persons. */
const LONGEST_PERSON = 6;

/** Whether a word at its place is a legal form: short ones count only at the end of a name. */
function isForm(word: string, isLast: boolean): boolean {
  return LEGAL_FORMS.has(word) && !NAMELIKE_FORMS.has(word) && (isLast || word.length > 2);
}

/**
 * The likely type of a name without a type: an organisation when a legal form, a company word, a sign or a number
 * says so, or when it is a single word; a person otherwise.
 */
export function guessType(name: string): EntityType {
  if (/[&+@]|\d|\w\.(?:com|net|org)\b|\([A-Z]{2,}\)$/.test(name)) return 'corporate';
  const words = tokensOf(name, true);
  if (words.length < 2 || words.length > LONGEST_PERSON) return 'corporate';
  const isOrganisation = words.some(
    (word, at) =>
      ORGANISATION_WORDS.has(word) ||
      (GENERIC_WORDS.has(word) && word.length > 3 && !NAMELIKE_WORDS.has(word)) ||
      isForm(word, at === words.length - 1),
  );
  const namesCountry = words.length > 1 && COUNTRIES_IN_NAMES.has(words.at(-1)!);
  return isOrganisation || namesCountry || LEGAL_FORMS.has(words.slice(-2).join(' '))
    ? 'corporate'
    : 'individual';
}
