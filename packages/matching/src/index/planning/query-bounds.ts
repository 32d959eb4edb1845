/**
 * Upper bounds of what the tokens of a query add to the score of any name, and which of them a name cannot do without.
 */

import type { PreparedName } from '../../names/prepare.ts';
import { ROLE, ROLE_WEIGHTS } from '../../names/roles.ts';
import { minListLoss, minQueryLoss, queryLossOf } from '../../scoring/costs.ts';
import { LONGEST_JOIN } from '../../scoring/joined-parts.ts';
import { INITIAL_SIMILARITY } from '../../scoring/token-similarity.ts';
import { SUM_TOLERANCE } from '../../weights.ts';
import { MATCH, type MatchBounds, type TokenMatches } from '../expansion/token-matches.ts';
import { f64At, i32At, itemAt, numberAt } from '../format/values.ts';
import { type Around, NOTHING_LESS, type PlanOptions, SEED, type Seed, type Without } from './query-plan.ts';

/** The minimum that any token weighs when it matches another. */
const LIGHTEST = 0.1;

/** What may be matched of a query, what that adds at most, and what surely matches nothing. */
export interface Balance {
  boundSum: number;
  matched: number;
  unmatched: number;
}

/**
 * Upper bound of the weight of a name that a match takes part in.
 * @param own what the query token weighs that it is a match of
 */
function coverageOf(kind: number, similarity: number, weight: number, own: number): number {
  if (kind === MATCH.firstPart || kind === MATCH.lastPart) return LONGEST_JOIN;
  if (kind === MATCH.multiToken || similarity === INITIAL_SIMILARITY) return 1;
  // The match weighs the mean of both tokens.
  return Math.min(1, 2 * weight - own + SUM_TOLERANCE);
}

export function matchBoundsOf(query: PreparedName, matches: TokenMatches, threshold: number): MatchBounds {
  const { size, kind, from, similarity, weight, repeatedWeight } = matches;
  const bounds = matches.takeBounds();
  const { upperBounds, coverages } = bounds;
  for (let at = 0; at < size; at++) {
    const above = f64At(similarity, at) - threshold;
    const isLighter = above < 0 && kind[at] === MATCH.single && matches.isShared(at);
    upperBounds[at] = (isLighter ? f64At(repeatedWeight, at) : f64At(weight, at)) * above;
    const own = numberAt(query.weights, i32At(from, at));
    coverages[at] = coverageOf(i32At(kind, at), f64At(similarity, at), f64At(weight, at), own);
  }
  return bounds;
}

/** What one query token may add to the score of a name. */
interface TokenBounds {
  /** The maximum that it weighs in a match. */
  maxWeight: number;
  /** Upper bound of the weight of a name that it matches. */
  coverage: number;
  /** The same where it is not joined, and no initial that the name states as such. */
  plainCoverage: number;
  /** How much more an initial adds in a name that states it as such. */
  initialBonus: number;
  /** The maximum that it adds in any name, and whether anything matches it at all. */
  best: number;
  isMatched: boolean;
  /**
   * The maximum that it adds by what leads to no name, or by nothing: doubtful matches in a plan of sure ones, and what an
   * initial may match. Negative infinity where there is none.
   */
  doubtful: number;
  /** What it weighs at least when it matches nothing, and what the score loses by that. */
  unmatched: number;
  lost: number;
}

/** @property withMultiToken whether one list token may match several of the query */
type FoundMatches = MatchBounds & { matches: TokenMatches; withMultiToken: boolean };

function isDoubtful({ doubtful }: TokenBounds): boolean {
  return doubtful > Number.NEGATIVE_INFINITY;
}

export class QueryBounds {
  readonly #query: PreparedName;
  readonly #threshold: number;
  readonly #tokens: readonly TokenBounds[];
  /** All of the query. */
  readonly balance: Balance = { boundSum: 0, matched: 0, unmatched: 0 };
  readonly coverage: number;

