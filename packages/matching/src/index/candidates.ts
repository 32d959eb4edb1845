/**
 * Names of a list that may reach a score, found without looking at the others: by the rarest of the query's tokens or
 * by pairs of them, whichever is less work, and checked by all their tokens before anything is aligned.
 */
import type { PreparedName } from '../names/prepare.ts';
import { DOUBTFUL_SCORE } from '../scoring/alignment.ts';
import { boundWeight, mostListAlone } from '../scoring/costs.ts';
import { LEAST_JOINED, LONGEST_ACRONYM, LONGEST_JOINED } from '../scoring/joined-parts.ts';
import { Sounded, tokenSimilarity } from '../scoring/token-similarity.ts';
import { hasHash, NUMBER_MASK, tagOf } from './buckets.ts';
import { expandQuery } from './expand.ts';
import { hash32 } from './hash.ts';
import { acronymKey } from './joined-keys.ts';
import { LengthBound } from './length-bound.ts';
import type { ListIndex } from './list-index.ts';
import { NameBound } from './name-bound.ts';
import { pairHash } from './pair-keys.ts';
import {
  type GainfulTokens,
  type Plan,
  type Postings,
  planOf,
  type SpanPostings,
  TOLERANCE,
  type TokenPostings,
} from './plan.ts';

/** Thresholds that are tried before a lower one where that is much work, and how much less it has to be. */
const STRICTER = [0.92, 0.85, 0.75];
const WORTH_TRYING = 3;

/** One search of one index. Uses the index's scratch memory: finish one before starting the next. */
export class NameSearch {
  readonly #index: ListIndex;
  readonly #query: PreparedName;
  readonly #seen = new Set<number>();
  /** Query tokens whose rare list tokens were looked at. */
  readonly #rareVisited = new Set<number>();
  /** Names of the query's family, the end exclusive. */
  readonly #firstName: number;
  readonly #endName: number;
  #bound: NameBound | undefined;
  #visit: (name: number) => void = () => undefined;
  /** The threshold of the plan that is being carried out. */
  #floor = 0;
  /** Names that cannot score this much are left out. May be raised while names are visited. */
  threshold: number;

  constructor(index: ListIndex, query: PreparedName, threshold: number) {
    this.#index = index;
    this.#query = query;
    this.threshold = threshold;
    const isPerson = query.family === 'person';
    const { firstOrganisation } = index.blocks;
    this.#firstName = isPerson ? 0 : firstOrganisation;
    this.#endName = isPerson ? firstOrganisation : index.nameCount;
  }

