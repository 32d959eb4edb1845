/**
 * Names of a list that may reach a score, found without looking at the others: by the rarest of the query's tokens or
 * by pairs of them, whichever is less work, and checked by all their tokens before anything is aligned.
 */
import type { PreparedName } from '../names/prepare.ts';
import { isLight } from '../names/roles.ts';
import { skeletonOf } from '../names/skeleton.ts';
import { DOUBTFUL_SCORE } from '../scoring/alignment.ts';
import { boundWeight, mostListAlone } from '../scoring/costs.ts';
import { LEAST_JOINED, LONGEST_ACRONYM, LONGEST_JOINED } from '../scoring/joined-parts.ts';
import { Sounded, tokenSimilarity } from '../scoring/token-similarity.ts';
import { hasHash, NUMBER_MASK, tagOf } from './buckets.ts';
import { addLongMeetings, SingleMeetings } from './expand.ts';
import { hash32 } from './hash.ts';
import { acronymKey } from './joined-keys.ts';
import { LaterMeetings } from './later-meetings.ts';
import { LengthBound } from './length-bound.ts';
import type { ListIndex } from './list-index.ts';
import { NameBound } from './name-bound.ts';
import { pairHash } from './pair-keys.ts';
import {
  type GainfulTokens,
  leadersOf,
  type Plan,
  type Postings,
  planOf,
  type SpanPostings,
  TOLERANCE,
  type TokenPostings,
} from './plan.ts';
import { isPaired, restOf, workOf } from './plan-work.ts';

