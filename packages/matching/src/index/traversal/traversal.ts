/**
 * Executes a query plan: examines every name of its postings, and visits those that may reach the threshold, once each.
 */

import type { PreparedName } from '../../names/prepare.ts';
import { maxListUnmatched } from '../../scoring/costs.ts';
import { SUM_TOLERANCE } from '../../weights.ts';
import type { MatchedQuery } from '../expansion/token-matches.ts';
import type { ListIndex } from '../format/list-index.ts';
import { firstFrom } from '../format/postings.ts';
import { f64At, i32At, numberAt, u32At } from '../format/values.ts';
import { isPaired, restOf, workOf } from '../planning/plan-cost.ts';
import {
  type MultiTokenPostings,
  NOTHING_LESS,
  type Postings,
  type QueryPlan,
  SEED,
  type Seed,
  type SeedPostings,
  type TokenPostings,
  type Without,
} from '../planning/query-plan.ts';
import { concatenatedNames } from './concatenated-names.ts';
import type { NameBound } from './name-bound.ts';
import type { SearchMemory } from './search-memory.ts';

/** Tokens of fewer names are not looked through for names that are light enough. */
const FEW_POSTINGS = 64;
/** The first bounds of names are made anew when the threshold has risen by so much for each match that this reads. */
const RISEN = 0.000_004;

/**
 * Other tokens of the query are seeds too while looking all of them up is no more than this part of the work without
 * any.
 */
const SEED_WORK = 0.5;

function anyOf({ q }: TokenPostings): Seed {
  return { q, kind: SEED.any };
}

/** What a search asks for. */
export interface SearchRequest {
  query: PreparedName;
  /** Names that cannot score this much are left out. May be raised while names are visited. */
  threshold: number;
  /** @param mayJoin whether several tokens of the query or of the name may match one of the other */
  visit: (name: number, mayJoin: boolean) => void;
}

export class Traversal {
  readonly #index: ListIndex;
  readonly #memory: SearchMemory;
  readonly #matched: MatchedQuery;
  readonly #request: SearchRequest;
  readonly #seen = new Set<number>();
  /** Postings of query tokens whose rare list tokens were examined. */
  readonly #rareTraversed = new Set<TokenPostings>();
  readonly #bound: NameBound;
  /** Whether a first bound is asked of each name, and each is checked but once. */
  #isLarge = false;
  /** Names that weigh more are left out for now. */
  #cap = Number.POSITIVE_INFINITY;

  constructor(index: ListIndex, memory: SearchMemory, request: SearchRequest) {
    this.#index = index;
    this.#memory = memory;
    this.#request = request;
    this.#matched = { index, query: request.query, matches: memory.matches, letters: memory.letters };
    this.#bound = memory.bound;
    this.#bound.start(request.query);
  }

  /** Visits every name that may score the threshold of a plan and weighs no more than `cap`. */
  execute(plan: QueryPlan, cap = Number.POSITIVE_INFINITY): void {
    const { firstBound, tuning } = this.#memory;
    this.#cap = cap;
    this.#rareTraversed.clear();
    this.#isLarge = workOf(plan, tuning.pairWorth) > tuning.fewNames;
    if (this.#isLarge) firstBound.start(this.#matched, this.#request.threshold);
    if (isPaired(plan, tuning.pairWorth)) this.#traversePairs(plan);
    else
      plan.essential.forEach((postings, at) => {
        const own = { from: postings.q, to: postings.q + 1, before: plan.essential.slice(0, at) };
        this.#traverseAll(postings, plan, own);
      });
    for (const span of plan.multiTokens) this.#traverseMultiToken(span, plan);
  }

  /** Forgets what was kept while plans were executed. */
  finish(): void {
    this.#memory.checkedNames.clear();
    this.#memory.firstBound.clear();
  }

  /** Adds a name of the query's family to those that are to be checked. */
  #add(name: number, maxWeight: number, needsTwo = false): void {
    const { batch } = this.#memory;
    batch.add(name, maxWeight);
    if (batch.isFull) this.#checkBatch(needsTwo);
  }

