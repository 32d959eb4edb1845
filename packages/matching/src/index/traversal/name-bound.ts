/**
 * The best score that a name of the list can reach, from the tokens it holds alone.
 *
 * A score of at least t means that what matched adds at least what t takes: Σ weight × (similarity − t) ≥ t × loss. Each
 * query token is taken at the best that any token of the name can give it; tokens that nothing can match count as lost.
 */

import type { PreparedName } from '../../names/prepare.ts';
import { ROLE } from '../../names/roles.ts';
import { boundWeight, lossOf, minQueryLoss, scoreBound } from '../../scoring/costs.ts';
import { CONFLICTING_INITIAL, isMistyped, isSelective } from '../../scoring/remainder.ts';
import { isSmallWord } from '../../scoring/token-match-rules.ts';
import { INITIAL_SIMILARITY } from '../../scoring/token-similarity.ts';
import { SUM_TOLERANCE } from '../../weights.ts';
import { weightOf } from '../expansion/single-token-matches.ts';
import type { TokenLetters } from '../expansion/token-letters.ts';
import type { MatchedQuery, TokenMatches } from '../expansion/token-matches.ts';
import type { ListIndex } from '../format/list-index.ts';
import { LengthBound } from '../planning/index.ts';
import { ListSideBound, type PresentInitials } from './list-side-bound.ts';
import { MatchedName } from './matched-name.ts';

/** Queries of so many tokens are bounded by the length of a name too. */
const LONG_QUERY = 8;

export class NameBound {
  readonly #index: ListIndex;
  readonly #query: PreparedName;
  readonly #matches: TokenMatches;
  readonly #letters: TokenLetters;
  readonly #inName: MatchedName;
  /** Query tokens that may match something in the name examined, and what each of these adds after all. */
  readonly #counted: Int32Array;
  readonly #netBounds: Float64Array;
  readonly #sorted: Float64Array;
  /** What all of the query weighs at most. */
  readonly #whole: number;
  readonly #each: ListSideBound;
  readonly #isSelective: readonly boolean[];
  /** Query tokens that may stand for any list token with their letter, in the order of the query. */
  readonly #initials: number[];
  /** Those of them that may stand for a token of the name examined, and what each adds by that at most. */
  readonly #present: number[] = [];
  readonly #initialBounds: number[] = [];
  /** All initials, and those that are there, as `ListSideBound` takes them. */
  readonly #everyInitial: PresentInitials;
  readonly #presentInitials: PresentInitials;
  /** By query token: what an initial adds at most, while it is found out. */
  readonly #boundOf: number[] = [];
  /** By code of a letter: the initials that are it. */
  readonly #byLetter: number[][] = [];
  readonly #lengthBound: LengthBound | undefined;
  readonly #maxScoreOfOne: number;

  constructor(matched: MatchedQuery) {
    const { index, query, matches, letters } = matched;
    this.#index = index;
    this.#query = query;
    this.#matches = matches;
    this.#letters = letters;
    this.#inName = new MatchedName(matched);
    this.#counted = new Int32Array(query.tokens.length);
    this.#netBounds = new Float64Array(query.tokens.length);
    this.#sorted = new Float64Array(query.tokens.length);
    this.#whole = query.weights.reduce((sum, weight) => sum + boundWeight(weight), 0);
    this.#isSelective = query.roles.map(isSelective);
    this.#initials = [...query.tokens.keys()].filter((q) => query.roles[q] === ROLE.initial);
    const bounded = { upperBounds: this.#initialBounds, mayMatch: this.#inName.upperBounds };
    this.#everyInitial = { places: this.#initials, ...bounded };
    this.#presentInitials = { places: this.#present, ...bounded };
    for (const q of this.#initials) {
      const code = query.tokens[q]!.charCodeAt(0);
      this.#byLetter[code] = [...(this.#byLetter[code] ?? []), q];
    }
    this.#each = new ListSideBound(query);
    this.#lengthBound = query.tokens.length > LONG_QUERY ? new LengthBound(query) : undefined;
    this.#maxScoreOfOne = this.#boundOfOneMatch();
  }

  /** The best score of a name of which one token matches one of the query. */
  #boundOfOneMatch(): number {
    const { family, tokens, weights, minAlone } = this.#query;
    // What may stand for any token of the name is not stated as a match.
    if (tokens.some((text) => text.length === 1)) return 1;
    const alone = minAlone.reduce((sum, weight) => sum + weight, 0);
    const scores = weights.map((weight, q) => scoreBound(family, boundWeight(weight), alone - minAlone[q]!));
    return Math.max(0, ...scores);
  }