  /** How alike token `q` of the query and a token of the list are; to be asked while names are visited. */
  similarityOf(q: number, token: number): number {
    const text = this.#query.tokens[q]!;
    // What an initial may stand for is too much to be looked up beforehand.
    if (text.length === 1) return tokenSimilarity(new Sounded(text), this.#index.sounded(token));
    return this.#index.scratch.meetings.similarityOf(q, token);
  }

  /** Hands over every name that may score the threshold, once each, the most promising ones first. */
  run(visit: (name: number) => void): void {
    const { meetings } = this.#index.scratch;
    const query = this.#query;
    const whole = query.weights.reduce((sum, weight) => sum + boundWeight(weight), 0);
    if (new LengthBound(query).score(this.#index.blocks.longestName, whole, 0) < this.threshold) return;
    this.#visit = visit;
    try {
      expandQuery(this.#index, query, { meetings, threshold: this.threshold });
      this.#bound = new NameBound(this.#index, query, meetings);
      this.#visitJoined();
      const plan = this.#visitStricter(this.#planOf(this.threshold));
      if (plan) this.#execute(plan);
    } finally {
      meetings.clear();
    }
  }

  /**
   * Where much is to be looked at, looks for better names first: once more of them are found than will be shown, the
   * threshold is theirs. `Mohammed Said` is near a quarter of a million names and has twenty equal ones.
   * @returns what is left to look for; undefined when all was found
   */
  #visitStricter(first: Plan): Plan | undefined {
    const { muchWork } = this.#index.scratch;
    let plan = first;
    let work = this.#workOf(plan);
    for (const step of STRICTER) {
      if (step <= this.threshold || work <= muchWork) break;
      const stricter = this.#planOf(step);
      if (this.#workOf(stricter) * WORTH_TRYING > work) continue;
      this.#execute(stricter);
      if (this.threshold >= step) return undefined;
      if (this.threshold === plan.threshold) continue;
      plan = this.#planOf(this.threshold);
      work = this.#workOf(plan);
    }
    return plan;
  }

  /** The plan that looks at the fewest names. */
  #planOf(threshold: number): Plan {
    const { meetings } = this.#index.scratch;
    const plan = planOf(this.#query, meetings, { threshold, isSure: false });
    if (threshold > DOUBTFUL_SCORE) return plan;
    const sure = planOf(this.#query, meetings, { threshold, isSure: true });
    return sure.isComplete && this.#workOf(sure) < this.#workOf(plan) ? sure : plan;
  }

  /** Visits every name that may score the threshold of a plan. */
  #execute(plan: Plan): void {
    this.#floor = plan.threshold;
    this.#rareVisited.clear();
    if (this.#isPaired(plan)) this.#visitPairs(plan);
    else for (const postings of plan.one) this.#visitAll(postings, plan, (q) => q === postings.q);
    for (const span of plan.spans) this.#visitSpan(span, plan);
  }

  /** About how many names and pairs a plan looks at. */
  #workOf(plan: Plan): number {
    let work = this.#isPaired(plan) ? pairWork(plan) : oneWork(plan);
    for (const { needed, size, rareSize, frequent } of plan.spans) {
      const probes = needed.reduce(
        (sum, other) => sum + frequent.tokens.length * other.frequent.tokens.length,
        0,
      );
      work += needed.length === 0 ? size : Math.min(size, rareSize + probes);
    }
    return work;
  }

  /**
   * Checks a name of the query's family.
   * @param mostWeight names whose tokens weigh more are too long for what led here
   * @param needsTwo whether the name can only be one when two tokens of it meet something
   */
  #check(name: number, mostWeight: number, needsTwo = false): void {
    const { blocks } = this.#index;
    const block = blocks.blockOf(name);
    if (blocks.weights[block]! > mostWeight) return;
    if (needsTwo) {
      const from = blocks.tokensFrom(name, block);
      const { nameTokens } = this.#index.sections;
      if (!this.#index.scratch.meetings.mayMeetTwo(nameTokens, from, from + blocks.lengths[block]!)) return;
    }
    if (this.#bound!.reaches(name, block, Math.max(this.threshold, this.#floor))) this.#accept(name);
  }

  #accept(name: number): void {
    if (this.#seen.has(name) || !this.#isOfFamily(name)) return;
    this.#seen.add(name);
    this.#visit(name);
  }

  #isOfFamily(name: number): boolean {
    return name >= this.#firstName && name < this.#endName;
  }

  /** What all tokens of a name weigh at most that reaches the threshold with a gain, when so many of them may meet. */
  #mostWeight(plan: Plan, gain: number, cover: number): number {
    return cover + mostListAlone(this.#query.family, (gain + TOLERANCE) / plan.threshold);
  }

  /** Checks the names of the query's family that hold a token. */
  #visitToken(token: number, mostWeight: number, needsTwo: boolean): void {
    const { postingOffsets, postings } = this.#index.sections;
    const end = postingOffsets[token + 1]!;
    let at = this.#firstPosting(postingOffsets[token]!, end);
    for (; at < end; at++) {
      const name = postings[at]!;
      if (name >= this.#endName) break;
      this.#check(name, mostWeight, needsTwo);
    }
  }

  /** The first of some postings that is of the query's family. */
  #firstPosting(from: number, to: number): number {
    if (this.#firstName === 0) return from;
    const { postings } = this.#index.sections;
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (postings[middle]! < this.#firstName) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #visitTokens(
    { tokens, gains, covers }: GainfulTokens,
    around: { rest: number; restCover: number },
    how: { plan: Plan; needsTwo: boolean },
  ): void {
    for (let i = 0; i < tokens.length; i++) {
      const most = this.#mostWeight(how.plan, gains[i]! + around.rest, covers[i]! + around.restCover);
      this.#visitToken(tokens[i]!, most, how.needsTwo);
    }
  }

  /**
   * Names that one token leads to. Few of a frequent token's are so long that another query token would have to
   * stand for several of theirs: these are found by that token and what it is joined at.
   */
  #visitAll(postings: Postings, plan: Plan, isOwn: (q: number) => boolean): void {
    const { frequent, rare, rest, restSingles } = postings;
    const how = { plan, needsTwo: false };
    this.#visitTokens(rare, postings, how);
    const anchors = plan.anchors.filter(({ q }) => !isOwn(q));
    const joined = anchors.reduce(
      (sum, { rareSize, frequent: ends }) => sum + rareSize + frequent.tokens.length * ends.tokens.length,
      0,
    );
    if (postings.restCover === restSingles || joined > postings.size || plan.isLight) {
      this.#visitTokens(frequent, postings, how);
      return;
    }
    this.#visitTokens(frequent, { rest, restCover: restSingles }, how);
    for (const other of anchors) {
      this.#visitTokens(other.rare, other, { plan, needsTwo: true });
      const restCover = postings.restCover + other.restCover - plan.cover;
      this.#probe(postings, other, { plan, rest: restOf(plan, postings, other), restCover });
    }
    this.#visitUnpaired();
  }

  /** Names of so many frequent tokens that no pair leads to them. */
  #visitUnpaired(): void {
    for (const name of this.#index.sections.unpairedNames) this.#check(name, Number.POSITIVE_INFINITY);
  }

  /** Names that no token of theirs leads to: by short tokens that the query writes together, or by its acronym. */
  #visitJoined(): void {
    const { joinedOffsets, joinedNames } = this.#index.sections;
    const look = (text: string) => {
      const hash = hash32(text);
      const bucket = hash & (joinedOffsets.length - 2);
      const tag = tagOf(hash);
      for (let at = joinedOffsets[bucket]!; at < joinedOffsets[bucket + 1]!; at++) {
        const value = joinedNames[at]!;
        if (tagOf(value) === tag) this.#accept(value & NUMBER_MASK);
      }
    };
    for (const token of new Set(this.#query.tokens)) {
      if (token.length < LEAST_JOINED) continue;
      if (token.length <= LONGEST_JOINED) look(token);
      if (this.#query.family === 'organisation' && token.length <= LONGEST_ACRONYM) look(acronymKey(token));
    }
  }

  /** Whether looking names up by pairs is less work than looking at all names that hold one of the tokens. */
  #isPaired(plan: Plan): boolean {
    return plan.two !== undefined && pairWork(plan) <= oneWork(plan) * this.#index.scratch.pairWorth;
  }

  #visitPairs(plan: Plan): void {
    const { two = [] } = plan;
    for (const postings of two) this.#visitRare(postings, plan);
    two.forEach((a, i) => {
      for (const b of two.slice(i + 1))
        this.#probe(a, b, {
          plan,
          rest: restOf(plan, a, b),
          restCover: a.restCover + b.restCover - plan.cover,
        });
    });
    this.#visitUnpaired();
  }

  /** Names that hold a rare token that a query token may meet, and another one that meets something. */
  #visitRare(postings: TokenPostings, plan: Plan): void {
    if (this.#rareVisited.has(postings.q)) return;
    this.#rareVisited.add(postings.q);
    this.#visitTokens(postings.rare, postings, { plan, needsTwo: true });
  }

  /** Names that hold what two parts of the query may meet, where that may be enough. */
  #probe(a: Postings, b: Postings, around: { plan: Plan; rest: number; restCover: number }): void {
    const [own, other] = [a.frequent, b.frequent];
    const { plan, rest, restCover } = around;
    for (let i = 0; i < own.tokens.length; i++) {
      const [token, gain, cover] = [own.tokens[i]!, own.gains[i]! + rest, own.covers[i]! + restCover];
      for (let j = 0; j < other.tokens.length && gain + other.gains[j]! >= -TOLERANCE; j++) {
        const most = this.#mostWeight(plan, gain + other.gains[j]!, cover + other.covers[j]!);
        this.#look(token, other.tokens[j]!, most);
      }
    }
  }