  /**
   * Checks the names that were gathered.
   * @param needsTwo whether a name can only be one when two tokens of it match something
   */
  #checkBatch(needsTwo: boolean): void {
    const { batch, matches, firstBound, checkedNames } = this.#memory;
    if (batch.size === 0) return;
    batch.prepare(this.#isLarge ? checkedNames : undefined);
    if (needsTwo) batch.keepWithTwoMatches(matches);
    if (this.#isLarge) {
      batch.skipChecked(checkedNames);
      const { threshold } = this.#request;
      if (threshold > firstBound.threshold + RISEN * matches.size) firstBound.start(this.#matched, threshold);
      batch.keepReachable(firstBound);
    }
    const { names, blocks, size } = batch;
    for (let i = 0; i < size; i++) {
      const name = i32At(names, i);
      const block = i32At(blocks, i);
      if (this.#bound.reaches(name, block, this.#request.threshold)) this.#accept(name, this.#bound.mayJoin);
    }
    batch.size = 0;
  }

  #accept(name: number, mayJoin: boolean): void {
    if (this.#seen.has(name) || !this.#isOfFamily(name)) return;
    this.#seen.add(name);
    this.#request.visit(name, mayJoin);
  }

  #isOfFamily(name: number): boolean {
    return this.#index.blocks.familyOf(name) === this.#request.query.family;
  }

  /**
   * What all tokens of a name weigh at most that reaches the threshold with this upper bound, when so many of them may
   * match.
   */
  #maxWeight(plan: QueryPlan, upperBound: number, coverage: number): number {
    const loss = (upperBound + SUM_TOLERANCE) / plan.threshold;
    return Math.min(this.#cap, coverage + maxListUnmatched(this.#request.query.family, loss));
  }

  #traverseTokens(
    matches: readonly number[],
    around: { rest: number; restCoverage: number },
    how: { plan: QueryPlan; needsTwo: boolean },
  ): void {
    const { postingOffsets, postings } = this.#index.sections;
    const { token } = this.#matched.matches;
    const { upperBounds, coverages } = how.plan.bounds;
    let prefetched = 0;
    for (const at of matches) prefetched ^= u32At(postingOffsets, i32At(token, at));
    for (const at of matches) prefetched ^= postings[u32At(postingOffsets, i32At(token, at))]!;
    this.#memory.batch.prefetched = prefetched;
    for (const at of matches) {
      const upperBound = f64At(upperBounds, at) + around.rest;
      const max = this.#maxWeight(how.plan, upperBound, f64At(coverages, at) + around.restCoverage);
      const ranges = this.#index.blocks.rangesUpTo(max, this.#request.query.family);
      this.#traversePostings(i32At(token, at), { ranges, max, needsTwo: how.needsTwo });
    }
    this.#checkBatch(how.needsTwo);
  }

