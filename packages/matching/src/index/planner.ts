/** Makes plans from the meetings of a query. */
import { baseRole, type PreparedName } from '../names/prepare.ts';
import { isLight, ROLE } from '../names/roles.ts';
import { isSmallWord } from '../scoring/meeting-rules.ts';
import { MEETING, type Meetings } from './meetings.ts';
import { RARE } from './pair-keys.ts';
import {
  ANCHOR,
  type Anchor,
  type Around,
  coverOf,
  type GainfulTokens,
  type Plan,
  type PlanOptions,
  type Postings,
  type SpanPostings,
  TOLERANCE,
  type TokenPostings,
} from './plan.ts';
import { type Balance, gainsOf, isDoubtful, QueryLimits } from './query-limits.ts';

/** What a plan is made from. */
class Planner {
  readonly #query: PreparedName;
  readonly #meetings: Meetings;
  readonly #how: PlanOptions;
  readonly #allLight: boolean;
  /** By meeting: what it gains at most. */
  readonly #gains: Float64Array;
  /** By query token: meetings that lead to names, those of several tokens left out. */
  readonly #single: number[][];
  /** The same of the ends of several list tokens only, and the meetings of several query tokens. */
  readonly #ends: number[] = [];
  readonly #several: number[] = [];
  /** Names in which a list token stands for several of the query are found by that; the others gain no more than this. */
  readonly #plain: QueryLimits;
  /** The same for all names. */
  readonly #all: QueryLimits;
  #tellingOfAll: TokenPostings[] | undefined;
  #anchors: Anchor[] | undefined;

  constructor(query: PreparedName, meetings: Meetings, how: PlanOptions) {
    this.#query = query;
    this.#meetings = meetings;
    this.#how = how;
    this.#allLight = query.roles.every(isLight);
    this.#gains = gainsOf(meetings, how.threshold);
    const found = { meetings, gains: this.#gains };
    this.#single = query.roles.map(() => []);
    this.#sort();
    this.#all = new QueryLimits(query, { ...found, withSpans: true }, how);
    this.#plain =
      this.#several.length > 0 ? new QueryLimits(query, { ...found, withSpans: false }, how) : this.#all;
  }

  /** Sorts the meetings of one part of the query; those that gain too little for any name are left out. */
  #postings(meetings: number[], around: Around): Postings {
    const gains = this.#gains;
    const { token, frequency } = this.#meetings;
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
        rare.covers.push(this.#coverOf(at));
        rareSize += frequency[at]!;
      }
    }
    order.sort((a, b) => gains[b]! - gains[a]!);
    for (const at of order) {
      frequent.tokens.push(token[at]!);
      frequent.gains.push(gains[at]!);
      frequent.covers.push(this.#coverOf(at));
    }
    return { frequent, rare, size, rareSize, ...around };
  }

  /** Whether the list tokens that a query token may meet are in pairs, see `isUnpaired`. */
  #isInPairs(q: number): boolean {
    const role = baseRole(this.#query, q);
    return role !== ROLE.legalForm && !isSmallWord(role);
  }

  #coverOf(at: number): number {
    const { kind, similarity, weight, from } = this.#meetings;
    return coverOf(kind[at]!, similarity[at]!, weight[at]!, this.#query.weights[from[at]!]!);
  }

  /** Tells the meetings of single tokens from those of several. */
  #sort(): void {
    const { size, kind, from } = this.#meetings;
    const { isSure } = this.#how;
    for (let at = 0; at < size; at++) {
      const way = kind[at]!;
      if (way === MEETING.span) {
        this.#several.push(at);
        continue;
      }
      if (isSure && isDoubtful(this.#meetings, at)) continue;
      this.#single[from[at]!]!.push(at);
      if (way !== MEETING.single) this.#ends.push(at);
    }
  }

  /**
   * Postings of each telling token of the query and of each initial, those of the fewest names for what they are worth
   * first. A token that stands in it again leads to no other names.
   */
  #telling(limits: QueryLimits): TokenPostings[] {
    const { tokens, roles } = this.#query;
    const telling: TokenPostings[] = [];
    this.#single.forEach((meetings, q) => {
      const isTelling = (at: number) => this.#allLight || !isLight(roles[at]!) || tokens[at]!.length === 1;
      const first = tokens.indexOf(tokens[q]!);
      if (!isTelling(q) || (first < q && isTelling(first))) return;
      telling.push({ q, ...this.#postings(meetings, limits.around(q, q + 1)) });
    });
    const costs = telling.map(({ q, size }) => size / limits.worth(q));
    const order = [...telling.keys()].sort((a, b) => costs[a]! - costs[b]! || a - b);
    return order.map((at) => telling[at]!);
  }