  /** Whether so many tokens as the name has that match something may be enough for a long query. */
  #isLongEnough(from: number, to: number, threshold: number): boolean {
    if (!this.#lengthBound) return true;
    const { nameTokens } = this.#index.sections;
    let matched = this.#initials.length;
    for (let at = from; at < to; at++) if (this.#matches.heads[nameTokens[at]!] !== 0) matched++;
    return this.#lengthBound.score(Math.min(matched, to - from), this.#whole, 0) >= threshold;
  }

  /** Whether several tokens of the query or of the name last examined may stand for one of the other. */
  get mayJoin(): boolean {
    return this.#inName.found.hasConcatenation || this.#inName.found.hasMultiToken;
  }

  /** Whether the name, of this block, may score `threshold` or more. */
  reaches(name: number, block: number, threshold: number): boolean {
    const from = this.#index.blocks.tokensFrom(name, block);
    const to = from + this.#index.blocks.lengths[block]!;
    if (this.#inName.isMatchedOnce(from, to) && this.#maxScoreOfOne < threshold - SUM_TOLERANCE) return false;
    if (!this.#isLongEnough(from, to, threshold)) return false;
    const found = this.#inName.found;
    this.#inName.gather({ from, to, threshold, isExact: false });
    // What takes longer to find out is asked only where the rest leaves it open.
    if (this.#initials.length > 0 && !this.#mayBeEnough(threshold)) return false;
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

  /** Whether the name last examined may be enough if every initial of the query matches a token of it. */
  #mayBeEnough(threshold: number): boolean {
    const max = Math.max(0, INITIAL_SIMILARITY - threshold);
    for (let i = 0; i < this.#initials.length; i++)
      this.#initialBounds[i] = max * this.#query.weights[this.#initials[i]!]!;
    return this.#each.isEnough(this.#inName.found, threshold, this.#everyInitial);
  }

  /** Whether it may be enough with these initials. */
  #isEnoughWith(
    initials: readonly number[],
    range: { from: number; to: number; threshold: number },
  ): boolean {
    const { from, to, threshold } = range;
    const found = this.#inName.found;
    if (this.#initials.length > 0) this.#noteConflict(initials);
    if (!this.#each.isEnough(found, threshold, this.#presentInitials)) return false;
    if (this.#initials.length > 0 && !found.hasConcatenation && !found.hasMultiToken)
      found.max = found.matched + this.#matchedByInitials(from, to);
    return this.#isEnough(threshold, initials, true);
  }

  /**
   * Notes which initials of the query surely match nothing, where more selective tokens of the name do so than the others
   * may stand for: they contradict these, and no typing error explains it.
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

  /** Those initials of the query that may stand for one of the tokens from–to; notes what each adds by that at most. */
  #initialsIn(from: number, to: number, threshold: number): readonly number[] {
    const present = this.#present;
    if (this.#initials.length === 0) return present;
    present.length = 0;
    for (let at = from; at < to; at++) {
      const places = this.#placesOf(at);
      if (!places || this.#inName.isTaken(at, { from, to })) continue;
      const weight = weightOf(this.#query.family, this.#index.roleInName(from, at, this.#query.family));
      for (const q of places) {
        const own = this.#query.weights[q]!;
        // Where a match takes from the score, it takes the least with the lightest token.
        const counted = threshold > INITIAL_SIMILARITY ? Math.min(own, weight) : own;
        const upperBound = counted * (INITIAL_SIMILARITY - threshold);
        if (present.includes(q)) this.#boundOf[q] = Math.max(this.#boundOf[q]!, upperBound);
        else {
          this.#boundOf[q] = upperBound;
          present.push(q);
        }
      }
    }
    if (present.length > 1) present.sort((a, b) => a - b);
    for (let i = 0; i < present.length; i++) this.#initialBounds[i] = this.#boundOf[present[i]!]!;
    return present;
  }

  /** Those initials of the query that the token at a place may match: it begins with their letter. */
  #placesOf(at: number): readonly number[] | undefined {
    const token = this.#index.sections.nameTokens[at]!;
    const places = this.#byLetter[this.#letters.first[token]!];
    if (!places || isSmallWord(this.#index.roleOfToken(token, this.#query.family))) return undefined;
    return places;
  }

  /** How many of the tokens from–to match nothing but an initial. */
  #matchedByInitials(from: number, to: number): number {
    const { nameTokens } = this.#index.sections;
    let count = 0;
    for (let at = from; at < to; at++) {
      if (this.#matches.heads[nameTokens[at]!] === 0 && this.#placesOf(at)) count++;
    }
    return count;
  }

  /**
   * Whether all that contradicts may be two spellings of one token, given which selective tokens surely match nothing.
   * Contradictions cost more than twice as much otherwise.
   * @param initials those of the query that may stand for a token of the name
   */
  #mayBeMistyped(initials: readonly number[]): boolean {
    const { unmatchedSelective, unmatchedSelectiveToken, surelyUnmatched, surelyUnmatchedToken } =
      this.#inName.found;
    const [alone, token] =
      this.#initials.length > 0
        ? [surelyUnmatched, surelyUnmatchedToken]
        : [unmatchedSelective, unmatchedSelectiveToken];
    if (unmatchedSelective === 0) return true;
    let own = -1;
    const { upperBounds } = this.#inName;
    for (let q = 0; q < upperBounds.length; q++) {
      if (upperBounds[q] !== Number.NEGATIVE_INFINITY || !this.#isSelective[q] || initials.includes(q))
        continue;
      if (own >= 0) return false;
      own = q;
    }
    if (own < 0) return true;
    if (alone > 1) return false;
    const text = this.#query.tokens[own]!;
    if (text.length === 1) return false;
    if (alone === 0) return true;
    if (Math.abs(text.length - this.#index.tokenLength(token)) > 2) return false;
    return isMistyped(text, this.#index.tokenText(token));
  }

  /**
   * Whether what the query's tokens add together makes up for what is lost at least.
   * @param initials those of the query that may stand for a token of the name
   */
  #isEnough(threshold: number, initials: readonly number[], mayBeNear: boolean): boolean {
    const { family } = this.#query;
    const { byInitials, matched, max, contradicts, conflicting } = this.#inName.found;
    // An initial may stand for a list token that nothing else matches, even where it could match better.
    const listAlone = this.#inName.found.listAlone - Math.min(byInitials, initials.length);
    const isNear = mayBeNear && conflicting === 0;
    const alone = contradicts ? this.#query.aloneWeights : this.#query.minAlone;
    const counted = this.#counted;
    const weights = { matched: 0, queryAlone: 0, listAlone };
    let boundSum = 0;
    let count = 0;
    let next = 0;
    const { upperBounds, weights: heaviest } = this.#inName;
    for (let q = 0; q < upperBounds.length; q++) {
      let upperBound = upperBounds[q]!;
      let weight = heaviest[q]!;
      if (initials[next] === q) {
        upperBound = Math.max(upperBound, this.#initialBounds[next++]!);
        weight = Math.max(weight, this.#query.weights[q]!);
      }
      if (upperBound === Number.NEGATIVE_INFINITY) {
        const isConflicting = conflicting > 0 && this.#query.roles[q] === ROLE.initial;
        weights.queryAlone += isConflicting ? CONFLICTING_INITIAL : alone[q]!;
        continue;
      }
      upperBound = Math.max(upperBound, -threshold * minQueryLoss(family, alone[q]!));
      counted[count++] = q;
      this.#netBounds[q] = upperBound;
      weights.matched += weight;
      boundSum += upperBound;
    }
    if (weights.matched === 0) return false;
    if (boundSum - threshold * lossOf(family, weights, isNear) < -SUM_TOLERANCE) return false;
    if (count > max) {
      boundSum -= this.#sumOfSmallest(this.#netBounds, count, count - max);
      weights.queryAlone += this.#sumOfSmallest(alone, count, count - max);
      if (boundSum - threshold * lossOf(family, weights, isNear) < -SUM_TOLERANCE) return false;
    }
    const { matched: matchedWeight, queryAlone } = weights;
    return (
      !this.#lengthBound ||
      this.#lengthBound.score(matched + this.#initials.length, matchedWeight, queryAlone) >= threshold
    );
  }

  /** The sum of the `count` least values of the query tokens that may match something, which are `size`. */
  #sumOfSmallest(values: ArrayLike<number>, size: number, count: number): number {
    const sorted = this.#sorted;
    for (let i = 0; i < size; i++) {
      const value = values[this.#counted[i]!]!;
      let at = i;
      for (; at > 0 && sorted[at - 1]! > value; at--) sorted[at] = sorted[at - 1]!;
      sorted[at] = value;
    }
    let sum = 0;
    for (let i = 0; i < count; i++) sum += sorted[i]!;
    return sum;
  }
}
