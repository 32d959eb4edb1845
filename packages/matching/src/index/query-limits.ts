/** What the tokens of a query gain and stand for at most in any name, and which of them a name cannot do without. */
import type { PreparedName } from '../names/prepare.ts';
import { HEAVY_TOKEN, ROLE, ROLE_WEIGHTS } from '../names/roles.ts';
import { leastListLoss, leastQueryLoss, queryLossOf } from '../scoring/costs.ts';
import { DOUBTFUL, INITIAL_SIMILARITY } from '../scoring/token-similarity.ts';
import { MEETING, type Meetings } from './meetings.ts';
import {
  ANCHOR,
  type Anchor,
  type Around,
  coverOf,
  LIGHTEST,
  type PlanOptions,
  TOLERANCE,
  type Without,
} from './plan.ts';

/** What may be met of a query, what that gains at most, and what surely meets nothing. */
export interface Balance {
  gained: number;
  met: number;
  alone: number;
}

/** What each meeting gains at most. */
export function gainsOf(meetings: Meetings, threshold: number): Float64Array {
  const { size, kind, similarity, weight, repeatedWeight } = meetings;
  const gains = new Float64Array(size);
  for (let at = 0; at < size; at++) {
    const above = similarity[at]! - threshold;
    const isLighter = above < 0 && kind[at] === MEETING.single && meetings.isShared(at);
    gains[at] = (isLighter ? repeatedWeight[at]! : weight[at]!) * above;
  }
  return gains;
}

/** Whether a meeting leads to no name in a plan of sure meetings. */
export function isDoubtful(meetings: Meetings, at: number): boolean {
  return meetings.kind[at] === MEETING.single && meetings.similarity[at] === DOUBTFUL;
}

export class QueryLimits {
  readonly #query: PreparedName;
  readonly #threshold: number;
  /** By query token: the most that it weighs in a meeting. */
  readonly #bounds: Float64Array;
  /** By query token: how much of the weight of a name it may stand for. */
  readonly #covers: Float64Array;
  /** The same where it is not joined, and no initial that the name tells as such. */
  readonly #plainCovers: Float64Array;
  /** By query token: how much more an initial gains in a name that tells it as such. */
  readonly #told: Float64Array;
  /** By query token: how much more it gains in other names by a light token than by a heavy one. */
  readonly #byLight: Float64Array;
  /** By query token: the most that it gains in any name, and whether anything meets it at all. */
  readonly #best: Float64Array;
  readonly #isMet: boolean[];
  /** By query token: the most that it gains by what leads to no name, or by nothing: doubtful meetings in a plan of sure ones, and what an initial may stand for. */
  readonly #doubtful: Float64Array;
  /** All of the query. */
  readonly balance: Balance = { gained: 0, met: 0, alone: 0 };
  readonly cover: number;

