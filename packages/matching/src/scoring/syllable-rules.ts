/**
 * What more is asked of two names of which one at least is Chinese or Korean. Each syllable of such a name counts, in its order:
 * one that is written otherwise is another name, unless two systems of romanisation explain the difference.
 */

import { isDialectSyllable } from '../names/chinese-dialects.ts';
import type { ComparableToken } from '../names/comparable-token.ts';
import {
  isEastAsianName,
  isOfSyllables,
  isSyllabic,
  SYLLABIC,
  type SyllabicScript,
  soundOfSyllables,
} from '../names/east-asian.ts';
import { areForms, isFormOfSyllable, type SyllableLanguage } from '../names/given-names.ts';
import { CHARACTER_MARK } from '../names/original-script.ts';
import { comparableTokenAt, type PreparedName } from '../names/prepare.ts';
import { ROLE } from '../names/roles.ts';
import {
  EQUIVALENT_SIMILARITY,
  JOIN_SIMILARITY,
  MISSING_SYLLABLE_FACTOR,
  MOVED_FAMILY_NAME_FACTOR,
  OTHER_ORDER_FACTOR,
  OTHER_SYLLABLE_SIMILARITY,
} from '../weights.ts';
import type { AlignedPart } from './aligned-part.ts';

/** How two names are compared by syllables. */
export const RULE = {
  none: 'none',
  /** Both in their own script, character by character. */
  characters: 'characters',
  /** One was read from Han or Hangul: no typing error in Latin letters can explain a difference. */
  read: 'read',
  /** Both in Latin letters, in which anything may be mistyped. */
  latin: 'latin',
} as const;
export type SyllableRule = (typeof RULE)[keyof typeof RULE];

const CHARACTER = CHARACTER_MARK.charCodeAt(0);

/** The language of syllables that were read from a script; Chinese for all others. */
const LANGUAGES: Readonly<Partial<Record<SyllabicScript, SyllableLanguage>>> = {
  [SYLLABIC.hangul]: 'Korean',
  [SYLLABIC.dialect]: 'dialect',
};

function isEastAsian(name: PreparedName): boolean {
  name.isEastAsian ??= isEastAsianName(name.tokens, name.roles);
  return name.isEastAsian;
}

export function syllableRuleOf(query: PreparedName, list: PreparedName): SyllableRule {
  if (query.family === 'organisation') return RULE.none;
  if (isOfSyllables(query.script) || isOfSyllables(list.script)) return RULE.read;
  if (query.tokens[0]?.charCodeAt(0) === CHARACTER) return RULE.characters;
  return isEastAsian(query) && isEastAsian(list) ? RULE.latin : RULE.none;
}

/** A Chinese given name that is a form of John in Spanish. */
const JUAN = 'juan';

/** Whether a part matched by a Western given name that one side is not: `Li Juan` is no John Lee. */
export function isForeignForm(query: PreparedName, list: PreparedName, part: AlignedPart): boolean {
  if (part.similarity !== EQUIVALENT_SIMILARITY) return false;
  const [own, other] = [query.tokens[part.queryFrom], list.tokens[part.listFrom]];
  if (own === other) return false;
  return (own === JUAN && isEastAsian(query)) || (other === JUAN && isEastAsian(list));
}

/**
 * Whether two tokens that are so alike, and not equal, may be less alike in some list name, or match nothing in it. Syllables of
 * Han and Hangul are left aside: several of them are one word of another name by equal letters only.
 */
export function mayCountLess(query: PreparedName, similarity: number): boolean {
  return similarity === EQUIVALENT_SIMILARITY || query.isOriginalScript || isEastAsian(query);
}

/** Whether a token in Latin letters may stand for a syllable that was read from Han or Hangul. */
export function isSpellingOf(read: PreparedName, at: number, other: ComparableToken): boolean {
  const syllable = read.tokens[at]!;
  // `O` and `Oh`; all other single letters are initials, which say nothing of a syllable.
  if (syllable.length === 1) return other.text === `${syllable}h`;
  return isFormOfSyllable(syllable, other.givenNames, LANGUAGES[read.script] ?? 'Chinese', at === 0);
}

/** Whether romanisation explains why two tokens in Latin letters differ. */
function isSameSyllable(query: PreparedName, q: number, list: PreparedName, l: number): boolean {
  const [own, other] = [comparableTokenAt(query, q), comparableTokenAt(list, l)];
  // The North and the South write some family names with other letters: 리, 이.
  if (isOfSyllables(query.script) && isOfSyllables(list.script))
    return q === 0 && l === 0 && isSpellingOf(query, q, other);
  if (isOfSyllables(query.script)) return isSpellingOf(query, q, other);
  if (isOfSyllables(list.script)) return isSpellingOf(list, l, own);
  return (
    areForms(own.givenNames, other.givenNames) || soundOfSyllables(own.text) === soundOfSyllables(other.text)
  );
}