  /** The same where one list token may stand for several of the query, for those that need it. */
  get #anyTelling(): readonly TokenPostings[] {
    this.#tellingOfAll ??= this.#telling(this.#all);
    return this.#tellingOfAll;
  }

  /** @param telling postings of the telling tokens and of the initials */
  #anchorsOf(telling: readonly TokenPostings[]): Anchor[] {
    const { from } = this.#meetings;
    const { roles } = this.#query;
    const anchors: Anchor[] = [];
    roles.forEach((role, q) => {
      const ends = this.#ends.filter((at) => from[at] === q);
      const joined = { q, kind: ANCHOR.joined };
      if (ends.length > 0) anchors.push({ ...joined, ...this.#postings(ends, this.#all.around(q, q + 1)) });
      if (role !== ROLE.initial && role !== ROLE.title) return;
      const kind = role === ROLE.initial ? ANCHOR.told : ANCHOR.met;
      anchors.push({ q, kind, ...this.#postings(this.#single[q]!, this.#plain.around(q, q + 1)) });
    });
    for (const postings of telling)
      if (!isLight(roles[postings.q]!) && this.#isInPairs(postings.q))
        anchors.push({ ...postings, kind: ANCHOR.met });
    return anchors;
  }

  /** Postings of what may stand for several tokens, by which tokens these are. */
  #spans(): SpanPostings[] {
    const { from, to } = this.#meetings;
    const found = new Map<string, number[]>();
    for (const at of this.#several) {
      const key = `${from[at]}-${to[at]}`;
      const same = found.get(key);
      if (same) same.push(at);
      else found.set(key, [at]);
    }
    return [...found.values()].flatMap((meetings) => this.#span(meetings));
  }

  /** Those that are enough by themselves, and those that need another telling token. */
  #span(meetings: number[]): SpanPostings[] {
    const limits = this.#all;
    const from = this.#meetings.from[meetings[0]!]!;
    const to = this.#meetings.to[meetings[0]!]!;
    const isInside = (q: number) => q >= from && q < to;
    const balance: Balance = { gained: 0, met: 0, alone: 0 };
    let isTelling = this.#allLight;
    this.#query.roles.forEach((role, q) => {
      if (isInside(q)) {
        balance.met += limits.boundOf(q);
        isTelling ||= !isLight(role);
      } else {
        limits.put(balance, q);
        // What recognises the name may be a doubtful meeting, which leads to none by itself.
        isTelling ||= this.#how.isSure && !isLight(role) && limits.isDoubtful(q);
      }
    });
    const around = { ...limits.around(from, to), rest: limits.net(balance) };
    const most = meetings.reduce((best, at) => Math.max(best, this.#gains[at]!), Number.NEGATIVE_INFINITY);
    if (!limits.isEnough({ ...balance, gained: balance.gained + most })) return [];
    const needed: TokenPostings[] = [];
    for (const other of this.#anyTelling) {
      if (isInside(other.q)) continue;
      if (!limits.isEnough({ ...balance, gained: balance.gained + most })) break;
      // No pair leads to what such a token may meet: the span has to do so by itself.
      if (!this.#isInPairs(other.q)) {
        isTelling = true;
        continue;
      }
      needed.push(other);
      limits.remove(balance, other.q, { isOut: isInside });
    }
    // Light tokens are in no pairs, so a query of nothing else cannot be looked up by them.
    const isOneEnough = (at: number) =>
      this.#allLight ||
      (isTelling && limits.isEnough({ ...balance, gained: balance.gained + this.#gains[at]! }));
    const [enough, others] = [meetings.filter(isOneEnough), meetings.filter((at) => !isOneEnough(at))];
    const spans = [{ from, to, needed: [] as TokenPostings[], ...this.#postings(enough, around) }];
    if (needed.length > 0) spans.push({ from, to, needed, ...this.#postings(others, around) });
    return spans.filter(({ size }) => size > 0);
  }

  /** Leaves out those tokens without which the others still lead to every name. */
  #leaveOut(one: TokenPostings[], limits: QueryLimits): void {
    const left = { ...limits.balance };
    for (const { q } of one) limits.remove(left, q);
    for (let at = one.length - 2; at >= 0; at--) {
      const { q } = one[at]!;
      limits.remove(left, q, { sign: -1 });
      if (limits.isEnough(left)) limits.remove(left, q);
      else one.splice(at, 1);
    }
  }

  plan(): Plan {
    const limits = this.#plain;
    const telling = this.#telling(limits);
    const left = { ...limits.balance };
    const one: TokenPostings[] = [];
    const two: TokenPostings[] = [];
    // Whether what is left, and any one of those taken before, is still enough.
    const isOneEnough = () =>
      two.some(({ q }) => {
        const balance = { ...left };
        limits.remove(balance, q, { sign: -1 });
        return limits.isEnough(balance);
      });
    for (const postings of telling) {
      if (limits.isEnough(left)) one.push(postings);
      if (two.length > 0 && !isOneEnough()) break;
      two.push(postings);
      limits.remove(left, postings.q);
    }
    const isPaired = !this.#allLight && two.length > 1 && !isOneEnough();
    this.#leaveOut(one, limits);
    // Those are left out without which every name still meets two of the others.
    for (let at = two.length - 1; isPaired && at >= 0 && two.length > 2; at--) {
      const dropped = two.splice(at, 1)[0]!;
      limits.remove(left, dropped.q, { sign: -1 });
      if (!isOneEnough()) continue;
      limits.remove(left, dropped.q);
      two.splice(at, 0, dropped);
    }
    return {
      isComplete: !this.#how.isSure || !limits.isEnough(left),
      one,
      two: isPaired && two.every(({ q }) => this.#isInPairs(q)) ? two : undefined,
      spans: this.#spans(),
      anchors: () => {
        this.#anchors ??= this.#anchorsOf(telling);
        return this.#anchors;
      },
      without: (anchors, isSpan) => (isSpan ? this.#all : this.#plain).without(anchors),
      isLight: this.#allLight,
      cover: limits.cover,
      threshold: this.#how.threshold,
    };
  }
}

/** Plans the search for names that score the threshold or more, from all meetings of the query. */
export function planOf(query: PreparedName, meetings: Meetings, how: PlanOptions): Plan {
  return new Planner(query, meetings, how).plan();
}