  /**
   * @param found.gains what each meeting gains at most
   * @param found.withSpans whether one list token may stand for several of the query
   */
  constructor(
    query: PreparedName,
    found: { meetings: Meetings; gains: Float64Array; withSpans: boolean },
    how: PlanOptions,
  ) {
    const { threshold } = how;
    this.#query = query;
    this.#threshold = threshold;
    const count = query.tokens.length;
    this.#bounds = new Float64Array(count);
    this.#plainCovers = new Float64Array(count);
    this.#told = new Float64Array(count);
    this.#byLight = new Float64Array(count);
    this.#covers = new Float64Array(count);
    this.#best = new Float64Array(count);
    this.#doubtful = new Float64Array(count);
    for (let q = 0; q < count; q++) {
      // An initial weighs no more than itself, whatever it meets.
      if (query.tokens[q]!.length === 1) this.#bounds[q] = query.weights[q]!;
      this.#best[q] = Number.NEGATIVE_INFINITY;
      this.#doubtful[q] = Number.NEGATIVE_INFINITY;
    }
    this.#gather(found, how.isSure);
    this.#isMet = [];
    this.cover = 0;
    for (let q = 0; q < count; q++) {
      this.#isMet.push(this.#best[q]! > Number.NEGATIVE_INFINITY);
      const lost = this.#lost(q);
      if (this.#doubtful[q]! > Number.NEGATIVE_INFINITY)
        this.#doubtful[q] = Math.max(this.#doubtful[q]!, lost);
      this.#best[q] = Math.max(this.#best[q]!, this.#doubtful[q]!, lost);
      this.put(this.balance, q);
      this.cover += this.#covers[q]!;
    }
  }

  #gather(found: { meetings: Meetings; gains: Float64Array; withSpans: boolean }, isSure: boolean): void {
    const { meetings, gains, withSpans } = found;
    const { size, kind, from, to, similarity, weight } = meetings;
    const { weights } = this.#query;
    const plainCovers = this.#plainCovers;
    const best = this.#best;
    const doubtful = this.#doubtful;
    const bounds = this.#bounds;
    const covers = this.#covers;
    for (let at = 0; at < size; at++) {
      const way = kind[at]!;
      const isSpan = way === MEETING.span;
      if (isSpan && !withSpans) continue;
      const first = from[at]!;
      const end = isSpan ? to[at]! : first + 1;
      const gain = gains[at]! / (end - first);
      const most = weight[at]! / (end - first);
      const gained = isSure && isDoubtful(meetings, at) ? doubtful : best;
      const cover = coverOf(way, similarity[at]!, weight[at]!, weights[first]!);
      const isEnd = way === MEETING.first || way === MEETING.last;
      for (let q = first; q < end; q++) {
        if (!isEnd && cover > plainCovers[q]!) plainCovers[q] = cover;
        if (gain > gained[q]!) gained[q] = gain;
        if (most > bounds[q]!) bounds[q] = most;
        if (cover > covers[q]!) covers[q] = cover;
      }
    }
    // What an initial may stand for is too much to be looked up: only the initial itself leads to names.
    this.#query.tokens.forEach((text, q) => {
      if (text.length !== 1) return;
      const lightest = this.#threshold > INITIAL_SIMILARITY ? LIGHTEST : this.#bounds[q]!;
      const gain = lightest * (INITIAL_SIMILARITY - this.#threshold);
      covers[q] = 1;
      plainCovers[q] = 1;
      if (this.#query.roles[q] === ROLE.initial) this.#noteUntold(q, gain);
      best[q] = Math.max(best[q]!, gain);
      doubtful[q] = Math.max(doubtful[q]!, gain);
    });
  }