  #look(a: number, b: number, mostWeight: number): void {
    const { pairOffsets, pairNames, pairBits } = this.#index.sections;
    const key = pairHash(a, b);
    if (!hasHash(pairBits, key)) return;
    const bucket = key & (pairOffsets.length - 2);
    const tag = tagOf(key);
    const end = pairOffsets[bucket + 1]!;
    for (let at = pairOffsets[bucket]!; at < end; at++) {
      const value = pairNames[at]!;
      if (tagOf(value) !== tag) continue;
      const name = value & NUMBER_MASK;
      if (this.#isOfFamily(name)) this.#check(name, mostWeight);
    }
  }

  /** One list token may stand for all tokens that a name has to hold two of: with any other one, or by itself. */
  #visitSpan(span: SpanPostings, plan: Plan): void {
    const { needed } = span;
    if (needed.length === 0) {
      this.#visitAll(span, plan, (q) => q >= span.from && q < span.to);
      return;
    }
    this.#visitTokens(span.rare, span, { plan, needsTwo: true });
    const work = needed.reduce((sum, { q, rareSize, frequent }) => {
      const rareWork = this.#rareVisited.has(q) ? 0 : rareSize;
      return sum + rareWork + span.frequent.tokens.length * frequent.tokens.length;
    }, 0);
    if (work >= span.size) {
      this.#visitTokens(span.frequent, span, { plan, needsTwo: true });
      return;
    }
    const probe = (other: Postings) => {
      const restCover = span.restCover + other.restCover - plan.cover;
      this.#probe(span, other, { plan, rest: restOf(plan, span, other), restCover });
    };
    for (const other of needed) {
      this.#visitRare(other, plan);
      probe(other);
    }
    // What is needed may itself be met by one list token that stands for several.
    for (const other of plan.spans) if (other.to <= span.from || other.from >= span.to) probe(other);
    this.#visitUnpaired();
  }
}

