/**
 * Upper bounds of what the tokens of a query add to the score of any name, and which of them a name cannot do without.
 */

import type { PreparedName } from '../../names/prepare.ts';
import { HEAVY_TOKEN, ROLE, ROLE_WEIGHTS } from '../../names/roles.ts';
import { minListLoss, minQueryLoss, queryLossOf } from '../../scoring/costs.ts';
import { INITIAL_SIMILARITY } from '../../scoring/token-similarity.ts';
import { SUM_TOLERANCE } from '../../weights.ts';
import { MATCH, type TokenMatches } from '../expansion/token-matches.ts';
import { f64At, i32At, itemAt } from '../format/values.ts';
import { type Around, coverageOf, LIGHTEST, SEED, type SeedPostings, type Without } from './query-plan.ts';

/** What may be matched of a query, what that adds at most, and what surely matches nothing. */
export interface Balance {
  boundSum: number;
  matched: number;
  alone: number;
}

/** What each match adds at most. */
export function upperBoundsOf(matches: TokenMatches, threshold: number): Float64Array {
  const { size, kind, similarity, weight, repeatedWeight } = matches;
  const upperBounds = new Float64Array(size);
  for (let at = 0; at < size; at++) {
    const above = f64At(similarity, at) - threshold;
    const isLighter = above < 0 && kind[at] === MATCH.single && matches.isShared(at);
    upperBounds[at] = (isLighter ? f64At(repeatedWeight, at) : f64At(weight, at)) * above;
  }
  return upperBounds;
}

export class QueryBounds {
  readonly #query: PreparedName;
  readonly #threshold: number;
  /** By query token: the maximum that it weighs in a match. */
  readonly #maxWeights: Float64Array;
  /** By query token: how much of the weight of a name it may stand for. */
  readonly #coverages: Float64Array;
  /** The same where it is not joined, and no initial that the name states as such. */
  readonly #plainCoverages: Float64Array;
  /** By query token: how much more an initial adds in a name that states it as such. */
  readonly #initialBonus: Float64Array;
  /** By query token: how much more it adds in other names by a light token than by a heavy one. */
  readonly #byLight: Float64Array;
  /** By query token: the maximum that it adds in any name, and whether anything matches it at all. */
  readonly #best: Float64Array;
  readonly #isMatched: boolean[];
  /** By query token: the maximum that it adds by what leads to no name, or by nothing: what an initial may stand for. */
  readonly #doubtful: Float64Array;
  /** All of the query. */
  readonly balance: Balance = { boundSum: 0, matched: 0, alone: 0 };
  readonly coverage: number;

