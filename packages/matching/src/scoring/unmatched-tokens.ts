/** Weights of the tokens that an alignment leaves unmatched, on either side. */
import { OMISSION } from '../names/omissions.ts';
import { signsOf } from '../names/original-script.ts';
import type { PreparedName } from '../names/prepare.ts';
import { ROLE } from '../names/roles.ts';
import {
  CONFLICTING_FORM,
  CONFLICTING_INITIAL,
  CRAFT_LIST_FACTOR,
  FULL_FORM_WEIGHT,
  GENERIC_ONLY_FACTOR,
  LIST_NUMERAL_FACTOR,
  MAX_NEAR_CONFLICT_EDITS,
  OTHER_FORM,
} from '../weights.ts';
import { editDistance } from './edit-cost.ts';

export { CONFLICTING_INITIAL, GENERIC_ONLY_FACTOR } from '../weights.ts';

/** Whether a token of a role that matches nothing on either side contradicts the other's. */
export function isSelective(role: number): boolean {
  return role === ROLE.name || role === ROLE.common || role === ROLE.initial;
}

export function hasUnmatchedSelectiveToken(name: PreparedName, used: Uint8Array): boolean {
  for (let i = 0; i < name.tokens.length; i++) if (!used[i] && isSelective(name.roles[i]!)) return true;
  return false;
}

/** Legal forms that are no company's. */
const NOT_COMMERCIAL = new Set(['~ngo', '~state']);

export function unmatchedLegalForm(name: PreparedName, used: Uint8Array): string | undefined {
  return name.tokens.find((_, i) => !used[i] && name.roles[i] === ROLE.legalForm);
}

/** The form that says no more than that it is a company, so that it conflicts with none. */
const ANY_COMPANY = '~co';

/**
 * What two legal forms weigh that nothing matches, where they contradict each other; undefined where they do not.
 * @param matched weight of what else matched, of which some is distinctive
 */
export function conflictingFormWeight(
  own: string | undefined,
  other: string | undefined,
  matched: number,
): number | undefined {
  if (own === undefined || other === undefined || own === ANY_COMPANY || other === ANY_COMPANY)
    return undefined;
  if (NOT_COMMERCIAL.has(own) !== NOT_COMMERCIAL.has(other)) return CONFLICTING_FORM;
  return OTHER_FORM * Math.min(1, matched / FULL_FORM_WEIGHT);
}

/** What is known of an alignment before its unmatched tokens are weighed. */
interface UnmatchedContext {
  /** Both sides have selective parts that matched nothing. */
  contradicted: boolean;
  /** Weight of an unmatched legal form: more when the other side has a different one. */
  formWeight: number | undefined;
  /** Only words matched that many organisations share. */
  genericOnly: boolean;
}

/**
 * Whether the unmatched parts of the query are only those that many leave out. A list name that
 * has unmatched parts too contradicts.
 */
function isOmitted(query: PreparedName, used: Uint8Array): boolean {
  const { omissions, roles } = query;
  return (
    omissions?.every((kind, at) => kind !== OMISSION.none || used[at] || !isSelective(roles[at]!)) ?? false
  );
}

/** Weight of an unmatched token, whichever side it is on. */
function unmatchedWeight(name: PreparedName, at: number, context: UnmatchedContext): number {
  const role = name.roles[at]!;
  if (context.contradicted && role === ROLE.initial) return CONFLICTING_INITIAL;
  if (context.formWeight !== undefined && role === ROLE.legalForm) return context.formWeight;
  return name.unmatchedWeights[at]!;
}

export function unmatchedQueryWeight(
  query: PreparedName,
  used: Uint8Array,
  context: UnmatchedContext,
): number {
  const isMin = !context.contradicted && isOmitted(query, used);
  let sum = 0;
  for (let i = 0; i < query.tokens.length; i++) {
    if (!used[i]) sum += isMin ? query.minUnmatched[i]! : unmatchedWeight(query, i, context);
  }
  return sum;
}

export function unmatchedListWeight(list: PreparedName, used: Uint8Array, context: UnmatchedContext): number {
  const organisation = list.family === 'organisation';
  let sum = 0;
  for (let i = 0; i < list.tokens.length; i++) {
    if (used[i]) continue;
    const role = list.roles[i]!;
    const isSelective = role === ROLE.name || role === ROLE.place;
    let factor = 1;
    if (organisation && role === ROLE.numeral) factor = LIST_NUMERAL_FACTOR;
    else if (organisation && context.genericOnly && isSelective) factor = GENERIC_ONLY_FACTOR;
    else if (list.isCraft) factor = CRAFT_LIST_FACTOR;
    sum += factor * unmatchedWeight(list, i, context);
  }
  return sum;
}

/** The only selective token that matched nothing, or undefined when there are none or several. */
function onlyUnmatched(name: PreparedName, used: Uint8Array): string | undefined {
  let only: string | undefined;
  for (let i = 0; i < name.tokens.length; i++) {
    if (used[i] || !isSelective(name.roles[i]!)) continue;
    if (only !== undefined) return undefined;
    only = name.tokens[i]!;
  }
  return only;
}

/**
 * Whether all that contradicts is one token on each side, too short to match after two edits, yet no further apart. It
 * is then no proof of another person.
 */
export function looksMistyped(
  query: PreparedName,
  queryUsed: Uint8Array,
  list: PreparedName,
  listUsed: Uint8Array,
): boolean {
  const [own, other] = [onlyUnmatched(query, queryUsed), onlyUnmatched(list, listUsed)];
  return own !== undefined && other !== undefined && isMistyped(own, other);
}

/** Whether two tokens that do not match are no further apart than two edits. */
export function isMistyped(own: string, other: string): boolean {
  const maxEdits = MAX_NEAR_CONFLICT_EDITS;
  if (own.length < 2 || other.length < 2) return false;
  return (
    Math.max(own.length, other.length) - signsOf(own) > maxEdits &&
    editDistance(own, other, maxEdits) <= maxEdits
  );
}
