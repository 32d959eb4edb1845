/** The matches of the tokens of one list name, one name after the other. */

import type { PreparedName } from '../../names/prepare.ts';
import { type Family, ROLE, ROLE_WEIGHTS, type Role } from '../../names/roles.ts';
import { JOINED, LONGEST_JOIN } from '../../scoring/joined-parts.ts';
import { isSmallWord } from '../../scoring/token-match-rules.ts';
import { GENERIC_ONLY_FACTOR, isSelective } from '../../scoring/unmatched-tokens.ts';
import type { TokenLetters } from '../expansion/token-letters.ts';
import { MATCH, type SearchedIndex, type TokenMatches } from '../expansion/token-matches.ts';
import type { ListIndex } from '../format/list-index.ts';
import { f64At, i32At, u8At, u32At } from '../format/values.ts';
import { NameConcatenations } from './name-concatenations.ts';
import { NameSummary } from './name-summary.ts';

/** By family and role: weight of a list token that matches nothing. */
const UNMATCHED_WEIGHTS: Record<Family, Float64Array> = {
  person: Float64Array.from(ROLE_WEIGHTS.person, ({ unmatched }) => unmatched),
  organisation: Float64Array.from(ROLE_WEIGHTS.organisation, ({ unmatched }) => unmatched),
};

const NO_LETTERS = new Uint8Array(0);
/** Tokens of a query that there is room for from the beginning. */
const FIRST_SIZE = 32;

/** The bit of a place in a name; those of long names that have none of their own share the last. */
function placeBit(place: number): number {
  return place < 0 ? 0 : 1 << Math.min(place, 31);
}

/** Whether tokens of a role are shared by many organisations, see `alignNames`. */
function isGenericRole(role: number): boolean {
  return !isSelective(role) && role !== ROLE.numeral;
}

/** Kept from search to search: one search follows the other. */
export class MatchedName {
  readonly #index: ListIndex;
  readonly #matches: TokenMatches;
  readonly #letters: TokenLetters;
  #query!: PreparedName;
  /** How many tokens the query has. What is kept by query token has room for more. */
  count = 0;
  /** By query token: the maximum that it adds in the name examined. */
  upperBounds = new Float64Array(FIRST_SIZE);
  /** By query token: the maximum that it weighs in the name examined. */
  weights = new Float64Array(FIRST_SIZE);
  /** By query token: 1 where a token of the name examined matches no other; 0 for all tokens of a query with initials. */
  hasOwnMatch = new Uint8Array(FIRST_SIZE);
  readonly found = new NameSummary();
  readonly #concatenations: NameConcatenations;
  #isOrganisation = false;
  #hasInitials = false;
  /** Places of tokens of the name examined that no match is known of, and their roles. */
  readonly #unmatched: number[] = [];
  readonly #unmatchedRoles: number[] = [];
  /** What those of them weigh that show an organisation apart. */
  #selectiveUnmatched = 0;
  /** By code: 1 for letters that are initials of the query. */
  readonly #isInitial = new Uint8Array(256);
  /** By role: weight of a list token that matches nothing. */
  #unmatchedWeights = UNMATCHED_WEIGHTS.person;
  /** What the role of a token has to be shifted by in its packed form. */
  #roleShift = 0;

  constructor({ index, matches, letters }: SearchedIndex) {
    this.#index = index;
    this.#matches = matches;
    this.#letters = letters;
    this.#concatenations = new NameConcatenations(index, letters);
  }

