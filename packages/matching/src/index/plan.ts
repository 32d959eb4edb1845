/**
 * Which names have to be looked at so that none is lost: those that hold one of some tokens, or two of some others.
 *
 * A name that meets none of some query tokens cannot score more than the rest of the query allows. Tokens are taken
 * from the rarest on, until what is left could no longer reach the threshold; every name that can holds one of
 * them. Taken further, until what is left and any one of them could not reach it, every such name holds two.
 */
import type { PreparedName } from '../names/prepare.ts';
import { isLight } from '../names/roles.ts';
import { isSmallWord } from '../scoring/alignment.ts';
import { boundWeight, leastQueryLoss, queryLossOf } from '../scoring/costs.ts';
import { LONGEST_JOIN } from '../scoring/joined-parts.ts';
import { DOUBTFUL } from '../scoring/token-similarity.ts';
import { MEETING, type Meetings } from './meetings.ts';
import { RARE } from './pair-keys.ts';

/** Particles and connectors meet their like only, which weigh so much at most. */
const SMALL_WORD = 0.2;

/** The least that any token weighs when it meets another. */
export const LIGHTEST = 0.1;

/** Allows for rounding in sums of weights. */
export const TOLERANCE = 1e-9;

/** List tokens, the most gainful first. */
export interface GainfulTokens {
  tokens: number[];
  /** What each gains at most, see `NameBound`. */
  gains: number[];
  /** How much of the weight of a name each stands for, with tokens that it may be joined with. */
  covers: number[];
}

type Around = Pick<Postings, 'rest' | 'restCover' | 'restSingles'>;

/** List tokens that one part of the query may meet: those of many names and those of few. */
export interface Postings {
  frequent: GainfulTokens;
  rare: GainfulTokens;
  /**
   * What the rest of the query gains at most, and how much of the weight of a name it may stand for: with tokens
   * that may be joined, and each for a token of its own.
   */
  rest: number;
  restCover: number;
  restSingles: number;
  /** How many names hold one of the tokens, and one of the rare ones. */
  size: number;
  rareSize: number;
}

/** List tokens that one query token may meet. */
export interface TokenPostings extends Postings {
  q: number;
}

/** List tokens that may stand for several neighbouring tokens of the query. */
export interface SpanPostings extends Postings {
  from: number;
  to: number;
  /** Query tokens of which a name has to meet at least one besides; none when the span may be enough. */
  needed: TokenPostings[];
}

export interface Plan {
  /**
   * Whether it leads to every name. By sure meetings alone it does not where light tokens and doubtful meetings are
   * enough.
   */
  isComplete: boolean;
  /** Query tokens of which every name that can reach the threshold meets at least one. */
  one: TokenPostings[];
  /** Query tokens of which every such name meets two; undefined when one may be enough. */
  two: TokenPostings[] | undefined;
  spans: SpanPostings[];
  /** Tokens at one end of several that together may be one token of the query. */
  anchors: TokenPostings[];
  /** Whether some query tokens were not looked up: only the others lead to names, and pairs of tokens are not known. */
  isPartial: boolean;
  /** Whether the query has light tokens only: their pairs are not known. */
  isLight: boolean;
  /** The most that the whole query gains, and how much of the weight of a name it may stand for. */
  whole: number;
  cover: number;
  threshold: number;
}

/** What may be met of a query, what that gains at most, and what surely meets nothing. */
interface Balance {
  gained: number;
  met: number;
  alone: number;
}

/** What a plan is made from. */
class Planner {
  readonly #query: PreparedName;
  readonly #meetings: Meetings;
  readonly #threshold: number;
  readonly #isSure: boolean;
  /** Query tokens that were not looked up, so that they may meet anything. */
  readonly #later: ReadonlySet<number>;
  readonly #allLight: boolean;
  /** By query token: the most that it weighs in a meeting. */
  readonly #bounds: Float64Array;
  /** By query token: how much of the weight of a name it may stand for, with tokens that may be joined and without. */
  readonly #covers: Float64Array;
  readonly #singles: Float64Array;
  /** By meeting: what it gains at most. */
  readonly #gains: Float64Array;
  /** By query token: the most that it gains in any name, and whether anything meets it at all. */
  readonly #best: Float64Array;
  readonly #isMet: boolean[];
  /** By query token: the most that it gains where it meets doubtfully or nothing, where only sure meetings lead to names. */
  readonly #doubtful: Float64Array;
  /** All of the query. */
  readonly #balance: Balance = { gained: 0, met: 0, alone: 0 };
  readonly #cover: number;