/** What is left of the similarity of two tokens. */
export function syllableSimilarity(
  rule: SyllableRule,
  names: { query: PreparedName; list: PreparedName },
  { q, l, similarity }: { q: number; l: number; similarity: number },
): number {
  if (similarity === 0 || similarity === 1 || rule === RULE.characters) return similarity;
  const { query, list } = names;
  if (isSameSyllable(query, q, list, l)) return similarity;
  if (rule === RULE.read) return 0;
  const isOther = isSyllabic(query.tokens[q]!) && isSyllabic(list.tokens[l]!);
  return isOther ? Math.min(similarity, OTHER_SYLLABLE_SIMILARITY) : similarity;
}

/** Whether several syllables of which one is a family name, read from Han or Hangul, are one word of the other name. */
function joinsFamilyName(query: PreparedName, list: PreparedName, part: AlignedPart): boolean {
  if (isOfSyllables(query.script)) return part.queryFrom === 0 && part.queryTo > 1;
  return isOfSyllables(list.script) && part.listFrom === 0 && part.listTo > 1;
}

/** The same of several tokens that read as one. */
export function joinedSyllableSimilarity(
  rule: SyllableRule,
  { query, list }: { query: PreparedName; list: PreparedName },
  part: AlignedPart,
): number {
  const { similarity } = part;
  if (rule === RULE.characters) return similarity;
  if (rule === RULE.read && joinsFamilyName(query, list, part)) return 0;
  if (similarity === JOIN_SIMILARITY) return similarity;
  if (rule === RULE.read) return 0;
  const own = query.tokens.slice(part.queryFrom, part.queryTo).join('');
  const other = list.tokens.slice(part.listFrom, part.listTo).join('');
  const isOther = isSyllabic(own) && isSyllabic(other) && soundOfSyllables(own) !== soundOfSyllables(other);
  return isOther ? Math.min(similarity, OTHER_SYLLABLE_SIMILARITY) : similarity;
}

function isSyllablePlace(name: PreparedName, at: number): boolean {
  const role = name.roles[at]!;
  return role === ROLE.name || role === ROLE.common || role === ROLE.repeated;
}

/** Whether a syllable of a name matches nothing. */
function hasMissing(
  name: PreparedName,
  used: (at: number) => boolean,
  rule: SyllableRule,
  other: PreparedName,
): boolean {
  // Characters are no particles and no titles, whatever word of another language they read like.
  if (isOfSyllables(name.script)) return name.tokens.some((_, at) => !used(at));
  const isSyllable = (token: string) =>
    isSyllabic(token) || (other.script === SYLLABIC.dialect && isDialectSyllable(token));
  return name.tokens.some(
    (token, at) => !used(at) && isSyllablePlace(name, at) && (rule !== RULE.read || isSyllable(token)),
  );
}

/** Whether places rise. */
function isRising(places: readonly number[]): boolean {
  return places.every((place, at) => at === 0 || place > places[at - 1]!);
}

/** What the order of the parts leaves of a score: a family name may come first or last. */
function orderFactor(
  rule: SyllableRule,
  { query }: { query: PreparedName },
  parts: readonly AlignedPart[],
): number {
  if (rule === RULE.none) return 1;
  const places = parts
    .filter((part) => isSyllablePlace(query, part.queryFrom))
    .sort((a, b) => a.queryFrom - b.queryFrom)
    .map((part) => part.listFrom);
  if (isRising(places)) return 1;
  const isMoved =
    isRising([...places.slice(1), places[0]!]) || isRising([places.at(-1)!, ...places.slice(0, -1)]);
  return isMoved ? MOVED_FAMILY_NAME_FACTOR[rule] : OTHER_ORDER_FACTOR[rule];
}

/** What the syllables that match nothing, and the order of the others, leave of a score. */
export function syllableFactor(
  rule: SyllableRule,
  names: { query: PreparedName; list: PreparedName },
  parts: readonly AlignedPart[],
): number {
  if (rule === RULE.none) return 1;
  const order = orderFactor(rule, names, parts);
  const own = hasMissing(
    names.query,
    (at) => parts.some((part) => part.queryFrom <= at && at < part.queryTo),
    rule,
    names.list,
  );
  const other = hasMissing(
    names.list,
    (at) => parts.some((part) => part.listFrom <= at && at < part.listTo),
    rule,
    names.query,
  );
  // Where both sides have some, they contradict each other, which costs enough.
  const isMissing = rule === RULE.read ? own || other : own !== other;
  return isMissing ? order * MISSING_SYLLABLE_FACTOR[rule] : order;
}
