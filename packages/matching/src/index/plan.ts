/**
 * Which names have to be looked at so that none is lost: those that hold one of some tokens, or two of some others.
 *
 * A name that meets none of some query tokens cannot score more than the rest of the query allows. Tokens are taken
 * from the rarest on, until what is left could no longer reach the threshold; every name that can holds one of
 * them. Taken further, until what is left and any one of them could not reach it, every such name holds two.
 */
import type { PreparedName } from '../names/prepare.ts';
import { isLight } from '../names/roles.ts';
import { boundWeight, leastQueryLoss, queryLossOf } from '../scoring/costs.ts';
import { LONGEST_JOIN } from '../scoring/joined-parts.ts';
import { MEETING, type Meetings } from './meetings.ts';
import { RARE } from './pair-keys.ts';

/** Allows for rounding in sums of weights. */
export const TOLERANCE = 1e-9;

/** List tokens, the most gainful first. */
export interface GainfulTokens {
  tokens: number[];
  /** What each gains at most, see `NameBound`. */
  gains: number[];
  /** How many tokens of a name that one stands for, with those that it may be joined with. */
  covers: number[];
}

/** List tokens that one part of the query may meet: those of many names and those of few. */
export interface Postings {
  frequent: GainfulTokens;
  rare: GainfulTokens;
  /** What the rest of the query gains at most, and how many tokens of a name it may stand for. */
  rest: number;
  restCover: number;
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
  /** Query tokens of which every name that can reach the threshold meets at least one. */
  one: TokenPostings[];
  /** Query tokens of which every such name meets two; undefined when one may be enough. */
  two: TokenPostings[] | undefined;
  spans: SpanPostings[];
  /** The most that the whole query gains, and how many tokens of a name it may stand for. */
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
  readonly #allLight: boolean;
  readonly #bounds: readonly number[];
  /** By query token: how many tokens of a name it may stand for. */
  readonly #covers: Int32Array;
  /** By meeting: what it gains at most. */
  readonly #gains: Float64Array;
  /** By query token: the most that it gains in any name, and whether anything meets it at all. */
  readonly #best: Float64Array;
  readonly #isMet: boolean[];
  /** All of the query. */
  readonly #balance: Balance = { gained: 0, met: 0, alone: 0 };
  readonly #cover: number;

