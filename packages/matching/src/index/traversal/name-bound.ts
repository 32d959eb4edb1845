/**
 * The best score that a name of the list can reach, from the tokens it holds alone.
 *
 * A score of at least t means that what matched adds at least what t takes: Σ weight × (similarity − t) ≥ t × loss. Each
 * query token is taken at the best that any token of the name can give it; tokens that nothing can match count as lost.
 */

import type { PreparedName } from '../../names/prepare.ts';
import { ROLE } from '../../names/roles.ts';
import { boundWeight, lossOf, minQueryLoss, scoreBound } from '../../scoring/costs.ts';
import { isSmallWord } from '../../scoring/token-match-rules.ts';
import { INITIAL_SIMILARITY } from '../../scoring/token-similarity.ts';
import { CONFLICTING_INITIAL, isMistyped, isSelective } from '../../scoring/unmatched-tokens.ts';
import { SUM_TOLERANCE } from '../../weights.ts';
import { weightOf } from '../expansion/single-token-matches.ts';
import type { TokenLetters } from '../expansion/token-letters.ts';
import type { SearchedIndex, TokenMatches } from '../expansion/token-matches.ts';
import type { ListIndex } from '../format/list-index.ts';
import { f64At, i32At, itemAt, numberAt, u8At, u32At } from '../format/values.ts';
import { MatchedName } from './matched-name.ts';

/** Kept from search to search: one search follows the other. */
export class NameBound {
  readonly #index: ListIndex;
  #query!: PreparedName;
  readonly #matches: TokenMatches;
  readonly #letters: TokenLetters;
  readonly #inName: MatchedName;
  /** Query tokens that may match something in the name examined, and what each of these adds after all. */
  readonly #counted: number[] = [];
  readonly #netBounds: number[] = [];
  readonly #sorted: number[] = [];
  /** Query tokens that may match any list token with their letter, in the order of the query. */
  readonly #initials: number[] = [];
  /** Those of them that may match a token of the name examined, and what each adds by that at most. */
  readonly #present: number[] = [];
  readonly #initialBounds: number[] = [];
  /** By query token: what an initial adds at most, while it is found out. */
  readonly #boundOf: number[] = [];
  /** By code of a letter: the initials that are it. */
  #byLetter: number[][] = [];
  #maxScoreOfOne = 1;

  constructor(searched: SearchedIndex) {
    this.#index = searched.index;
    this.#matches = searched.matches;
    this.#letters = searched.letters;
    this.#inName = new MatchedName(searched);
  }

  /** Takes the query of a search. */
  start(query: PreparedName): void {
    this.#query = query;
    this.#inName.start(query);
    this.#present.length = 0;
    if (this.#initials.length > 0) this.#byLetter = [];
    this.#initials.length = 0;
    query.roles.forEach((role, q) => {
      if (role !== ROLE.initial) return;
      this.#initials.push(q);
      const code = itemAt(query.tokens, q).charCodeAt(0);
      this.#byLetter[code] = [...(this.#byLetter[code] ?? []), q];
    });
    this.#maxScoreOfOne = this.#boundOfOneMatch();
  }

  /** The best score of a name of which one token matches one of the query. */
  #boundOfOneMatch(): number {
    const { family, tokens, weights, minUnmatched } = this.#query;
    // What may match any token of the name is not stated as a match.
    if (tokens.some((text) => text.length === 1)) return 1;
    const unmatched = minUnmatched.reduce((sum, weight) => sum + weight, 0);
    const scores = weights.map((weight, q) =>
      scoreBound(family, boundWeight(weight), unmatched - numberAt(minUnmatched, q)),
    );
    return Math.max(0, ...scores);
  }

  /** Whether several tokens of the query or of the name last examined may match one of the other. */
  get mayJoin(): boolean {
    return this.#inName.found.hasConcatenation || this.#inName.found.hasMultiToken;
  }

