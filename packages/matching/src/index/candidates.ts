/**
 * Names of a list that may reach a score, found without looking at the others: by the rarest of the query's tokens or
 * by pairs of them, whichever is less work, and checked by all their tokens before anything is aligned.
 */
import type { PreparedName } from '../names/prepare.ts';
import { boundWeight } from '../scoring/costs.ts';
import { LEAST_JOINED, LONGEST_ACRONYM, LONGEST_JOINED } from '../scoring/joined-parts.ts';
import { tokenSimilarity } from '../scoring/token-similarity.ts';
import { NUMBER_MASK, tagOf } from './buckets.ts';
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
  planOf,
  type SpanPostings,
  TOLERANCE,
  type TokenPostings,
} from './plan.ts';

/** One search of one index. Uses the index's scratch memory: finish one before starting the next. */
export class NameSearch {
  readonly #index: ListIndex;
  readonly #query: PreparedName;
  readonly #seen = new Set<number>();
  #bound: NameBound | undefined;
  #visit: (name: number) => void = () => undefined;
  /** Names that cannot score this much are left out. May be raised while names are visited. */
  threshold: number;

  constructor(index: ListIndex, query: PreparedName, threshold: number) {
    this.#index = index;
    this.#query = query;
    this.threshold = threshold;
  }

  /** How alike token `q` of the query and a token of the list are; to be asked while names are visited. */
  similarityOf(q: number, token: number): number {
    const text = this.#query.tokens[q]!;
    // What an initial may stand for is too much to be looked up beforehand.
    if (text.length === 1) return tokenSimilarity({ text, skeleton: '' }, this.#index.sounded(token));
    return this.#index.scratch.meetings.similarityOf(q, token);
  }

  /** Hands over every name that may score the threshold, once each, the most promising ones first. */
  run(visit: (name: number) => void): void {
    const { meetings } = this.#index.scratch;
    const query = this.#query;
    const whole = query.weights.reduce((sum, weight) => sum + boundWeight(weight), 0);
    if (new LengthBound(query).score(this.#index.longestName, whole, 0) < this.threshold) return;
    this.#visit = visit;
    try {
      expandQuery(this.#index, query, meetings);
      this.#bound = new NameBound(this.#index, query, meetings);
      const plan = planOf(this.#index, query, meetings, this.threshold);
      this.#visitJoined();
      if (this.#isPaired(plan)) this.#visitPairs(plan);
      else this.#visitPostings(plan);
    } finally {
      meetings.clear();
    }
  }

  #check(name: number): void {
    if (!this.#bound!.reaches(name, this.threshold) || this.#seen.has(name)) return;
    this.#accept(name);
  }

  /** Checks a name that can only be one when two tokens of it meet something. */
  #checkTwo(name: number): void {
    const { nameOffsets, nameTokens } = this.#index.sections;
    const { meetings } = this.#index.scratch;
    if (meetings.mayMeetTwo(nameTokens, nameOffsets[name]!, nameOffsets[name + 1]!)) this.#check(name);
  }

  #accept(name: number): void {
    if (this.#seen.has(name) || this.#index.familyOfName(name) !== this.#query.family) return;
    this.#seen.add(name);
    this.#visit(name);
  }

  #visitToken(token: number): void {
    const { postingOffsets, postings } = this.#index.sections;
    const end = postingOffsets[token + 1]!;
    for (let at = postingOffsets[token]!; at < end; at++) this.#check(postings[at]!);
  }

  #visitRare(token: number): void {
    const { postingOffsets, postings } = this.#index.sections;
    const end = postingOffsets[token + 1]!;
    for (let at = postingOffsets[token]!; at < end; at++) this.#checkTwo(postings[at]!);
  }

  #visitPostings({ one, spans }: Plan): void {
    for (const { frequent, rare } of one) {
      for (const token of frequent.tokens) this.#visitToken(token);
      for (const token of rare.tokens) this.#visitToken(token);
    }
    for (const { token } of spans) this.#visitToken(token);
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
    if (!plan.two) return false;
    const size = plan.one.reduce((sum, postings) => sum + postings.size, 0);
    let work = 0;
    plan.two.forEach((a, i) => {
      work += a.rareSize;
      for (const b of plan.two!.slice(i + 1)) work += countPairs(a.frequent, b.frequent, restOf(plan, a, b));
    });
    return work <= size * this.#index.scratch.pairWorth;
  }

  #visitPairs(plan: Plan): void {
    const { two = [], telling, spans } = plan;
    for (const { rare } of two) for (const token of rare.tokens) this.#visitRare(token);
    two.forEach((a, i) => {
      for (const b of two.slice(i + 1)) this.#probe(a.frequent, b.frequent, restOf(plan, a, b));
    });
    for (const span of spans) this.#visitSpan(span, telling, plan);
    for (const name of this.#index.sections.unpairedNames) this.#check(name);
  }

  /** Names that hold what two query tokens may meet, where that may be enough. */
  #probe(a: GainfulTokens, b: GainfulTokens, rest: number): void {
    for (let i = 0; i < a.tokens.length; i++) {
      const least = -TOLERANCE - rest - a.gains[i]!;
      for (let j = 0; j < b.tokens.length && b.gains[j]! >= least; j++)
        this.#look(a.tokens[i]!, b.tokens[j]!);
    }
  }

  #look(a: number, b: number): void {
    const { pairOffsets, pairNames } = this.#index.sections;
    const key = pairHash(a, b);
    const bucket = key & (pairOffsets.length - 2);
    const tag = tagOf(key);
    const end = pairOffsets[bucket + 1]!;
    for (let at = pairOffsets[bucket]!; at < end; at++) {
      const value = pairNames[at]!;
      if (tagOf(value) === tag) this.#check(value & NUMBER_MASK);
    }
  }

  /** One list token may stand for all tokens that a name has to hold two of: with any other one, or by itself. */
  #visitSpan(span: SpanPostings, telling: readonly TokenPostings[], plan: Plan): void {
    const others = telling.filter(({ q }) => q < span.from || q >= span.to);
    const work = others.reduce((sum, { rareSize, frequent }) => sum + rareSize + frequent.tokens.length, 0);
    if (span.isEnough || work >= this.#index.frequency(span.token)) {
      this.#visitToken(span.token);
      return;
    }
    const own = { tokens: [span.token], gains: [span.gain] };
    for (const other of others) {
      const rest = span.rest + other.rest - plan.whole;
      for (let i = 0; i < other.rare.tokens.length; i++) {
        if (rest + span.gain + other.rare.gains[i]! >= -TOLERANCE) this.#visitRare(other.rare.tokens[i]!);
      }
      this.#probe(own, other.frequent, rest);
    }
  }
}

/** What the query gains at most without two of its tokens. */
function restOf(plan: Plan, a: TokenPostings, b: TokenPostings): number {
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
