/** Makes query plans from the matches of a query. */

import { baseRole, type PreparedName } from '../../names/prepare.ts';
import { isLight, ROLE } from '../../names/roles.ts';
import { isSmallWord } from '../../scoring/token-match-rules.ts';
import { SUM_TOLERANCE } from '../../weights.ts';
import type { MatchBounds, TokenMatches } from '../expansion/token-matches.ts';
import { f64At, i32At, itemAt, numberAt } from '../format/values.ts';
import { groupOf, type MatchGroup, type MatchGroups } from './match-groups.ts';
import { type Balance, matchBoundsOf, QueryBounds } from './query-bounds.ts';
import {
  type Around,
  type MultiTokenPostings,
  type PlanOptions,
  type QueryPlan,
  SEED,
  type SeedPostings,
  type TokenPostings,
} from './query-plan.ts';

/** What of a plan leads to names, where there are none. */
const NO_NAMES = {
  isComplete: true,
  essential: [],
  paired: undefined,
  multiTokens: [],
  seeds: () => [],
  without: () => ({ upperBound: 0, coverage: 0 }),
};

/** What a plan is made from. */
class Planner {
  readonly #query: PreparedName;
  readonly #matches: TokenMatches;
  readonly #how: PlanOptions;
  readonly #allLight: boolean;
  readonly #bounds: MatchBounds;
  readonly #groups: MatchGroups;
  /** Names in which a list token matches several of the query are found by that; the others add no more than this. */
  readonly #plain: QueryBounds;
  /** The same for all names. */
  readonly #all: QueryBounds;
  readonly #mayReach: boolean;
  /** Postings of the selective tokens where one list token may match several of the query, made when first needed. */
  #allSelective: readonly TokenPostings[] | undefined;
  #seeds: SeedPostings[] | undefined;

  constructor(query: PreparedName, matches: TokenMatches, how: PlanOptions) {
    this.#query = query;
    this.#matches = matches;
    this.#how = how;
    this.#allLight = query.roles.every(isLight);
    this.#groups = how.groups;
    this.#bounds = how.bounds ?? matchBoundsOf(query, matches, how.threshold);
    this.#all = this.#boundsOf(true);
    // No name can reach the threshold otherwise, whatever it holds.
    this.#mayReach = this.#all.isEnough(this.#all.balance);
    this.#plain = this.#mayReach && this.#groups.several.length > 0 ? this.#boundsOf(false) : this.#all;
  }

  #boundsOf(withMultiToken: boolean): QueryBounds {
    const { upperBounds, coverages } = this.#bounds;
    const found = { matches: this.#matches, upperBounds, coverages, withMultiToken };
    return new QueryBounds(this.#query, found, this.#how);
  }

  /** Sorts the matches of one part of the query, of which `q` is the first token; those that add too little for any name are left out. */
  #postings(q: number, group: MatchGroup, around: Around): TokenPostings {
    const { upperBounds } = this.#bounds;
    const least = -SUM_TOLERANCE - around.rest;
    const frequent = this.#leading(group.frequent, least);
    // All names of these are examined, in whatever order.
    const rare = this.#leading(group.rare, least);
    if (frequent.length > 1) frequent.sort((a, b) => f64At(upperBounds, b) - f64At(upperBounds, a));
    const rareSize = this.#sizeOf(rare);
    const { rest, restCoverage, whole } = around;
    return {
      q,
      frequent,
      rare,
      size: this.#sizeOf(frequent) + rareSize,
      rareSize,
      rest,
      restCoverage,
      whole,
    };
  }

  /** Those of the matches that lead to names in this plan and add so much at least. */
  #leading(matches: readonly number[], least: number): number[] {
    const { upperBounds } = this.#bounds;
    const leading: number[] = [];
    for (let i = 0; i < matches.length; i++) {
      const at = numberAt(matches, i);
      if (!(f64At(upperBounds, at) >= least)) continue;
      if (this.#how.isSure && this.#matches.isDoubtful(at)) continue;
      leading.push(at);
    }
    return leading;
  }