/** Names that are looked at by one token of each. */
function oneWork(plan: Plan): number {
  return plan.one.reduce((sum, postings) => sum + postings.size, 0);
}

/** Names that are looked at by a rare token, and pairs of frequent ones that are looked up. */
function pairWork(plan: Plan): number {
  const { two = [] } = plan;
  let work = 0;
  two.forEach((a, i) => {
    work += a.rareSize;
    for (const b of two.slice(i + 1)) work += countPairs(a.frequent, b.frequent, restOf(plan, a, b));
  });
  return work;
}

/** What the query gains at most without two parts of it. */
function restOf(plan: Plan, a: Postings, b: Postings): number {
  return a.rest + b.rest - plan.whole;
}

/** How many pairs of tokens are worth looking up. */
function countPairs(a: GainfulTokens, b: GainfulTokens, rest: number): number {
  let count = 0;
  let j = b.gains.length;
  for (let i = 0; i < a.gains.length; i++) {
    while (j > 0 && b.gains[j - 1]! < -TOLERANCE - rest - a.gains[i]!) j--;
    count += j;
  }
  return count;
}

/**
 * Numbers of the names that may score `threshold` or more against the query, in no particular order. No name that
 * does is left out.
 */
export function candidatesOf(index: ListIndex, query: PreparedName, threshold: number): number[] {
  const candidates: number[] = [];
  new NameSearch(index, query, threshold).run((name) => candidates.push(name));
  return candidates;
}