  /** Names of the query's family that hold a token and weigh no more than so much. */
  #traversePostings(token: number, how: { ranges: Int32Array; max: number; needsTwo: boolean }): void {
    const { ranges, max, needsTwo } = how;
    const { postingOffsets, postings } = this.#index.sections;
    const end = u32At(postingOffsets, token + 1);
    let at = u32At(postingOffsets, token);
    const isLong = end - at > FEW_POSTINGS;
    for (let range = 0; range < ranges.length && at < end; range += 2) {
      const [first, last] = [i32At(ranges, range), i32At(ranges, range + 1)];
      if (isLong) at = firstFrom(postings, first, { from: at, to: end });
      else while (at < end && postings[at]! < first) at++;
      for (; at < end && postings[at]! < last; at++) this.#add(postings[at]!, max, needsTwo);
    }
  }

  /**
   * Names that one token leads to. Those in which a seed allows more than in the others are few beside a frequent
   * token, and are found by both.
   * @param own.before tokens that lead to all names that match one of them
   */
  #traverseAll(
    all: Postings,
    plan: QueryPlan,
    own: { from: number; to: number; before: readonly TokenPostings[] },
  ): void {
    const less = plan.without(own.before.map(anyOf), false);
    const rest = all.rest - less.upperBound;
    const restCoverage = all.restCoverage - less.coverage;
    const postings = { ...all, rest, restCoverage };
    const { frequent, rare } = postings;
    const how = { plan, needsTwo: false };
    this.#traverseTokens(rare, postings, how);
    const isMultiToken = own.to > own.from + 1;
    // Beside one multi-token match the query may have another one, which such seeds do not lead to.
    const isAllowed = ({ q, kind }: SeedPostings) =>
      (q < own.from || q >= own.to) &&
      (!isMultiToken || kind === SEED.joined) &&
      own.before.every((other) => other.q !== q);
    const seeds = this.#seedsOf(postings, plan, isAllowed);
    if (!seeds) {
      this.#traverseTokens(frequent, postings, how);
      return;
    }
    const { upperBound, coverage } = plan.without(seeds, isMultiToken);
    const around = { rest: rest - upperBound, restCoverage: restCoverage - coverage };
    this.#traverseTokens(frequent, around, how);
    for (const other of seeds) {
      this.#traverseRare(other, plan);
      this.#probe(postings, other, plan);
    }
    if (seeds.length > 0) this.#traverseUnpaired();
  }

  /** Seeds that are worth looking up beside a part of the query; undefined when it is less work to do without. */
  #seedsOf(
    { frequent, size }: Postings,
    plan: QueryPlan,
    isAllowed: (seed: SeedPostings) => boolean,
  ): SeedPostings[] | undefined {
    if (plan.isLight || size <= this.#memory.tuning.fewNames) return undefined;
    const workOf = (seed: SeedPostings) => seed.rareSize + frequent.length * seed.frequent.length;
    const others = plan.seeds().filter(isAllowed);
    const max = size * this.#memory.tuning.pairWorth;
    let seeds = others.filter(({ kind }) => kind !== SEED.any);
    let work = seeds.reduce((sum, seed) => sum + workOf(seed), 0);
    if (work > max) return undefined;
    // Without initials names that match but one token are few enough.
    if (!seeds.some(({ kind }) => kind === SEED.initial)) return seeds;
    for (const seed of others) {
      if (seed.kind !== SEED.any || work + workOf(seed) > max * SEED_WORK) continue;
      work += workOf(seed);
      seeds = [...seeds.filter(({ q }) => q !== seed.q), seed];
    }
    return seeds;
  }

  /** Names of so many frequent tokens that no pair leads to them. */
  #traverseUnpaired(): void {
    for (const name of this.#index.sections.unpairedNames)
      if (this.#isOfFamily(name)) this.#add(name, Number.POSITIVE_INFINITY);
    this.#checkBatch(false);
  }

  /** Names that no token of theirs leads to. */
  traverseConcatenated(): void {
    for (const name of concatenatedNames(this.#index, this.#request.query)) this.#accept(name, true);
  }

  #traversePairs(plan: QueryPlan): void {
    const { paired = [] } = plan;
    for (const postings of paired) this.#traverseRare(postings, plan);
    paired.forEach((b, j) => {
      // A name that matches one of those before as well is found by it.
      paired.slice(0, j).forEach((a, i) => {
        const before = paired.filter((_, k) => k < j && k !== i);
        this.#probe(a, b, plan, plan.without(before.map(anyOf), false));
      });
    });
    this.#traverseUnpaired();
  }

  /** Names that hold a rare token that a query token may match, and another one that matches something. */
  #traverseRare(postings: TokenPostings, plan: QueryPlan): void {
    if (this.#rareTraversed.has(postings)) return;
    this.#rareTraversed.add(postings);
    this.#traverseTokens(postings.rare, postings, { plan, needsTwo: true });
  }

  /**
   * Names that hold what two parts of the query may match, where that may be enough.
   * @param less what the rest allows less in these names
   */
  #probe(a: Postings, b: Postings, plan: QueryPlan, less: Without = NOTHING_LESS): void {
    const { upperBounds, coverages } = plan.bounds;
    const other = b.frequent;
    const rest = restOf(a, b) - less.upperBound;
    const restCoverage = a.restCoverage + b.restCoverage - plan.coverage - less.coverage;
    const { pairs } = this.#memory;
    let count = other.length;
    for (const own of a.frequent) {
      const upperBound = f64At(upperBounds, own) + rest;
      const coverage = f64At(coverages, own) + restCoverage;
      // Both are sorted by descending upper bounds.
      while (count > 0 && upperBound + f64At(upperBounds, numberAt(other, count - 1)) < -SUM_TOLERANCE)
        count--;
      for (let from = 0; from < count; from += pairs.max) {
        const range = { from, to: Math.min(count, from + pairs.max) };
        const found = pairs.look(own, other, range);
        for (let at = 0; at < found; at++) {
          const match = u32At(pairs.foundMatches, at);
          const sum = upperBound + f64At(upperBounds, match);
          const max = this.#maxWeight(plan, sum, coverage + f64At(coverages, match));
          pairs.add(u32At(pairs.foundKeys, at), max);
          if (pairs.isFull) this.#addPairs();
        }
      }
    }
    this.#addPairs();
    this.#checkBatch(false);
  }

  /** Adds the names of the pairs that were gathered. */
  #addPairs(): void {
    this.#memory.pairs.finish((name, maxWeight) => {
      if (this.#isOfFamily(name)) this.#add(name, maxWeight);
    });
  }

  /** One list token may match all tokens that a name has to hold two of: with any other one, or by itself. */
  #traverseMultiToken(span: MultiTokenPostings, plan: QueryPlan): void {
    const { needed } = span;
    if (needed.length === 0) {
      this.#traverseAll(span, plan, { ...span, before: [] });
      return;
    }
    this.#traverseTokens(span.rare, span, { plan, needsTwo: true });
    const work = needed.reduce((sum, other) => {
      const rareWork = this.#rareTraversed.has(other) ? 0 : other.rareSize;
      return sum + rareWork + span.frequent.length * other.frequent.length;
    }, 0);
    if (work >= span.size) {
      this.#traverseTokens(span.frequent, span, { plan, needsTwo: true });
      return;
    }
    needed.forEach((other, at) => {
      this.#traverseRare(other, plan);
      this.#probe(span, other, plan, plan.without(needed.slice(0, at).map(anyOf), true));
    });
    // What is needed may itself be matched by one list token that matches several.
    for (const other of plan.multiTokens)
      if (other.to <= span.from || other.from >= span.to) this.#probe(span, other, plan);
    this.#traverseUnpaired();
  }
}