  constructor(query: PreparedName, meetings: Meetings, threshold: number) {
    this.#query = query;
    this.#meetings = meetings;
    this.#threshold = threshold;
    this.#allLight = query.roles.every(isLight);
    this.#bounds = query.weights.map(boundWeight);
    this.#covers = new Int32Array(query.tokens.length).fill(1);
    this.#gains = new Float64Array(meetings.size);
    this.#best = new Float64Array(query.tokens.length).fill(Number.NEGATIVE_INFINITY);
    this.#gatherGains();
    this.#isMet = Array.from(this.#best, (best) => best > Number.NEGATIVE_INFINITY);
    for (let q = 0; q < query.tokens.length; q++) {
      const lost = -threshold * leastQueryLoss(query.family, query.aloneWeights[q]!);
      this.#best[q] = Math.max(this.#best[q]!, lost);
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
      const each = gain / (end - from[at]!);
      for (let q = from[at]!; q < end; q++) {
        this.#best[q] = Math.max(this.#best[q]!, each);
        this.#covers[q] = Math.max(this.#covers[q]!, coverOf(kind[at]!));
      }
    }
    // What an initial may meet is too much to be looked up.
    this.#query.tokens.forEach((text, q) => {
      if (text.length === 1) this.#best[q] = (1 - this.#threshold) * this.#bounds[q]!;
    });
  }

  /** Adds a query token to those that may be met. */
  #put(balance: Balance, q: number): void {
    if (!this.#isMet[q]) {
      balance.alone += this.#query.aloneWeights[q]!;
      return;
    }
    balance.gained += this.#best[q]!;
    balance.met += this.#bounds[q]!;
  }

  /** Takes a query token out of those that may be met: it meets nothing. */
  #remove(balance: Balance, q: number): void {
    if (!this.#isMet[q]) return;
    balance.gained -= this.#best[q]!;
    balance.met -= this.#bounds[q]!;
    balance.alone += this.#query.aloneWeights[q]!;
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
  #postings(meetings: number[], rest: number, restCover: number): Postings {
    const gains = this.#gains;
    const { token, kind, frequency } = this.#meetings;
    const frequent: GainfulTokens = { tokens: [], gains: [], covers: [] };
    const rare: GainfulTokens = { tokens: [], gains: [], covers: [] };
    let size = 0;
    let rareSize = 0;
    const worth = meetings.filter((at) => rest + gains[at]! >= -TOLERANCE);
    for (const at of worth.sort((a, b) => gains[b]! - gains[a]!)) {
      const into = frequency[at]! > RARE ? frequent : rare;
      into.tokens.push(token[at]!);
      into.gains.push(gains[at]!);
      into.covers.push(coverOf(kind[at]!));
      size += frequency[at]!;
      if (into === rare) rareSize += frequency[at]!;
    }
    return { frequent, rare, rest, restCover, size, rareSize };
  }

  /** Postings of each telling token of the query, those of the fewest names first. */
  #telling(): TokenPostings[] {
    const { roles } = this.#query;
    const { size, kind, from } = this.#meetings;
    const found: number[][] = roles.map(() => []);
    for (let at = 0; at < size; at++) if (kind[at] !== MEETING.span) found[from[at]!]!.push(at);
    const telling: TokenPostings[] = [];
    for (let q = 0; q < roles.length; q++) {
      if (!this.#allLight && isLight(roles[q]!)) continue;
      const rest = this.#net(this.#balance) - (this.#isMet[q] ? this.#best[q]! : 0);
      telling.push({ q, ...this.#postings(found[q]!, rest, this.#cover - this.#covers[q]!) });
    }
    return telling.sort((a, b) => a.size - b.size || a.q - b.q);
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
    let restCover = 0;
    let isTelling = this.#allLight;
    this.#query.roles.forEach((role, q) => {
      if (isInside(q)) {
        balance.met += this.#bounds[q]!;
        isTelling ||= !isLight(role);
      } else {
        this.#put(balance, q);
        restCover += this.#covers[q]!;
      }
    });
    const rest = this.#net(balance);
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
    const spans = [{ from, to, needed: [] as TokenPostings[], ...this.#postings(enough, rest, restCover) }];
    if (needed.length > 0) spans.push({ from, to, needed, ...this.#postings(others, rest, restCover) });
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
        if (!this.#isMet[q]) return this.#isEnough(left);
        return this.#isEnough({
          gained: left.gained + this.#best[q]!,
          met: left.met + this.#bounds[q]!,
          alone: left.alone - this.#query.aloneWeights[q]!,
        });
      });
    for (const postings of telling) {
      if (this.#isEnough(left)) one.push(postings);
      if (two.length > 0 && !isOneEnough()) break;
      two.push(postings);
      this.#remove(left, postings.q);
    }
    const isPaired = !this.#allLight && two.length > 1 && !isOneEnough();
    return {
      one,
      two: isPaired ? two : undefined,
      spans: this.#spans(telling),
      whole: this.#net(this.#balance),
      cover: this.#cover,
      threshold: this.#threshold,
    };
  }
}

/** How many tokens of a name a meeting of a kind stands for at most. */
function coverOf(kind: number): number {
  return kind === MEETING.first || kind === MEETING.last ? LONGEST_JOIN : 1;
}

/** Plans the search for names that score `threshold` or more, from all meetings of the query. */
export function planOf(query: PreparedName, meetings: Meetings, threshold: number): Plan {
  return new Planner(query, meetings, threshold).plan();
}
