/** Carries a plan out: goes to every name it leads to, and hands over those that may score enough, once each. */
import type { PreparedName } from '../names/prepare.ts';
import { mostListAlone } from '../scoring/costs.ts';
import { joinedNames } from './joined-names.ts';
import type { ListIndex } from './list-index.ts';
import type { MatchedQuery } from './meetings.ts';
import { NameBound } from './name-bound.ts';
import {
  ANCHOR,
  type Anchor,
  type GainfulTokens,
  type LeastTokens,
  type Plan,
  type Postings,
  type SpanPostings,
  TOLERANCE,
  type TokenPostings,
} from './plan.ts';
import { isPaired, restOf, workOf } from './plan-work.ts';
import { firstFrom } from './postings.ts';
import type { SearchMemory } from './scratch.ts';

/** Tokens of fewer names are not looked through for names that are light enough. */
const FEW_POSTINGS = 64;
/** The first bounds of names are made anew when the threshold has risen by so much. */
const RISEN = 0.02;

/** Other tokens of the query are anchors too while looking all of them up is no more than this part of the work without any. */
const WORTH_ANCHOR = 0.5;
const NO_LEAST: LeastTokens = { light: 0, heavy: 0 };

/** What a search asks for. */
export interface Goal {
  query: PreparedName;
  /** Names that cannot score this much are left out. May be raised while names are visited. */
  threshold: number;
  /** @param mayJoin whether several tokens of the query or of the name may stand for one of the other */
  visit: (name: number, mayJoin: boolean) => void;
}

export class PlanVisits {
  readonly #index: ListIndex;
  readonly #memory: SearchMemory;
  readonly #query: PreparedName;
  readonly #matched: MatchedQuery;
  readonly #goal: Goal;
  readonly #seen = new Set<number>();
  /** Postings of query tokens whose rare list tokens were looked at. */
  readonly #rareVisited = new Set<TokenPostings>();
  readonly #bound: NameBound;
  /** Whether a first bound is asked of each name, and each is checked but once. */
  #isLarge = false;
  /** The threshold of the plan that is being carried out. */
  #floor = 0;
  /** Names that weigh more or have fewer tokens are left out for now. */
  #cap = Number.POSITIVE_INFINITY;
  #fewest = 0;
  /** The lowest threshold by which marked names were checked, and whether names are marked now. */
  #marked = Number.POSITIVE_INFINITY;
  #isMarking = false;

  constructor(index: ListIndex, memory: SearchMemory, goal: Goal) {
    const { query } = goal;
    this.#index = index;
    this.#memory = memory;
    this.#query = query;
    this.#goal = goal;
    this.#matched = { index, query, matches: memory.meetings, letters: memory.letters };
    this.#bound = new NameBound(this.#matched);
  }