  constructor(query: PreparedName, meetings: Meetings, how: PlanOptions) {
    const { threshold } = how;
    this.#query = query;
    this.#meetings = meetings;
    this.#threshold = threshold;
    this.#isSure = how.isSure;
    this.#later = how.later ?? new Set();
    this.#allLight = query.roles.every(isLight);
    // An initial weighs no more than itself, whatever it meets.
    this.#bounds = Float64Array.from(query.weights, (weight, q) =>
      query.tokens[q]!.length === 1 ? weight : 0,
    );
    this.#singles = Float64Array.from(query.roles, (role) => (isSmallWord(role) ? SMALL_WORD : 1));
    this.#covers = this.#singles.slice();
    this.#gains = new Float64Array(meetings.size);
    this.#best = new Float64Array(query.tokens.length).fill(Number.NEGATIVE_INFINITY);
    this.#doubtful = this.#best.slice();
    this.#gatherGains();
    for (const q of this.#later) {
      const most = boundWeight(query.weights[q]!);
      this.#bounds[q] = Math.max(this.#bounds[q]!, most);
      this.#best[q] = Math.max(this.#best[q]!, most * (1 - threshold));
    }
    this.#isMet = Array.from(this.#best, (best) => best > Number.NEGATIVE_INFINITY);
    for (let q = 0; q < query.tokens.length; q++) {
      const lost = -threshold * leastQueryLoss(query.family, query.leastAlone[q]!);
      if (this.#doubtful[q]! > Number.NEGATIVE_INFINITY)
        this.#doubtful[q] = Math.max(this.#doubtful[q]!, lost);
      this.#best[q] = Math.max(this.#best[q]!, this.#doubtful[q]!, lost);
      this.#put(this.#balance, q);
    }
    this.#cover = this.#covers.reduce((sum, cover) => sum + cover, 0);
  }