  constructor(query: PreparedName, found: FoundMatches, { threshold, isSure }: PlanOptions) {
    this.#query = query;
    this.#threshold = threshold;
    this.#tokens = query.minUnmatched.map((unmatched, q) => ({
      // An initial weighs no more than itself, whatever it matches.
      maxWeight: itemAt(query.tokens, q).length === 1 ? numberAt(query.weights, q) : 0,
      coverage: 0,
      plainCoverage: 0,
      initialBonus: 0,
      best: Number.NEGATIVE_INFINITY,
      isMatched: false,
      doubtful: Number.NEGATIVE_INFINITY,
      unmatched,
      lost: -threshold * minQueryLoss(query.family, unmatched),
    }));
    this.#gather(found, isSure);
    this.#tokens.forEach((token, q) => {
      token.isMatched = token.best > Number.NEGATIVE_INFINITY;
      if (isDoubtful(token)) token.doubtful = Math.max(token.doubtful, token.lost);
      token.best = Math.max(token.best, token.doubtful, token.lost);
      this.put(this.balance, q);
    });
    this.coverage = this.#tokens.reduce((sum, { coverage }) => sum + coverage, 0);
  }

  #gather(found: FoundMatches, isSure: boolean): void {
    const { upperBounds, withMultiToken } = found;
    const { size, kind, from, to, weight } = found.matches;
    for (let at = 0; at < size; at++) {
      const matchKind = i32At(kind, at);
      const isMultiToken = matchKind === MATCH.multiToken;
      if (isMultiToken && !withMultiToken) continue;
      const first = i32At(from, at);
      const end = isMultiToken ? i32At(to, at) : first + 1;
      const upperBound = f64At(upperBounds, at) / (end - first);
      const maxWeight = f64At(weight, at) / (end - first);
      const coverage = f64At(found.coverages, at);
      const leadsNowhere = isSure && found.matches.isDoubtful(at);
      const isEnd = matchKind === MATCH.firstPart || matchKind === MATCH.lastPart;
      for (let q = first; q < end; q++) {
        const token = itemAt(this.#tokens, q);
        if (!isEnd && coverage > token.plainCoverage) token.plainCoverage = coverage;
        if (leadsNowhere) token.doubtful = Math.max(token.doubtful, upperBound);
        else if (upperBound > token.best) token.best = upperBound;
        if (maxWeight > token.maxWeight) token.maxWeight = maxWeight;
        if (coverage > token.coverage) token.coverage = coverage;
      }
    }
    // What an initial may match is too much to be looked up: only the initial itself leads to names.
    this.#tokens.forEach((token, q) => {
      if (itemAt(this.#query.tokens, q).length !== 1) return;
      const lightest = this.#threshold > INITIAL_SIMILARITY ? LIGHTEST : token.maxWeight;
      const upperBound = lightest * (INITIAL_SIMILARITY - this.#threshold);
      token.coverage = 1;
      token.plainCoverage = 1;
      if (this.#query.roles[q] === ROLE.initial) this.#boundUnlistedInitial(q, upperBound);
      token.best = Math.max(token.best, upperBound);
      token.doubtful = Math.max(token.doubtful, upperBound);
    });
  }

  /**
   * Notes what an initial adds and matches in a name that does not show it as such. The heavier the token that it
   * matches, the more this may take from the score.
   * @param upperBound the maximum that it adds there
   */
  #boundUnlistedInitial(q: number, upperBound: number): void {
    const { family, weights } = this.#query;
    const token = itemAt(this.#tokens, q);
    token.initialBonus = Math.max(0, token.best - Math.max(upperBound, token.lost));
    if (this.#threshold <= INITIAL_SIMILARITY) return;
    const perWeight = this.#threshold * minListLoss(family, 1);
    const boundOf = (weight: number) =>
      Math.min(weight, numberAt(weights, q)) * (INITIAL_SIMILARITY - this.#threshold);
    const coverages = ROLE_WEIGHTS[family].map(
      ({ matched, unmatched }) => unmatched + (boundOf(matched) - upperBound) / perWeight,
    );
    token.plainCoverage = Math.max(0, ...coverages);
  }

  /** What names allow less that have none of these seeds. */
  without(seeds: readonly Seed[]): Without {
    if (seeds.length === 0) return NOTHING_LESS;
    const whole = this.net(this.balance);
    // Where nothing of the query can match, the loss has no limit, and nothing could be less.
    if (whole === Number.NEGATIVE_INFINITY) return NOTHING_LESS;
    const balance = { ...this.balance };
    let coverage = 0;
    for (const { q, kind } of seeds) {
      const token = itemAt(this.#tokens, q);
      let left = token.plainCoverage;
      if (kind === SEED.initial) balance.boundSum -= token.initialBonus;
      else if (kind === SEED.any && token.isMatched) {
        this.#unmatch(balance, token, 1);
        if (!isDoubtful(token)) left = 0;
      }
      coverage += token.coverage - left;
    }
    return { upperBound: whole - this.net(balance), coverage };
  }

  /** What a name adds less at most that matches nothing of a query token. */
  worth(q: number): number {
    const { best, lost, doubtful } = itemAt(this.#tokens, q);
    return Math.max(SUM_TOLERANCE, best - Math.max(lost, doubtful));
  }

  /** The maximum that a query token weighs in a match. */
  maxWeightOf(q: number): number {
    return itemAt(this.#tokens, q).maxWeight;
  }

  /** Adds a query token to those that may be matched. */
  put(balance: Balance, q: number): void {
    const token = itemAt(this.#tokens, q);
    if (token.isMatched) {
      balance.boundSum += token.best;
      balance.matched += token.maxWeight;
    } else this.#lose(balance, token, 1);
  }

  /** Whether a query token may match what leads to no name. */
  isDoubtful(q: number): boolean {
    return isDoubtful(itemAt(this.#tokens, q));
  }

  /** Counts a query token as one that matches doubtfully or nothing, or no longer does so. */
  #lose(balance: Balance, token: TokenBounds, sign: 1 | -1): void {
    if (isDoubtful(token)) {
      balance.boundSum += sign * token.doubtful;
      balance.matched += sign * token.maxWeight;
    } else balance.unmatched += sign * token.unmatched;
  }

  /** Takes a query token out of those that may be matched, or puts it back. */
  #unmatch(balance: Balance, token: TokenBounds, sign: 1 | -1): void {
    balance.boundSum -= sign * token.best;
    balance.matched -= sign * token.maxWeight;
    this.#lose(balance, token, sign);
  }

  /** Takes a query token out of those that may be matched, or puts it back, and with it those that are its like. */
  remove(balance: Balance, q: number, how: { sign?: 1 | -1; isOut?: (q: number) => boolean } = {}): void {
    const { sign = 1, isOut } = how;
    const { tokens } = this.#query;
    for (let like = q; like < tokens.length; like++) {
      const token = itemAt(this.#tokens, like);
      if (tokens[like] === tokens[q] && token.isMatched && !isOut?.(like))
        this.#unmatch(balance, token, sign);
    }
  }

  /** Whether a name may reach the threshold that matches all of the query that may be matched. */
  isEnough(balance: Balance): boolean {
    return this.net(balance) >= -SUM_TOLERANCE;
  }

  /** What is added at most, less what is surely lost. */
  net({ boundSum, matched, unmatched }: Balance): number {
    return boundSum - this.#threshold * queryLossOf(this.#query.family, matched, unmatched);
  }

  /** What the query allows besides tokens from–to of it. */
  around(from: number, to: number): Around {
    const whole = this.net(this.balance);
    let rest = whole;
    let restCoverage = 0;
    for (let q = 0; q < this.#tokens.length; q++) {
      const { coverage, isMatched, best } = itemAt(this.#tokens, q);
      if (q < from || q >= to) restCoverage += coverage;
      else if (isMatched) rest -= best;
    }
    return { rest, restCoverage, whole };
  }
}