  /**
   * Notes what an initial gains and stands for in a name that does not tell it as such. The heavier the token that it
   * meets, the more this may take from the score.
   * @param gain the most that it gains there
   */
  #noteUntold(q: number, gain: number): void {
    const { family, weights } = this.#query;
    this.#told[q] = Math.max(0, this.#best[q]! - Math.max(gain, this.#lost(q)));
    if (this.#threshold <= INITIAL_SIMILARITY) return;
    const perWeight = this.#threshold * leastListLoss(family, 1);
    const gainOf = (weight: number) => Math.min(weight, weights[q]!) * (INITIAL_SIMILARITY - this.#threshold);
    const covers = ROLE_WEIGHTS[family].map(({ met, alone }) => alone + (gainOf(met) - gain) / perWeight);
    this.#plainCovers[q] = Math.max(0, ...covers);
    const heavy = ROLE_WEIGHTS[family]
      .filter(({ alone }) => alone >= HEAVY_TOKEN)
      .map(({ met }) => gainOf(met));
    this.#byLight[q] = Math.max(0, gain - Math.max(this.#lost(q), ...heavy));
  }

  /** What names allow less that have none of these anchors. */
  without(anchors: readonly Anchor[]): Without {
    const balance = { ...this.balance };
    const gains = Float64Array.from(this.#best);
    // The same in a name without light tokens.
    const heavyGains = Float64Array.from(this.#best);
    const isMet = this.#isMet.map((is, q) => is || this.isDoubtful(q));
    let cover = 0;
    for (const { q, kind } of anchors) {
      let left = this.#plainCovers[q]!;
      if (kind === ANCHOR.told) {
        gains[q]! -= this.#told[q]!;
        heavyGains[q] = gains[q]! - this.#byLight[q]!;
        balance.gained -= this.#told[q]!;
      } else if (kind === ANCHOR.met && this.#isMet[q]) {
        isMet[q] = this.isDoubtful(q);
        gains[q] = this.#doubtful[q]!;
        heavyGains[q] = gains[q]!;
        balance.gained -= this.#best[q]!;
        balance.met -= this.#bounds[q]!;
        this.#lose(balance, q, 1);
        if (!isMet[q]) left = 0;
      }
      cover += this.#covers[q]! - left;
    }
    const places = [...isMet.keys()].filter((q) => isMet[q]);
    return {
      gain: this.net(this.balance) - this.net(balance),
      cover,
      leastTokens: { light: this.#leastTokens(places, gains), heavy: this.#leastTokens(places, heavyGains) },
    };
  }

  /**
   * How many tokens a name has at the least, if each meets no more than one of the query.
   * @param places query tokens that may meet something
   * @param gains by query token: what it gains at most
   */
  #leastTokens(places: readonly number[], gains: Float64Array): number {
    const sorted = (values: ArrayLike<number>) => places.map((q) => values[q]!).sort((a, b) => a - b);
    const [lightest, least, alone] = [sorted(this.#bounds), sorted(gains), sorted(this.#query.leastAlone)];
    const balance = {
      gained: least.reduce((sum, gain) => sum + gain, 0),
      met: lightest.reduce((sum, weight) => sum + weight, 0),
      alone: 0,
    };
    this.#query.leastAlone.forEach((weight, q) => {
      if (!places.includes(q)) balance.alone += weight;
    });
    // Whichever of them meet nothing, that costs no less than the least of each.
    let left = places.length;
    for (let at = 0; left > 0; at++, left--) {
      balance.gained -= least[at]!;
      balance.met -= lightest[at]!;
      balance.alone += alone[at]!;
      if (!this.isEnough(balance)) break;
    }
    return left;
  }

  /** What the score loses at the least by a query token that meets nothing. */
  #lost(q: number): number {
    return -this.#threshold * leastQueryLoss(this.#query.family, this.#query.leastAlone[q]!);
  }

  /** What a name gains less at most that meets nothing of a query token. */
  worth(q: number): number {
    return Math.max(TOLERANCE, this.#best[q]! - Math.max(this.#lost(q), this.#doubtful[q]!));
  }

  /** The most that a query token weighs in a meeting. */
  boundOf(q: number): number {
    return this.#bounds[q]!;
  }

  /** Adds a query token to those that may be met. */
  put(balance: Balance, q: number): void {
    if (this.#isMet[q]) {
      balance.gained += this.#best[q]!;
      balance.met += this.#bounds[q]!;
    } else this.#lose(balance, q, 1);
  }

  /** Whether a query token may meet what leads to no name. */
  isDoubtful(q: number): boolean {
    return this.#doubtful[q]! > Number.NEGATIVE_INFINITY;
  }

  /** Counts a query token as one that meets doubtfully or nothing, or no longer does so. */
  #lose(balance: Balance, q: number, sign: 1 | -1): void {
    if (this.isDoubtful(q)) {
      balance.gained += sign * this.#doubtful[q]!;
      balance.met += sign * this.#bounds[q]!;
    } else balance.alone += sign * this.#query.leastAlone[q]!;
  }

  /** Takes a query token out of those that may be met, or puts it back, and with it those that are its like. */
  remove(balance: Balance, q: number, how: { sign?: 1 | -1; isOut?: (q: number) => boolean } = {}): void {
    const { sign = 1, isOut } = how;
    const { tokens } = this.#query;
    for (let like = q; like < tokens.length; like++) {
      if (tokens[like] !== tokens[q] || !this.#isMet[like] || isOut?.(like)) continue;
      balance.gained -= sign * this.#best[like]!;
      balance.met -= sign * this.#bounds[like]!;
      this.#lose(balance, like, sign);
    }
  }

  /** Whether a name may reach the threshold that meets all of the query that may be met. */
  isEnough(balance: Balance): boolean {
    return this.net(balance) >= -TOLERANCE;
  }

  /** What is gained at most, less what is surely lost. */
  net({ gained, met, alone }: Balance): number {
    return gained - this.#threshold * queryLossOf(this.#query.family, met, alone);
  }

  /** What the query allows besides tokens from–to of it. */
  around(from: number, to: number): Around {
    const whole = this.net(this.balance);
    let rest = whole;
    let restCover = 0;
    for (let q = 0; q < this.#best.length; q++) {
      if (q < from || q >= to) restCover += this.#covers[q]!;
      else if (this.#isMet[q]) rest -= this.#best[q]!;
    }
    return { rest, restCover, whole };
  }
}