  /** Whether the name, of this block, may score `threshold` or more. */
  reaches(name: number, block: number, threshold: number): boolean {
    const from = this.#index.blocks.tokensFrom(name, block);
    const to = from + i32At(this.#index.blocks.lengths, block);
    if (this.#inName.isMatchedOnce(from, to) && this.#maxScoreOfOne < threshold - SUM_TOLERANCE) return false;
    const found = this.#inName.found;
    this.#inName.gather({ from, to, threshold, isExact: false });
    const initials = this.#initialsIn(from, to, threshold);
    if (!this.#isEnoughWith(initials, { from, to, threshold })) return false;
    if (found.hasConcatenation) {
      this.#inName.gather({ from, to, threshold, isExact: true });
      if (!this.#isEnoughWith(initials, { from, to, threshold })) return false;
    }
    return (
      found.hasConcatenation || this.#mayBeMistyped(initials) || this.#isEnough(threshold, initials, false)
    );
  }

  /** Whether it may be enough with these initials. */
  #isEnoughWith(
    initials: readonly number[],
    range: { from: number; to: number; threshold: number },
  ): boolean {
    const { from, to, threshold } = range;
    const found = this.#inName.found;
    if (this.#initials.length > 0) this.#noteConflict(initials);
    if (this.#initials.length > 0 && !found.hasConcatenation && !found.hasMultiToken)
      found.max = found.matched + this.#matchedByInitials(from, to);
    return this.#isEnough(threshold, initials, true);
  }

  /**
   * Notes which initials of the query surely match nothing, where more selective tokens of the name do so than the others
   * may match: they contradict these, and no typing error explains it.
   */
  #noteConflict(initials: readonly number[]): void {
    const found = this.#inName.found;
    found.conflicting = 0;
    if (found.surelyUnmatched === 0 && found.unmatchedSelective <= initials.length) return;
    let next = 0;
    for (const q of this.#initials) {
      if (initials[next] === q) next++;
      else if (this.#inName.upperBounds[q] === Number.NEGATIVE_INFINITY) found.conflicting++;
    }
    found.contradicts = found.conflicting > 0;
  }

  /** Those initials of the query that may match one of the tokens from–to; notes what each adds by that at most. */
  #initialsIn(from: number, to: number, threshold: number): readonly number[] {
    const present = this.#present;
    if (this.#initials.length === 0) return present;
    present.length = 0;
    for (let at = from; at < to; at++) {
      const places = this.#placesOf(at);
      if (!places) continue;
      const weight = weightOf(this.#query.family, this.#index.roleInName(from, at, this.#query.family));
      for (const q of places) {
        const own = numberAt(this.#query.weights, q);
        // Where a match takes from the score, it takes the least with the lightest token.
        const counted = threshold > INITIAL_SIMILARITY ? Math.min(own, weight) : own;
        const upperBound = counted * (INITIAL_SIMILARITY - threshold);
        if (present.includes(q)) this.#boundOf[q] = Math.max(numberAt(this.#boundOf, q), upperBound);
        else {
          this.#boundOf[q] = upperBound;
          present.push(q);
        }
      }
    }
    if (present.length > 1) present.sort((a, b) => a - b);
    for (let i = 0; i < present.length; i++)
      this.#initialBounds[i] = numberAt(this.#boundOf, numberAt(present, i));
    return present;
  }

  /** Those initials of the query that the token at a place may match: it begins with their letter. */
  #placesOf(at: number): readonly number[] | undefined {
    const token = u32At(this.#index.sections.nameTokens, at);
    const places = this.#byLetter[u8At(this.#letters.first, token)];
    if (!places || isSmallWord(this.#index.tokenRole(token, this.#query.family))) return undefined;
    return places;
  }

  /** How many of the tokens from–to match nothing but an initial. */
  #matchedByInitials(from: number, to: number): number {
    const { nameTokens } = this.#index.sections;
    let count = 0;
    for (let at = from; at < to; at++) {
      if (this.#matches.heads[u32At(nameTokens, at)] === 0 && this.#placesOf(at)) count++;
    }
    return count;
  }

  /**
   * Whether all that contradicts may be two spellings of one token, given which selective tokens surely match nothing.
   * Contradictions cost more than twice as much otherwise.
   * @param initials those of the query that may match a token of the name
   */
  #mayBeMistyped(initials: readonly number[]): boolean {
    const { unmatchedSelective, unmatchedSelectiveToken, surelyUnmatched, surelyUnmatchedToken } =
      this.#inName.found;
    const [unmatched, token] =
      this.#initials.length > 0
        ? [surelyUnmatched, surelyUnmatchedToken]
        : [unmatchedSelective, unmatchedSelectiveToken];
    if (unmatchedSelective === 0) return true;
    let own = -1;
    const { upperBounds, count } = this.#inName;
    for (let q = 0; q < count; q++) {
      const isOut =
        upperBounds[q] === Number.NEGATIVE_INFINITY && isSelective(numberAt(this.#query.roles, q));
      if (!isOut || initials.includes(q)) continue;
      if (own >= 0) return false;
      own = q;
    }
    if (own < 0) return true;
    if (unmatched > 1) return false;
    const text = itemAt(this.#query.tokens, own);
    if (text.length === 1) return false;
    if (unmatched === 0) return true;
    if (Math.abs(text.length - this.#index.tokenLength(token)) > 2) return false;
    return isMistyped(text, this.#index.tokenText(token));
  }

  /**
   * Whether what the query's tokens add together makes up for what is lost at least.
   * @param initials those of the query that may match a token of the name
   */
  #isEnough(threshold: number, initials: readonly number[], mayBeNear: boolean): boolean {
    const { family } = this.#query;
    const { byInitials, max, contradicts, conflicting } = this.#inName.found;
    // An initial may match a list token that nothing else matches, even where it could match better.
    const listUnmatched = this.#inName.found.listUnmatched - Math.min(byInitials, initials.length);
    const isNear = mayBeNear && conflicting === 0;
    const unmatched = contradicts ? this.#query.unmatchedWeights : this.#query.minUnmatched;
    const counted = this.#counted;
    const weights = { matched: 0, queryUnmatched: 0, listUnmatched };
    let boundSum = 0;
    let count = 0;
    let next = 0;
    const { upperBounds, weights: heaviest } = this.#inName;
    for (let q = 0; q < this.#inName.count; q++) {
      let upperBound = f64At(upperBounds, q);
      let weight = f64At(heaviest, q);
      if (initials[next] === q) {
        upperBound = Math.max(upperBound, numberAt(this.#initialBounds, next++));
        weight = Math.max(weight, numberAt(this.#query.weights, q));
      }
      if (upperBound === Number.NEGATIVE_INFINITY) {
        const isConflicting = conflicting > 0 && this.#query.roles[q] === ROLE.initial;
        weights.queryUnmatched += isConflicting ? CONFLICTING_INITIAL : numberAt(unmatched, q);
        continue;
      }
      upperBound = Math.max(upperBound, -threshold * minQueryLoss(family, numberAt(unmatched, q)));
      counted[count++] = q;
      this.#netBounds[q] = upperBound;
      weights.matched += weight;
      boundSum += upperBound;
    }
    if (weights.matched === 0) return false;
    if (boundSum - threshold * lossOf(family, weights, isNear) < -SUM_TOLERANCE) return false;
    if (count > max) {
      boundSum -= this.#sumOfSmallest(this.#netBounds, count, count - max);
      weights.queryUnmatched += this.#sumOfSmallest(unmatched, count, count - max);
      weights.matched -= this.#sumOfSmallest(heaviest, count, count - max);
      if (boundSum - threshold * lossOf(family, weights, isNear) < -SUM_TOLERANCE) return false;
    }
    return true;
  }

  /**
   * The sum of the `count` least values of the query tokens that may match something, which are `size`. Those with a match
   * of their own are left out: no other query token can take it from them.
   */
  #sumOfSmallest(values: readonly number[] | Float64Array, size: number, count: number): number {
    const sorted = this.#sorted;
    let found = 0;
    for (let i = 0; i < size; i++) {
      const q = numberAt(this.#counted, i);
      if (this.#inName.hasOwnMatch[q] === 1) continue;
      const value = values[q]!;
      let at = found++;
      for (; at > 0 && numberAt(sorted, at - 1) > value; at--) sorted[at] = numberAt(sorted, at - 1);
      sorted[at] = value;
    }
    let sum = 0;
    for (let i = 0; i < count; i++) sum += numberAt(sorted, i);
    return sum;
  }
}