  /**
   * Visits every name that may score the threshold of a plan.
   * @param plan what leads to them
   * @param only names that weigh more than `cap`, or have fewer tokens than `fewest`, are left out
   */
  execute(plan: Plan, only: { cap?: number; fewest?: number } = {}): void {
    const { cap = Number.POSITIVE_INFINITY, fewest = 0 } = only;
    const { gains, marks, tuning } = this.#memory;
    this.#floor = plan.threshold;
    this.#cap = cap;
    this.#fewest = fewest;
    this.#rareVisited.clear();
    this.#isLarge = workOf(plan, tuning.pairWorth) > tuning.fewNames;
    if (this.#isLarge) {
      gains.start(this.#matched, this.#least);
      // Whatever a lower threshold left out is left out by this one, but not the other way round.
      if (this.#least < this.#marked) marks.clear();
      this.#isMarking = this.#least <= this.#marked;
      if (this.#isMarking) this.#marked = this.#least;
    }
    if (isPaired(plan, tuning.pairWorth)) this.#visitPairs(plan);
    else
      for (const postings of plan.one)
        this.#visitAll(postings, plan, { from: postings.q, to: postings.q + 1 });
    for (const span of plan.spans) this.#visitSpan(span, plan);
  }

  /** Forgets what was kept while plans were carried out. */
  finish(): void {
    this.#memory.marks.clear();
    this.#memory.gains.clear();
  }

  /** The least that a name has to score. */
  get #least(): number {
    return Math.max(this.#goal.threshold, this.#floor);
  }

  /** Adds a name of the query's family to those that are to be checked. */
  #add(name: number, mostWeight: number, needsTwo = false): void {
    const { batch } = this.#memory;
    batch.add(name, mostWeight);
    if (batch.isFull) this.#checkBatch(needsTwo);
  }

  /**
   * Checks the names that were gathered.
   * @param needsTwo whether a name can only be one when two tokens of it meet something
   */
  #checkBatch(needsTwo: boolean): void {
    const { batch, meetings, gains, marks } = this.#memory;
    if (batch.size === 0) return;
    batch.prepare(this.#isLarge ? marks : undefined);
    if (needsTwo) batch.keepTwo(meetings);
    if (this.#isLarge) {
      if (this.#isMarking) batch.mark(marks);
      if (this.#least > gains.threshold + RISEN) gains.start(this.#matched, this.#least);
      batch.keepGainful(gains);
    }
    batch.readTokens(meetings.heads);
    const { names, blocks, size } = batch;
    for (let i = 0; i < size; i++) {
      const name = names[i]!;
      const block = blocks[i]!;
      if (this.#bound.reaches(name, block, this.#least)) this.#accept(name, this.#bound.mayJoin);
    }
    batch.size = 0;
  }

  #accept(name: number, mayJoin: boolean): void {
    if (this.#seen.has(name) || !this.#isOfFamily(name)) return;
    this.#seen.add(name);
    this.#goal.visit(name, mayJoin);
  }

  #isOfFamily(name: number): boolean {
    return this.#index.blocks.familyOf(name) === this.#query.family;
  }

  /** What all tokens of a name weigh at most that reaches the threshold with a gain, when so many of them may meet. */
  #mostWeight(plan: Plan, gain: number, cover: number): number {
    const most = cover + mostListAlone(this.#query.family, (gain + TOLERANCE) / plan.threshold);
    return Math.min(this.#cap, most);
  }

  #visitTokens(
    { tokens, gains, covers }: GainfulTokens,
    around: { rest: number; restCover: number },
    how: { plan: Plan; needsTwo: boolean; least?: LeastTokens },
  ): void {
    const { postingOffsets, postings } = this.#index.sections;
    let near = 0;
    for (let i = 0; i < tokens.length; i++) near ^= postingOffsets[tokens[i]!]!;
    for (let i = 0; i < tokens.length; i++) near ^= postings[postingOffsets[tokens[i]!]!]!;
    this.#memory.batch.near = near;
    const { light, heavy } = how.least ?? NO_LEAST;
    const least = { light: Math.max(this.#fewest, light), heavy: Math.max(this.#fewest, heavy) };
    for (let i = 0; i < tokens.length; i++) {
      const most = this.#mostWeight(how.plan, gains[i]! + around.rest, covers[i]! + around.restCover);
      const ranges = this.#index.blocks.rangesUpTo(most, this.#query.family, least);
      this.#visitLight(tokens[i]!, { ranges, most, needsTwo: how.needsTwo });
    }
    this.#checkBatch(how.needsTwo);
  }

  /** Names of the query's family that hold a token and weigh no more than so much. */
  #visitLight(token: number, how: { ranges: Int32Array; most: number; needsTwo: boolean }): void {
    const { ranges, most, needsTwo } = how;
    const { postingOffsets, postings } = this.#index.sections;
    const end = postingOffsets[token + 1]!;
    let at = postingOffsets[token]!;
    const isLong = end - at > FEW_POSTINGS;
    for (let range = 0; range < ranges.length && at < end; range += 2) {
      const [first, last] = [ranges[range]!, ranges[range + 1]!];
      if (isLong) at = firstFrom(postings, first, { from: at, to: end });
      else while (at < end && postings[at]! < first) at++;
      for (; at < end && postings[at]! < last; at++) this.#add(postings[at]!, most, needsTwo);
    }
  }

  /**
   * Names that one token leads to. Those in which an anchor allows more than in the others are few beside a frequent
   * token, and are found by both.
   */
  #visitAll(postings: Postings, plan: Plan, own: { from: number; to: number }): void {
    const { frequent, rare, rest, restCover } = postings;
    const how = { plan, needsTwo: false };
    this.#visitTokens(rare, postings, how);
    const isSpan = own.to > own.from + 1;
    // Beside one span the query may have another one, which such anchors do not lead to.
    const mayBe = ({ q, kind }: Anchor) =>
      (q < own.from || q >= own.to) && (!isSpan || kind === ANCHOR.joined);
    const anchors = this.#anchorsOf(postings, plan, mayBe);
    if (!anchors) {
      this.#visitTokens(frequent, postings, how);
      return;
    }
    const { gain, cover, leastTokens } = plan.without(anchors, isSpan);
    this.#visitTokens(
      frequent,
      { rest: rest - gain, restCover: restCover - cover },
      isSpan ? how : { ...how, least: leastTokens },
    );
    for (const other of anchors) {
      this.#visitRare(other, plan);
      this.#probe(postings, other, {
        plan,
        rest: restOf(postings, other),
        restCover: restCover + other.restCover - plan.cover,
      });
    }
    if (anchors.length > 0) this.#visitUnpaired();
  }

  /** Anchors that are worth looking up beside a part of the query; undefined when it is less work to do without. */
  #anchorsOf(
    { frequent, size }: Postings,
    plan: Plan,
    mayBe: (anchor: Anchor) => boolean,
  ): Anchor[] | undefined {
    if (plan.isLight || size <= this.#memory.tuning.fewNames) return undefined;
    const workOf = (anchor: Anchor) =>
      anchor.rareSize + frequent.tokens.length * anchor.frequent.tokens.length;
    const others = plan.anchors().filter(mayBe);
    const most = size * this.#memory.tuning.pairWorth;
    let anchors = others.filter(({ kind }) => kind !== ANCHOR.met);
    let work = anchors.reduce((sum, anchor) => sum + workOf(anchor), 0);
    if (work > most) return undefined;
    // Without initials names that meet but one token are few enough.
    if (!anchors.some(({ kind }) => kind === ANCHOR.told)) return anchors;
    for (const anchor of others) {
      if (anchor.kind !== ANCHOR.met || work + workOf(anchor) > most * WORTH_ANCHOR) continue;
      work += workOf(anchor);
      anchors = [...anchors.filter(({ q }) => q !== anchor.q), anchor];
    }
    return anchors;
  }

  /** Names of so many frequent tokens that no pair leads to them. */
  #visitUnpaired(): void {
    for (const name of this.#index.sections.unpairedNames) {
      if (this.#isOfFamily(name)) this.#add(name, Number.POSITIVE_INFINITY);
    }
    this.#checkBatch(false);
  }

  /** Names that no token of theirs leads to. */
  visitJoined(): void {
    for (const name of joinedNames(this.#index, this.#query)) this.#accept(name, true);
  }

  #visitPairs(plan: Plan): void {
    const { two = [] } = plan;
    for (const postings of two) this.#visitRare(postings, plan);
    two.forEach((a, i) => {
      for (const b of two.slice(i + 1))
        this.#probe(a, b, {
          plan,
          rest: restOf(a, b),
          restCover: a.restCover + b.restCover - plan.cover,
        });
    });
    this.#visitUnpaired();
  }