/** Thresholds that are tried before a lower one where that is much work, and how much less it has to be. */
const STRICTER = [0.92, 0.85, 0.75];
const WORTH_TRYING = 3;
/** About how many names tokens lead to that have too few consonants to sound like others. */
const UNSOUNDED = 3000;

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
  /** Meetings that are asked of each name. */
  #later: LaterMeetings | undefined;
  #visit: (name: number) => void = () => undefined;
  /** Whether a first bound is asked of each name. */
  #withGains = false;
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
      addLongMeetings(this.#index, query, meetings);
      const partial = this.#expand();
      this.#bound = new NameBound(this.#index, query, meetings);
      this.#visitJoined();
      const plan = partial ?? this.#visitStricter(this.#planOf(this.threshold));
      if (plan) this.#execute(plan);
    } finally {
      meetings.clear();
    }
  }

  /**
   * Looks up what the query's tokens may meet. Where those few that lead to every name lead to few names, the others
   * are not looked up: what they meet is asked of each name.
   * @returns what to look at in that case; undefined when all tokens were looked up
   */
  #expand(): Plan | undefined {
    const { meetings, worthLater } = this.#index.scratch;
    const query = this.#query;
    const withDoubtful = this.threshold <= DOUBTFUL_SCORE;
    const singles = new SingleMeetings(this.#index, query, { meetings, withDoubtful });
    const places = [...query.tokens.keys()];
    const leaders = worthLater > 0 ? leadersOf(query, this.#telling(singles), this.threshold) : undefined;
    const others = leaders && places.filter((q) => !leaders.includes(q));
    if (!leaders || !others || others.length === 0) {
      for (const q of places) singles.add(q);
      return undefined;
    }
    let names = 0;
    for (const q of leaders) {
      singles.add(q);
      names += singles.kept(q)!.names;
    }
    // About half of them gain too little to lead to a name.
    const worth = worthLater * others.length;
    if (names > 2 * worth) {
      for (const q of others) singles.add(q);
      return undefined;
    }
    this.#later = new LaterMeetings(this.#index, query, { singles, places: others });
    this.#later.meetKnown();
    const plan = this.#planOf(this.threshold, new Set(others));
    if (plan.isComplete && workOf(this.#index, plan) <= worth) return plan;
    // Looked up after all, without what was asked of single tokens.
    this.#later = undefined;
    meetings.clear();
    addLongMeetings(this.#index, query, meetings);
    for (const q of places) singles.add(q);
    return undefined;
  }

  /** Telling tokens of the query, those that few names may be led to first. */
  #telling(singles: SingleMeetings): number[] {
    const { tokens, roles } = this.#query;
    const { postingOffsets, soundGroups } = this.#index.sections;
    const sizes = tokens.map((text, q) => {
      const kept = singles.kept(q);
      if (kept) return kept.names;
      const skeleton = skeletonOf(text);
      const group = skeleton.length < 2 ? -1 : this.#index.soundGroup(skeleton);
      if (group >= 0) return postingOffsets[soundGroups[group + 1]!]! - postingOffsets[soundGroups[group]!]!;
      const own = this.#index.tokenId(text);
      return (own < 0 ? 1 : this.#index.frequency(own)) + (skeleton.length < 2 ? UNSOUNDED : 0);
    });
    return [...tokens.keys()].filter((q) => !isLight(roles[q]!)).sort((a, b) => sizes[a]! - sizes[b]!);
  }

  /**
   * Where much is to be looked at, looks for better names first: once more of them are found than will be shown, the
   * threshold is theirs. `Mohammed Said` is near a quarter of a million names and has twenty equal ones.
   * @returns what is left to look for; undefined when all was found
   */
  #visitStricter(first: Plan): Plan | undefined {
    const { muchWork } = this.#index.scratch;
    let plan = first;
    let work = workOf(this.#index, plan);
    for (const step of STRICTER) {
      if (step <= this.threshold || work <= muchWork) break;
      const stricter = this.#planOf(step);
      if (workOf(this.#index, stricter) * WORTH_TRYING > work) continue;
      this.#execute(stricter);
      if (this.threshold >= step) return undefined;
      if (this.threshold === plan.threshold) continue;
      plan = this.#planOf(this.threshold);
      work = workOf(this.#index, plan);
    }
    return plan;
  }

  /** The plan that looks at the fewest names. */
  #planOf(threshold: number, later?: ReadonlySet<number>): Plan {
    const { meetings } = this.#index.scratch;
    const tokens = later ? { later } : {};
    const plan = planOf(this.#query, meetings, { threshold, isSure: false, ...tokens });
    if (threshold > DOUBTFUL_SCORE) return plan;
    const sure = planOf(this.#query, meetings, { threshold, isSure: true, ...tokens });
    return sure.isComplete && workOf(this.#index, sure) < workOf(this.#index, plan) ? sure : plan;
  }

  /** Visits every name that may score the threshold of a plan. */
  #execute(plan: Plan): void {
    this.#floor = plan.threshold;
    this.#rareVisited.clear();
    const { gains, meetings, fewNames } = this.#index.scratch;
    this.#withGains = !plan.isPartial && workOf(this.#index, plan) > fewNames;
    if (this.#withGains) gains.start(this.#query, meetings, Math.max(this.threshold, this.#floor));
    if (isPaired(this.#index, plan)) this.#visitPairs(plan);
    else for (const postings of plan.one) this.#visitAll(postings, plan, (q) => q === postings.q);
    for (const span of plan.spans) this.#visitSpan(span, plan);
  }

  /** Adds a name of the query's family to those that are to be checked. */
  #add(name: number, mostWeight: number, needsTwo = false): void {
    const { batch } = this.#index.scratch;
    batch.add(name, mostWeight);
    if (batch.isFull) this.#checkBatch(needsTwo);
  }

  /**
   * Checks the names that were gathered.
   * @param needsTwo whether a name can only be one when two tokens of it meet something
   */
  #checkBatch(needsTwo: boolean): void {
    const { batch, meetings, later } = this.#index.scratch;
    if (batch.size === 0) return;
    batch.prepare();
    if (needsTwo) batch.keepTwo();
    if (this.#withGains) batch.keepGainful(this.#index.scratch.gains);
    batch.readTokens(this.#later ? [meetings.heads, later.asked, later.letters] : [meetings.heads]);
    const { names, blocks, froms, size } = batch;
    const { lengths } = this.#index.blocks;
    for (let i = 0; i < size; i++) {
      const name = names[i]!;
      const block = blocks[i]!;
      if (this.#later) this.#later.meetAll(froms[i]!, froms[i]! + lengths[block]!);
      if (this.#bound!.reaches(name, block, Math.max(this.threshold, this.#floor))) this.#accept(name);
    }
    batch.size = 0;
  }

  #accept(name: number): void {
    if (this.#seen.has(name) || !this.#isOfFamily(name)) return;
    this.#seen.add(name);
    if (this.#later) {
      const { blocks } = this.#index;
      const block = blocks.blockOf(name);
      const from = blocks.tokensFrom(name, block);
      this.#later.meetAll(from, from + blocks.lengths[block]!);
    }
    this.#visit(name);
  }

  #isOfFamily(name: number): boolean {
    return name >= this.#firstName && name < this.#endName;
  }

  /** What all tokens of a name weigh at most that reaches the threshold with a gain, when so many of them may meet. */
  #mostWeight(plan: Plan, gain: number, cover: number): number {
    return cover + mostListAlone(this.#query.family, (gain + TOLERANCE) / plan.threshold);
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
    const { postingOffsets, postings } = this.#index.sections;
    let near = 0;
    for (let i = 0; i < tokens.length; i++) near ^= postingOffsets[tokens[i]!]!;
    for (let i = 0; i < tokens.length; i++) near ^= postings[postingOffsets[tokens[i]!]!]!;
    this.#index.scratch.batch.near = near;
    for (let i = 0; i < tokens.length; i++) {
      const most = this.#mostWeight(how.plan, gains[i]! + around.rest, covers[i]! + around.restCover);
      const end = postingOffsets[tokens[i]! + 1]!;
      let at = this.#firstPosting(postingOffsets[tokens[i]!]!, end);
      for (; at < end; at++) {
        const name = postings[at]!;
        if (name >= this.#endName) break;
        this.#add(name, most, how.needsTwo);
      }
    }
    this.#checkBatch(how.needsTwo);
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
    if (postings.restCover === restSingles || joined > postings.size || plan.isLight || plan.isPartial) {
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
    for (const name of this.#index.sections.unpairedNames) {
      if (this.#isOfFamily(name)) this.#add(name, Number.POSITIVE_INFINITY);
    }
    this.#checkBatch(false);
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
    const { pairBits } = this.#index.sections;
    const { pairs } = this.#index.scratch;
    for (let i = 0; i < own.tokens.length; i++) {
      const token = own.tokens[i]!;
      const gain = own.gains[i]! + rest;
      const cover = own.covers[i]! + restCover;
      for (let j = 0; j < other.tokens.length && gain + other.gains[j]! >= -TOLERANCE; j++) {
        const key = pairHash(token, other.tokens[j]!);
        if (!hasHash(pairBits, key)) continue;
        pairs.add(key, this.#mostWeight(plan, gain + other.gains[j]!, cover + other.covers[j]!));
        if (pairs.isFull) this.#addPairs();
      }
    }
    this.#addPairs();
    this.#checkBatch(false);
  }

  /** Adds the names of the pairs that were gathered. */
  #addPairs(): void {
    this.#index.scratch.pairs.finish((name, mostWeight) => {
      if (this.#isOfFamily(name)) this.#add(name, mostWeight);
    });
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

/**
 * Numbers of the names that may score `threshold` or more against the query, in no particular order. No name that
 * does is left out.
 */
export function candidatesOf(index: ListIndex, query: PreparedName, threshold: number): number[] {
  const candidates: number[] = [];
  new NameSearch(index, query, threshold).run((name) => candidates.push(name));
  return candidates;
}