  /** Takes the query of a search. */
  start(query: PreparedName): void {
    this.#query = query;
    this.count = query.tokens.length;
    if (this.count > this.upperBounds.length) {
      this.upperBounds = new Float64Array(this.count * 2);
      this.weights = new Float64Array(this.count * 2);
      this.hasOwnMatch = new Uint8Array(this.count * 2);
    }
    this.#concatenations.start(query);
    this.#isOrganisation = query.family === 'organisation';
    if (this.#hasInitials) this.#isInitial.fill(0);
    this.#hasInitials = query.roles.includes(ROLE.initial);
    for (let q = 0; q < this.count && this.#hasInitials; q++)
      if (query.roles[q] === ROLE.initial) this.#isInitial[query.tokens[q]!.charCodeAt(0)] = 1;
    this.#unmatchedWeights = UNMATCHED_WEIGHTS[query.family];
    this.#roleShift = query.family === 'person' ? 0 : 4;
  }

  /** Whether no more than one of the tokens from–to matches anything, by itself and as no part of a join. */
  isMatchedOnce(from: number, to: number): boolean {
    const { nameTokens } = this.#index.sections;
    const { heads, kind, several } = this.#matches;
    let only = 0;
    for (let at = from; at < to; at++) {
      const head = i32At(heads, u32At(nameTokens, at));
      if (head === 0) continue;
      if (only !== 0) return false;
      only = head;
    }
    return only === 0 || (several[only - 1] === 0 && kind[only - 1] === MATCH.single);
  }

  /**
   * Looks at what the tokens from–to of a name may match.
   * @param range.isExact whether tokens that may be one token of the query are compared with it
   */
  gather(range: { from: number; to: number; threshold: number; isExact: boolean }): void {
    const { from, to, threshold, isExact } = range;
    const { nameTokens, tokenRoles } = this.#index.sections;
    const { heads, next, kind, from: froms, to: tos, similarity, weight, repeatedWeight } = this.#matches;
    const { several } = this.#matches;
    const upperBounds = this.upperBounds;
    const weights = this.weights;
    const found = this.found;
    for (let q = 0; q < this.count; q++) {
      upperBounds[q] = Number.NEGATIVE_INFINITY;
      weights[q] = 0;
      this.hasOwnMatch[q] = 0;
    }
    let unmatched = 0;
    let joinable = 0;
    let matched = 0;
    let hasConcatenation = false;
    let hasMultiToken = false;
    let isGeneric = this.#isOrganisation;
    for (let at = from; at < to; at++) {
      const token = u32At(nameTokens, at);
      let entry = i32At(heads, token);
      let repeated = false;
      for (let before = from; before < at; before++)
        if (nameTokens[before] === token) repeated = this.#index.mayRepeat(token);
      if (entry === 0) {
        this.#unmatchedRoles[unmatched] = repeated
          ? ROLE.repeated
          : (u8At(tokenRoles, token) >> this.#roleShift) & 15;
        this.#unmatched[unmatched++] = at;
        continue;
      }
      matched++;
      if (isGeneric && !repeated)
        isGeneric = isGenericRole((u8At(tokenRoles, token) >> this.#roleShift) & 15);
      for (; entry > 0; entry = i32At(next, entry - 1)) {
        const e = entry - 1;
        const q = i32At(froms, e);
        const matchKind = i32At(kind, e);
        const own = repeated ? repeatedWeight[e]! : weight[e]!;
        const upperBound = own * (f64At(similarity, e) - threshold);
        if (matchKind === MATCH.single) {
          if (upperBound > upperBounds[q]!) upperBounds[q] = upperBound;
          if (own > weights[q]!) weights[q] = own;
          if (several[e] === 0 && !this.#hasInitials) this.hasOwnMatch[q] = 1;
        } else if (matchKind === MATCH.multiToken) {
          hasMultiToken = true;
          const count = i32At(tos, e) - q;
          for (let i = q; i < i32At(tos, e); i++) {
            if (upperBound / count > upperBounds[i]!) upperBounds[i] = upperBound / count;
            if (own / count > weights[i]!) weights[i] = own / count;
          }
        } else {
          const end = matchKind === MATCH.firstPart ? to : from - 1;
          const joined = isExact
            ? this.#concatenations.similarity(at, end, q)
            : this.#concatenations.mayBeAlike(at, end, q)
              ? JOINED
              : 0;
          if (joined === 0) continue;
          hasConcatenation = true;
          const first = matchKind === MATCH.firstPart ? at : at - LONGEST_JOIN + 1;
          for (let i = first; i < first + LONGEST_JOIN; i++) joinable |= placeBit(i - from);
          const joinBound = weight[e]! * (joined - threshold);
          if (joinBound > upperBounds[q]!) upperBounds[q] = joinBound;
          if (weight[e]! > weights[q]!) weights[q] = weight[e]!;
        }
      }
    }
    this.#weighUnmatched({ from, count: unmatched, joinable });
    // Where nothing matched but what many organisations share, what distinguishes them costs more.
    if (isGeneric && !hasConcatenation && !this.#hasInitials)
      found.listUnmatched += (GENERIC_ONLY_FACTOR - 1) * this.#selectiveUnmatched;
    found.matched = matched;
    found.hasConcatenation = hasConcatenation;
    found.hasMultiToken = hasMultiToken;
    found.conflicting = 0;
    found.contradicts =
      found.unmatchedSelective > 0 &&
      !hasConcatenation &&
      !this.#hasInitials &&
      this.#query.omissions !== undefined
        ? this.#hasUnmatchedSelectiveToken()
        : false;
    // Each of its tokens is matched by one of the query's, where none is a part of a join.
    found.max = hasConcatenation || hasMultiToken ? Number.POSITIVE_INFINITY : matched;
  }

  /**
   * Weighs those tokens that no match is known of.
   * @param among.joinable places in the name that may be parts of a join, see `placeBit`
   */
  #weighUnmatched(among: { from: number; count: number; joinable: number }): void {
    const { nameTokens } = this.#index.sections;
    const found = this.found;
    const firstLetters = this.#hasInitials ? this.#letters.first : NO_LETTERS;
    let listUnmatched = 0;
    let byInitials = 0;
    let unmatchedSelective = 0;
    let surelyUnmatched = 0;
    let surelyUnmatchedToken = 0;
    this.#selectiveUnmatched = 0;
    for (let i = 0; i < among.count; i++) {
      const at = this.#unmatched[i]!;
      if ((among.joinable & placeBit(at - among.from)) !== 0) continue;
      const token = u32At(nameTokens, at);
      const role = this.#unmatchedRoles[i]! as Role;
      const weight = this.#unmatchedWeights[role]!;
      listUnmatched += weight;
      if (role === ROLE.name || role === ROLE.place) this.#selectiveUnmatched += weight;
      if (isSelective(role)) {
        unmatchedSelective++;
        found.unmatchedSelectiveToken = token;
      }
      if (!this.#hasInitials) continue;
      if (this.#isInitial[u8At(firstLetters, token)] === 1 && !isSmallWord(role)) byInitials += weight;
      else if (isSelective(role)) {
        surelyUnmatched++;
        surelyUnmatchedToken = token;
      }
    }
    found.listUnmatched = listUnmatched;
    found.byInitials = byInitials;
    found.unmatchedSelective = unmatchedSelective;
    found.surelyUnmatched = surelyUnmatched;
    found.surelyUnmatchedToken = surelyUnmatchedToken;
  }

  /** Whether a selective token of the query surely matches nothing. */
  #hasUnmatchedSelectiveToken(): boolean {
    for (let q = 0; q < this.count; q++)
      if (this.upperBounds[q] === Number.NEGATIVE_INFINITY && isSelective(this.#query.roles[q]!)) return true;
    return false;
  }
}