  /**
   * @param found.upperBounds what each match adds at most
   * @param found.withMultiToken whether one list token may stand for several of the query
   */
  constructor(
    query: PreparedName,
    found: { matches: TokenMatches; upperBounds: Float64Array; withMultiToken: boolean },
    threshold: number,
  ) {
    this.#query = query;
    this.#threshold = threshold;
    const count = query.tokens.length;
    this.#maxWeights = new Float64Array(count);
    this.#plainCoverages = new Float64Array(count);
    this.#initialBonus = new Float64Array(count);
    this.#byLight = new Float64Array(count);
    this.#coverages = new Float64Array(count);
    this.#best = new Float64Array(count);
    this.#doubtful = new Float64Array(count);
    for (let q = 0; q < count; q++) {
      // An initial weighs no more than itself, whatever it matches.
      if (itemAt(query.tokens, q).length === 1) this.#maxWeights[q] = itemAt(query.weights, q);
      this.#best[q] = Number.NEGATIVE_INFINITY;
      this.#doubtful[q] = Number.NEGATIVE_INFINITY;
    }
    this.#gather(found);
    this.#isMatched = [];
    this.coverage = 0;
    for (let q = 0; q < count; q++) {
      this.#isMatched.push(f64At(this.#best, q) > Number.NEGATIVE_INFINITY);
      const lost = this.#lost(q);
      if (f64At(this.#doubtful, q) > Number.NEGATIVE_INFINITY)
        this.#doubtful[q] = Math.max(f64At(this.#doubtful, q), lost);
      this.#best[q] = Math.max(f64At(this.#best, q), f64At(this.#doubtful, q), lost);
      this.put(this.balance, q);
      this.coverage += f64At(this.#coverages, q);
    }
  }

  #gather(found: { matches: TokenMatches; upperBounds: Float64Array; withMultiToken: boolean }): void {
    const { matches, upperBounds, withMultiToken } = found;
    const { size, kind, from, to, similarity, weight } = matches;
    const { weights } = this.#query;
    const plainCoverages = this.#plainCoverages;
    const best = this.#best;
    const doubtful = this.#doubtful;
    const maxWeights = this.#maxWeights;
    const coverages = this.#coverages;
    for (let at = 0; at < size; at++) {
      const matchKind = i32At(kind, at);
      const isMultiToken = matchKind === MATCH.multiToken;
      if (isMultiToken && !withMultiToken) continue;
      const first = i32At(from, at);
      const end = isMultiToken ? i32At(to, at) : first + 1;
      const upperBound = f64At(upperBounds, at) / (end - first);
      const maxWeight = f64At(weight, at) / (end - first);
      const coverage = coverageOf(
        matchKind,
        f64At(similarity, at),
        f64At(weight, at),
        itemAt(weights, first),
      );
      const isEnd = matchKind === MATCH.firstPart || matchKind === MATCH.lastPart;
      for (let q = first; q < end; q++) {
        if (!isEnd && coverage > f64At(plainCoverages, q)) plainCoverages[q] = coverage;
        if (upperBound > f64At(best, q)) best[q] = upperBound;
        if (maxWeight > f64At(maxWeights, q)) maxWeights[q] = maxWeight;
        if (coverage > f64At(coverages, q)) coverages[q] = coverage;
      }
    }
    // What an initial may stand for is too much to be looked up: only the initial itself leads to names.
    this.#query.tokens.forEach((text, q) => {
      if (text.length !== 1) return;
      const lightest = this.#threshold > INITIAL_SIMILARITY ? LIGHTEST : f64At(this.#maxWeights, q);
      const upperBound = lightest * (INITIAL_SIMILARITY - this.#threshold);
      coverages[q] = 1;
      plainCoverages[q] = 1;
      if (this.#query.roles[q] === ROLE.initial) this.#boundUnlistedInitial(q, upperBound);
      best[q] = Math.max(f64At(best, q), upperBound);
      doubtful[q] = Math.max(f64At(doubtful, q), upperBound);
    });
  }

  /**
   * Notes what an initial adds and stands for in a name that does not show it as such. The heavier the token that it
   * matches, the more this may take from the score.
   * @param upperBound the maximum that it adds there
   */
  #boundUnlistedInitial(q: number, upperBound: number): void {
    const { family, weights } = this.#query;
    this.#initialBonus[q] = Math.max(0, f64At(this.#best, q) - Math.max(upperBound, this.#lost(q)));
    if (this.#threshold <= INITIAL_SIMILARITY) return;
    const perWeight = this.#threshold * minListLoss(family, 1);
    const boundOf = (weight: number) =>
      Math.min(weight, itemAt(weights, q)) * (INITIAL_SIMILARITY - this.#threshold);
    const coverages = ROLE_WEIGHTS[family].map(
      ({ matched, alone }) => alone + (boundOf(matched) - upperBound) / perWeight,
    );
    this.#plainCoverages[q] = Math.max(0, ...coverages);
    const heavy = ROLE_WEIGHTS[family]
      .filter(({ alone }) => alone >= HEAVY_TOKEN)
      .map(({ matched }) => boundOf(matched));
    this.#byLight[q] = Math.max(0, upperBound - Math.max(this.#lost(q), ...heavy));
  }

  /** What names allow less that have none of these seeds. */
  without(seeds: readonly SeedPostings[]): Without {
    const balance = { ...this.balance };
    const upperBounds = Float64Array.from(this.#best);
    // The same in a name without light tokens.
    const heavyBounds = Float64Array.from(this.#best);
    const isMatched = this.#isMatched.map((is, q) => is || this.isDoubtful(q));
    let coverage = 0;
    for (const { q, kind } of seeds) {
      let left = f64At(this.#plainCoverages, q);
      if (kind === SEED.initial) {
        upperBounds[q] = f64At(upperBounds, q) - f64At(this.#initialBonus, q);
        heavyBounds[q] = f64At(upperBounds, q) - f64At(this.#byLight, q);
        balance.boundSum -= f64At(this.#initialBonus, q);
      } else if (kind === SEED.any && this.#isMatched[q]) {
        isMatched[q] = this.isDoubtful(q);
        upperBounds[q] = f64At(this.#doubtful, q);
        heavyBounds[q] = f64At(upperBounds, q);
        balance.boundSum -= f64At(this.#best, q);
        balance.matched -= f64At(this.#maxWeights, q);
        this.#lose(balance, q, 1);
        if (!isMatched[q]) left = 0;
      }
      coverage += f64At(this.#coverages, q) - left;
    }
    const places = [...isMatched.keys()].filter((q) => isMatched[q]);
    return {
      upperBound: this.net(this.balance) - this.net(balance),
      coverage,
      minTokens: {
        light: this.#minTokens(places, upperBounds),
        heavy: this.#minTokens(places, heavyBounds),
      },
    };
  }

  /**
   * How many tokens a name has at least, if each matches no more than one of the query.
   * @param places query tokens that may match something
   * @param upperBounds by query token: what it adds at most
   */
  #minTokens(places: readonly number[], upperBounds: Float64Array): number {
    const sorted = (values: ArrayLike<number>) => places.map((q) => itemAt(values, q)).sort((a, b) => a - b);
    const [lightest, least, alone] = [
      sorted(this.#maxWeights),
      sorted(upperBounds),
      sorted(this.#query.minAlone),
    ];
    const balance = {
      boundSum: least.reduce((sum, upperBound) => sum + upperBound, 0),
      matched: lightest.reduce((sum, weight) => sum + weight, 0),
      alone: 0,
    };
    this.#query.minAlone.forEach((weight, q) => {
      if (!places.includes(q)) balance.alone += weight;
    });
    // Whichever of them match nothing, that costs no less than the least of each.
    let left = places.length;
    for (let at = 0; left > 0; at++, left--) {
      balance.boundSum -= itemAt(least, at);
      balance.matched -= itemAt(lightest, at);
      balance.alone += itemAt(alone, at);
      if (!this.isEnough(balance)) break;
    }
    return left;
  }

  /** What the score loses at least by a query token that matches nothing. */
  #lost(q: number): number {
    return -this.#threshold * minQueryLoss(this.#query.family, itemAt(this.#query.minAlone, q));
  }

  /** What a name adds less at most that matches nothing of a query token. */
  worth(q: number): number {
    return Math.max(SUM_TOLERANCE, f64At(this.#best, q) - Math.max(this.#lost(q), f64At(this.#doubtful, q)));
  }

  /** The maximum that a query token weighs in a match. */
  maxWeightOf(q: number): number {
    return f64At(this.#maxWeights, q);
  }

  /** Adds a query token to those that may be matched. */
  put(balance: Balance, q: number): void {
    if (this.#isMatched[q]) {
      balance.boundSum += f64At(this.#best, q);
      balance.matched += f64At(this.#maxWeights, q);
    } else this.#lose(balance, q, 1);
  }

  /** Whether a query token may match what leads to no name. */
  isDoubtful(q: number): boolean {
    return f64At(this.#doubtful, q) > Number.NEGATIVE_INFINITY;
  }

  /** Counts a query token as one that matches doubtfully or nothing, or no longer does so. */
  #lose(balance: Balance, q: number, sign: 1 | -1): void {
    if (this.isDoubtful(q)) {
      balance.boundSum += sign * f64At(this.#doubtful, q);
      balance.matched += sign * f64At(this.#maxWeights, q);
    } else balance.alone += sign * itemAt(this.#query.minAlone, q);
  }

  /** Takes a query token out of those that may be matched, or puts it back, and with it those that are its like. */
  remove(balance: Balance, q: number, how: { sign?: 1 | -1; isOut?: (q: number) => boolean } = {}): void {
    const { sign = 1, isOut } = how;
    const { tokens } = this.#query;
    for (let like = q; like < tokens.length; like++) {
      if (tokens[like] !== tokens[q] || !this.#isMatched[like] || isOut?.(like)) continue;
      balance.boundSum -= sign * f64At(this.#best, like);
      balance.matched -= sign * f64At(this.#maxWeights, like);
      this.#lose(balance, like, sign);
    }
  }

  /** Whether a name may reach the threshold that matches all of the query that may be matched. */
  isEnough(balance: Balance): boolean {
    return this.net(balance) >= -SUM_TOLERANCE;
  }

  /** What is added at most, less what is surely lost. */
  net({ boundSum, matched, alone }: Balance): number {
    return boundSum - this.#threshold * queryLossOf(this.#query.family, matched, alone);
  }

  /** What the query allows besides tokens from–to of it. */
  around(from: number, to: number): Around {
    const whole = this.net(this.balance);
    let rest = whole;
    let restCoverage = 0;
    for (let q = 0; q < this.#best.length; q++) {
      if (q < from || q >= to) restCoverage += f64At(this.#coverages, q);
      else if (this.#isMatched[q]) rest -= f64At(this.#best, q);
    }
    return { rest, restCoverage, whole };
  }
}