  /** How many names hold one of the list tokens, where none holds two. */
  #sizeOf(matches: readonly number[]): number {
    const { frequency } = this.#matches;
    let size = 0;
    for (let i = 0; i < matches.length; i++) size += i32At(frequency, numberAt(matches, i));
    return size;
  }

  /** Whether the list tokens that a query token may match are in pairs, see `isUnpaired`. */
  #isInPairs(q: number): boolean {
    const role = baseRole(this.#query, q);
    return role !== ROLE.legalForm && !isSmallWord(role);
  }

  /**
   * Postings of each selective token of the query and of each initial, those of the fewest names for what they are worth
   * first. A token that occurs in it again leads to no other names.
   */
  #selective(bounds: QueryBounds): TokenPostings[] {
    const { tokens, roles } = this.#query;
    const selective: TokenPostings[] = [];
    this.#groups.single.forEach((group, q) => {
      const isSelective = (at: number) =>
        this.#allLight || !isLight(numberAt(roles, at)) || itemAt(tokens, at).length === 1;
      const first = tokens.indexOf(itemAt(tokens, q));
      if (!isSelective(q) || (first < q && isSelective(first))) return;
      selective.push(this.#postings(q, group, bounds.around(q, q + 1)));
    });
    return selective.sort((a, b) => a.size / bounds.worth(a.q) - b.size / bounds.worth(b.q));
  }

  /** @param selective postings of the selective tokens and of the initials */
  #seedsOf(selective: readonly TokenPostings[]): SeedPostings[] {
    const { from } = this.#matches;
    const { single, ends } = this.#groups;
    const { roles } = this.#query;
    const seeds: SeedPostings[] = [];
    roles.forEach((role, q) => {
      const own = ends.filter((at) => from[at] === q);
      if (own.length > 0) {
        const group = groupOf(own, this.#matches);
        seeds.push({ kind: SEED.joined, ...this.#postings(q, group, this.#all.around(q, q + 1)) });
      }
      if (role !== ROLE.initial && role !== ROLE.title) return;
      const kind = role === ROLE.initial ? SEED.initial : SEED.any;
      seeds.push({ kind, ...this.#postings(q, itemAt(single, q), this.#plain.around(q, q + 1)) });
    });
    for (const postings of selective)
      if (!isLight(numberAt(roles, postings.q)) && this.#isInPairs(postings.q))
        seeds.push({ ...postings, kind: SEED.any });
    return seeds;
  }

  /** Postings of what may match several tokens, by which tokens these are. */
  #multiTokens(): MultiTokenPostings[] {
    const { several } = this.#groups;
    if (several.length === 0) return [];
    const { from, to } = this.#matches;
    const found = new Map<string, number[]>();
    for (const at of several) {
      const key = `${from[at]}-${to[at]}`;
      const same = found.get(key);
      if (same) same.push(at);
      else found.set(key, [at]);
    }
    return [...found.values()].flatMap((matches) => this.#multiToken(matches));
  }

  /** Those that are enough by themselves, and those that need another selective token. */
  #multiToken(matches: number[]): MultiTokenPostings[] {
    const bounds = this.#all;
    const from = i32At(this.#matches.from, numberAt(matches, 0));
    const to = i32At(this.#matches.to, numberAt(matches, 0));
    const isInside = (q: number) => q >= from && q < to;
    const balance: Balance = { boundSum: 0, matched: 0, unmatched: 0 };
    let isSelective = this.#allLight;
    this.#query.roles.forEach((role, q) => {
      if (isInside(q)) {
        balance.matched += bounds.maxWeightOf(q);
        isSelective ||= !isLight(role);
      } else {
        bounds.put(balance, q);
        // What recognises the name may be a doubtful match, which leads to none by itself.
        isSelective ||= this.#how.isSure && !isLight(role) && bounds.isDoubtful(q);
      }
    });
    const around = { ...bounds.around(from, to), rest: bounds.net(balance) };
    const { upperBounds } = this.#bounds;
    const max = matches.reduce((best, at) => Math.max(best, f64At(upperBounds, at)), -Infinity);
    if (!bounds.isEnough({ ...balance, boundSum: balance.boundSum + max })) return [];
    const needed: TokenPostings[] = [];
    this.#allSelective ??= this.#selective(bounds);
    for (const other of this.#allSelective) {
      if (isInside(other.q)) continue;
      if (!bounds.isEnough({ ...balance, boundSum: balance.boundSum + max })) break;
      // No pair leads to what such a token may match: the multi-token match has to do so by itself.
      if (!this.#isInPairs(other.q)) {
        isSelective = true;
        continue;
      }
      needed.push(other);
      bounds.remove(balance, other.q, { isOut: isInside });
    }
    // Light tokens are in no pairs, so a query of nothing else cannot be looked up by them.
    const isOneEnough = (at: number) =>
      this.#allLight ||
      (isSelective && bounds.isEnough({ ...balance, boundSum: balance.boundSum + f64At(upperBounds, at) }));
    const enough = groupOf(matches.filter(isOneEnough), this.#matches);
    const others = groupOf(
      matches.filter((at) => !isOneEnough(at)),
      this.#matches,
    );
    const multiTokens = [
      { from, to, needed: [] as TokenPostings[], ...this.#postings(from, enough, around) },
    ];
    if (needed.length > 0) multiTokens.push({ from, to, needed, ...this.#postings(from, others, around) });
    return multiTokens.filter(({ size }) => size > 0);
  }

  /** Leaves out those tokens without which the others still lead to every name. */
  #leaveOut(essential: TokenPostings[], bounds: QueryBounds): void {
    const left = { ...bounds.balance };
    for (const { q } of essential) bounds.remove(left, q);
    for (let at = essential.length - 2; at >= 0; at--) {
      const { q } = itemAt(essential, at);
      bounds.remove(left, q, { sign: -1 });
      if (bounds.isEnough(left)) bounds.remove(left, q);
      else essential.splice(at, 1);
    }
  }

  plan(): QueryPlan {
    const bounds = this.#plain;
    const common = {
      bounds: this.#bounds,
      isLight: this.#allLight,
      coverage: bounds.coverage,
      threshold: this.#how.threshold,
      isPaired: undefined,
      work: undefined,
    };
    if (!this.#mayReach) return { ...NO_NAMES, ...common };
    const selective = this.#selective(bounds);
    const left = { ...bounds.balance };
    const essential: TokenPostings[] = [];
    const paired: TokenPostings[] = [];
    // Whether the rest, with any one of those taken before, is still enough.
    const isOneEnough = () =>
      paired.some(({ q }) => {
        const balance = { ...left };
        bounds.remove(balance, q, { sign: -1 });
        return bounds.isEnough(balance);
      });
    for (const postings of selective) {
      if (bounds.isEnough(left)) essential.push(postings);
      if (paired.length > 0 && !isOneEnough()) break;
      paired.push(postings);
      bounds.remove(left, postings.q);
    }
    const isPaired = !this.#allLight && paired.length > 1 && !isOneEnough();
    this.#leaveOut(essential, bounds);
    // Those are left out without which every name still matches two of the others.
    for (let at = paired.length - 1; isPaired && at >= 0 && paired.length > 2; at--) {
      const dropped = paired.splice(at, 1)[0]!;
      bounds.remove(left, dropped.q, { sign: -1 });
      if (!isOneEnough()) continue;
      bounds.remove(left, dropped.q);
      paired.splice(at, 0, dropped);
    }
    return {
      isComplete: !this.#how.isSure || !bounds.isEnough(left),
      essential,
      paired: isPaired && paired.every(({ q }) => this.#isInPairs(q)) ? paired : undefined,
      multiTokens: this.#multiTokens(),
      seeds: () => {
        this.#seeds ??= this.#seedsOf(selective);
        return this.#seeds;
      },
      without: (seeds, isMultiToken) => (isMultiToken ? this.#all : this.#plain).without(seeds),
      ...common,
    };
  }
}

/** Plans the search for names that score the threshold or more, from all matches of the query. */
export function planOf(query: PreparedName, matches: TokenMatches, how: PlanOptions): QueryPlan {
  return new Planner(query, matches, how).plan();
}