  /** Names that hold a rare token that a query token may meet, and another one that meets something. */
  #visitRare(postings: TokenPostings, plan: Plan): void {
    if (this.#rareVisited.has(postings)) return;
    this.#rareVisited.add(postings);
    this.#visitTokens(postings.rare, postings, { plan, needsTwo: true });
  }

  /** Names that hold what two parts of the query may meet, where that may be enough. */
  #probe(a: Postings, b: Postings, around: { plan: Plan; rest: number; restCover: number }): void {
    const [own, other] = [a.frequent, b.frequent];
    const { plan, rest, restCover } = around;
    const { pairs } = this.#memory;
    let count = other.tokens.length;
    for (let i = 0; i < own.tokens.length; i++) {
      const gain = own.gains[i]! + rest;
      const cover = own.covers[i]! + restCover;
      // The gains of both descend.
      while (count > 0 && gain + other.gains[count - 1]! < -TOLERANCE) count--;
      for (let from = 0; from < count; from += pairs.most) {
        const found = pairs.look(own.tokens[i]!, other.tokens, {
          from,
          to: Math.min(count, from + pairs.most),
        });
        for (let at = 0; at < found; at++) {
          const j = pairs.foundPlaces[at]!;
          pairs.add(
            pairs.foundKeys[at]!,
            this.#mostWeight(plan, gain + other.gains[j]!, cover + other.covers[j]!),
          );
          if (pairs.isFull) this.#addPairs();
        }
      }
    }
    this.#addPairs();
    this.#checkBatch(false);
  }

  /** Adds the names of the pairs that were gathered. */
  #addPairs(): void {
    this.#memory.pairs.finish((name, mostWeight) => {
      if (this.#isOfFamily(name)) this.#add(name, mostWeight);
    });
  }

  /** One list token may stand for all tokens that a name has to hold two of: with any other one, or by itself. */
  #visitSpan(span: SpanPostings, plan: Plan): void {
    const { needed } = span;
    if (needed.length === 0) {
      this.#visitAll(span, plan, span);
      return;
    }
    this.#visitTokens(span.rare, span, { plan, needsTwo: true });
    const work = needed.reduce((sum, other) => {
      const rareWork = this.#rareVisited.has(other) ? 0 : other.rareSize;
      return sum + rareWork + span.frequent.tokens.length * other.frequent.tokens.length;
    }, 0);
    if (work >= span.size) {
      this.#visitTokens(span.frequent, span, { plan, needsTwo: true });
      return;
    }
    const probe = (other: Postings) => {
      const restCover = span.restCover + other.restCover - plan.cover;
      this.#probe(span, other, { plan, rest: restOf(span, other), restCover });
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