  #gatherGains(): void {
    const { size, token, kind, from, to, similarity, weight, repeatedWeight } = this.#meetings;
    for (let at = 0; at < size; at++) {
      const above = similarity[at]! - this.#threshold;
      const isLighter = above < 0 && kind[at] === MEETING.single && this.#meetings.isShared(token[at]!);
      const gain = (isLighter ? repeatedWeight[at]! : weight[at]!) * above;
      this.#gains[at] = gain;
      const end = kind[at] === MEETING.span ? to[at]! : from[at]! + 1;
      const count = end - from[at]!;
      const most = this.#isLeft(at) ? this.#doubtful : this.#best;
      for (let q = from[at]!; q < end; q++) {
        most[q] = Math.max(most[q]!, gain / count);
        this.#bounds[q] = Math.max(this.#bounds[q]!, weight[at]! / count);
        this.#covers[q] = Math.max(this.#covers[q]!, coverOf(kind[at]!));
      }
    }
    // What an initial may meet is too much to be looked up.
    this.#query.tokens.forEach((text, q) => {
      if (text.length === 1) this.#best[q] = (1 - this.#threshold) * this.#bounds[q]!;
    });
  }

  /** Whether a meeting leads to no name in this plan. */
  #isLeft(at: number): boolean {
    const { kind, similarity } = this.#meetings;
    return this.#isSure && kind[at] === MEETING.single && similarity[at] === DOUBTFUL;
  }

  /** Adds a query token to those that may be met. */
  #put(balance: Balance, q: number): void {
    if (this.#isMet[q]) {
      balance.gained += this.#best[q]!;
      balance.met += this.#bounds[q]!;
    } else this.#lose(balance, q, 1);
  }

  /** Counts a query token as one that meets doubtfully or nothing, or no longer does so. */
  #lose(balance: Balance, q: number, sign: 1 | -1): void {
    if (this.#doubtful[q]! > Number.NEGATIVE_INFINITY) {
      balance.gained += sign * this.#doubtful[q]!;
      balance.met += sign * this.#bounds[q]!;
    } else balance.alone += sign * this.#query.leastAlone[q]!;
  }

  /** Takes a query token out of those that may be met. */
  #remove(balance: Balance, q: number, sign: 1 | -1 = 1): void {
    if (!this.#isMet[q]) return;
    balance.gained -= sign * this.#best[q]!;
    balance.met -= sign * this.#bounds[q]!;
    this.#lose(balance, q, sign);
  }

  /** Whether a name may reach the threshold that meets all of the query that may be met. */
  #isEnough(balance: Balance): boolean {
    return this.#net(balance) >= -TOLERANCE;
  }

  /** What is gained at most, less what is surely lost. */
  #net({ gained, met, alone }: Balance): number {
    return gained - this.#threshold * queryLossOf(this.#query.family, met, alone);
  }

  /** Sorts the meetings of one part of the query; those that gain too little for any name are left out. */
  #postings(meetings: number[], around: Around): Postings {
    const gains = this.#gains;
    const { token, kind, frequency } = this.#meetings;
    const frequent: GainfulTokens = { tokens: [], gains: [], covers: [] };
    const rare: GainfulTokens = { tokens: [], gains: [], covers: [] };
    let size = 0;
    let rareSize = 0;
    const least = -TOLERANCE - around.rest;
    const order: number[] = [];
    for (const at of meetings) {
      if (!(gains[at]! >= least)) continue;
      size += frequency[at]!;
      if (frequency[at]! > RARE) order.push(at);
      else {
        // All names of these are looked at, in whatever order.
        rare.tokens.push(token[at]!);
        rare.gains.push(gains[at]!);
        rare.covers.push(coverOf(kind[at]!));
        rareSize += frequency[at]!;
      }
    }
    for (const at of order.sort((a, b) => gains[b]! - gains[a]!)) {
      frequent.tokens.push(token[at]!);
      frequent.gains.push(gains[at]!);
      frequent.covers.push(coverOf(kind[at]!));
    }
    return { frequent, rare, size, rareSize, ...around };
  }

  /** What the query allows besides tokens from–to of it. */
  #around(from: number, to: number): Around {
    let rest = this.#net(this.#balance);
    let restCover = 0;
    let restSingles = 0;
    for (let q = 0; q < this.#best.length; q++) {
      if (q < from || q >= to) {
        restCover += this.#covers[q]!;
        restSingles += this.#singles[q]!;
      } else if (this.#isMet[q]) rest -= this.#best[q]!;
    }
    return { rest, restCover, restSingles };
  }

  /** Meetings of each query token, those of several tokens left out. */
  #found(isWanted: (kind: number) => boolean): number[][] {
    const { size, kind, from } = this.#meetings;
    const found: number[][] = this.#query.roles.map(() => []);
    for (let at = 0; at < size; at++) {
      if (isWanted(kind[at]!) && !this.#isLeft(at)) found[from[at]!]!.push(at);
    }
    return found;
  }

  /** Postings of each telling token of the query, those of the fewest names first. */
  #telling(): TokenPostings[] {
    const telling: TokenPostings[] = [];
    this.#found((kind) => kind !== MEETING.span).forEach((meetings, q) => {
      if (this.#later.has(q) || (!this.#allLight && isLight(this.#query.roles[q]!))) return;
      telling.push({ q, ...this.#postings(meetings, this.#around(q, q + 1)) });
    });
    return telling.sort((a, b) => a.size - b.size || a.q - b.q);
  }

  #anchors(): TokenPostings[] {
    const anchors: TokenPostings[] = [];
    this.#found((kind) => coverOf(kind) > 1).forEach((meetings, q) => {
      if (meetings.length > 0) anchors.push({ q, ...this.#postings(meetings, this.#around(q, q + 1)) });
    });
    return anchors;
  }

  /** Postings of what may stand for several tokens, by which tokens these are. */
  #spans(telling: readonly TokenPostings[]): SpanPostings[] {
    const { size, kind, from, to } = this.#meetings;
    const found = new Map<string, number[]>();
    for (let at = 0; at < size; at++) {
      if (kind[at] !== MEETING.span) continue;
      const key = `${from[at]}-${to[at]}`;
      const same = found.get(key);
      if (same) same.push(at);
      else found.set(key, [at]);
    }
    return [...found.values()].flatMap((meetings) => this.#span(meetings, telling));
  }

  /** Those that are enough by themselves, and those that need another telling token. */
  #span(meetings: number[], telling: readonly TokenPostings[]): SpanPostings[] {
    const from = this.#meetings.from[meetings[0]!]!;
    const to = this.#meetings.to[meetings[0]!]!;
    const isInside = (q: number) => q >= from && q < to;
    const balance: Balance = { gained: 0, met: 0, alone: 0 };
    let isTelling = this.#allLight;
    this.#query.roles.forEach((role, q) => {
      if (isInside(q)) {
        balance.met += this.#bounds[q]!;
        isTelling ||= !isLight(role);
      } else {
        this.#put(balance, q);
      }
    });
    const around = { ...this.#around(from, to), rest: this.#net(balance) };
    const most = meetings.reduce((best, at) => Math.max(best, this.#gains[at]!), Number.NEGATIVE_INFINITY);
    const needed: TokenPostings[] = [];
    for (const other of telling) {
      if (isInside(other.q)) continue;
      if (!this.#isEnough({ ...balance, gained: balance.gained + most })) break;
      needed.push(other);
      this.#remove(balance, other.q);
    }
    // Light tokens are in no pairs, so a query of nothing else cannot be looked up by them.
    const isOneEnough = (at: number) =>
      this.#allLight ||
      (isTelling && this.#isEnough({ ...balance, gained: balance.gained + this.#gains[at]! }));
    const [enough, others] = [meetings.filter(isOneEnough), meetings.filter((at) => !isOneEnough(at))];
    if (this.#later.size > 0) return [{ from, to, needed: [], ...this.#postings(meetings, around) }];
    const spans = [{ from, to, needed: [] as TokenPostings[], ...this.#postings(enough, around) }];
    if (needed.length > 0) spans.push({ from, to, needed, ...this.#postings(others, around) });
    return spans.filter(({ size }) => size > 0);
  }

  plan(): Plan {
    const telling = this.#telling();
    const left = { ...this.#balance };
    const one: TokenPostings[] = [];
    const two: TokenPostings[] = [];
    // Whether what is left, and any one of those taken before, is still enough.
    const isOneEnough = () =>
      two.some(({ q }) => {
        const balance = { ...left };
        this.#remove(balance, q, -1);
        return this.#isEnough(balance);
      });
    for (const postings of telling) {
      if (this.#isEnough(left)) one.push(postings);
      if (two.length > 0 && !isOneEnough()) break;
      two.push(postings);
      this.#remove(left, postings.q);
    }
    const isPaired = !this.#allLight && two.length > 1 && !isOneEnough();
    return {
      isComplete: (!this.#isSure && this.#later.size === 0) || !this.#isEnough(left),
      isPartial: this.#later.size > 0,
      one,
      two: isPaired && this.#later.size === 0 ? two : undefined,
      spans: this.#spans(telling),
      anchors: this.#anchors(),
      isLight: this.#allLight,
      whole: this.#net(this.#balance),
      cover: this.#cover,
      threshold: this.#threshold,
    };
  }
}

/** How much of the weight of a name a meeting of a kind stands for at most. */
function coverOf(kind: number): number {
  return kind === MEETING.first || kind === MEETING.last ? LONGEST_JOIN : 1;
}

export interface PlanOptions {
  /** Least score of the names to be found. */
  threshold: number;
  /**
   * Whether only meetings beyond doubt lead to names. They are fewer; but a name that meets few of them is then not
   * found by a doubtful one, so that more of the others may have to be looked at.
   */
  isSure: boolean;
  /** Query tokens that were not looked up; by default none. */
  later?: ReadonlySet<number>;
}

/**
 * The fewest of some query tokens, the first of them, of which every name meets at least one that may score the
 * threshold; undefined where these are not enough.
 */
export function leadersOf(
  query: PreparedName,
  places: readonly number[],
  threshold: number,
): readonly number[] | undefined {
  const balance = { gained: 0, met: 0, alone: 0 };
  for (const weight of query.weights) {
    balance.gained += boundWeight(weight) * (1 - threshold);
    balance.met += boundWeight(weight);
  }
  for (let count = 1; count <= places.length; count++) {
    const q = places[count - 1]!;
    const most = boundWeight(query.weights[q]!);
    balance.gained -= most * (1 - threshold);
    balance.met -= most;
    balance.alone += query.leastAlone[q]!;
    const lost = threshold * queryLossOf(query.family, balance.met, balance.alone);
    if (balance.gained - lost < -TOLERANCE) return places.slice(0, count);
  }
  return undefined;
}

/** Plans the search for names that score the threshold or more, from all meetings of the query. */
export function planOf(query: PreparedName, meetings: Meetings, how: PlanOptions): Plan {
  return new Planner(query, meetings, how).plan();
}
