/**
 * Finds the names of a list that may reach a score, without examining the others: by the rarest tokens of the query or
 * by pairs of them, whichever is cheaper. All tokens of a name are checked before it is aligned.
 */

import { type PreparedName, soundedAt } from '../../names/prepare.ts';
import { HEAVY_TOKEN, ROLE } from '../../names/roles.ts';
import { DOUBTFUL_SCORE } from '../../scoring/alignment.ts';
import { boundWeight } from '../../scoring/costs.ts';
import { tokenSimilarity } from '../../scoring/token-similarity.ts';
import { addMultiTokenMatches } from '../expansion/multi-token-matches.ts';
import { SingleTokenMatches } from '../expansion/single-token-matches.ts';
import type { ListIndex } from '../format/list-index.ts';
import { isPaired, LengthBound, planOf, workOf } from '../planning/index.ts';
import type { QueryPlan } from '../planning/query-plan.ts';
import { type SearchMemory, searchMemoryOf } from './search-memory.ts';
import { type SearchRequest, Traversal } from './traversal.ts';

/** Thresholds that are tried before a lower one where that is much work, and how much less it has to be. */
const STRICTER = [0.92, 0.85, 0.75];
const WORTH_TRYING = 3;
/** Few names weigh more than this: to examine the lighter ones first is to examine all of them. */
const HEAVY = 5;
/** So few names nearly equal one that weighs so much that these are not looked for first. */
const SELDOM_EQUAL = 2.9;

/** One search of one index. Searches of one index share their memory: finish one before starting the next. */
export class NameSearch {
  readonly #index: ListIndex;
  readonly #memory: SearchMemory;
  readonly #query: PreparedName;
  readonly #request: SearchRequest;
  #singles: SingleTokenMatches | undefined;

  constructor(index: ListIndex, query: PreparedName, threshold: number) {
    this.#index = index;
    this.#memory = searchMemoryOf(index);
    this.#query = query;
    this.#request = { query, threshold, visit: () => undefined };
  }

  /** Names that cannot score this much are left out. May be raised while names are visited. */
  get threshold(): number {
    return this.#request.threshold;
  }

  set threshold(threshold: number) {
    this.#request.threshold = threshold;
  }

  /** How alike token `q` of the query and a token of the list are; to be asked while names are visited. */
  similarityOf(q: number, token: number): number {
    const text = this.#query.tokens[q]!;
    // What an initial may stand for is too much to be looked up beforehand.
    if (text.length === 1) return tokenSimilarity(soundedAt(this.#query, q), this.#index.sounded(token));
    return this.#memory.matches.similarityOf(q, token) || (this.#singles?.omittedSimilarity(q, token) ?? 0);
  }

  /** Hands over every name that may score the threshold, once each, the most promising ones first. */
  run(visit: SearchRequest['visit']): void {
    const { expander, matches } = this.#memory;
    const query = this.#query;
    if (new LengthBound(query).score(this.#index.blocks.longestName, this.#ownWeight(), 0) < this.threshold)
      return;
    this.#request.visit = visit;
    try {
      const into = { index: this.#index, fuzzy: expander.fuzzy, matches };
      addMultiTokenMatches(into, query, this.threshold);
      const singles = new SingleTokenMatches(this.#index, query, {
        expander,
        matches,
        threshold: this.threshold,
      });
      this.#singles = singles;
      for (const q of query.tokens.keys()) singles.add(q);
      const traversal = new Traversal(this.#index, this.#memory, this.#request);
      traversal.traverseConcatenated();
      const plan = this.#searchStricter(traversal, this.#planOf(this.threshold));
      if (plan) traversal.execute(plan);
      traversal.finish();
    } finally {
      matches.clear();
    }
  }

  /**
   * Where much is to be examined, looks for better names first: once more of them are found than will be shown, the
   * threshold is theirs. `Mohammed Said` is near a quarter of a million names and has twenty equal ones.
   * @returns what is left to look for; undefined when all was found
   */
  #searchStricter(traversal: Traversal, first: QueryPlan): QueryPlan | undefined {
    const { muchWork, pairWorth } = this.#memory.tuning;
    let plan = first;
    let work = workOf(plan, pairWorth);
    const own = this.#equalWeight();
    if (work > muchWork && own < HEAVY && !isPaired(plan, pairWorth)) {
      const fewest = this.#query.aloneWeights.filter((weight) => weight >= HEAVY_TOKEN).length;
      traversal.execute(plan, { cap: own, fewest });
      if (this.threshold === plan.threshold) traversal.execute(plan, { cap: own });
      if (this.threshold > plan.threshold) {
        plan = this.#planOf(this.threshold);
        work = workOf(plan, pairWorth);
      }
    }
    for (const step of STRICTER) {
      if (step <= this.threshold || work <= muchWork || own >= SELDOM_EQUAL) break;
      const stricter = this.#planOf(step);
      if (workOf(stricter, pairWorth) * WORTH_TRYING > work) continue;
      traversal.execute(stricter);
      if (this.threshold >= step) return undefined;
      if (this.threshold === plan.threshold) continue;
      plan = this.#planOf(this.threshold);
      work = workOf(plan, pairWorth);
    }
    return plan;
  }

  /** What a name weighs at most that has nothing besides what the query has. */
  #ownWeight(): number {
    return this.#query.weights.reduce((sum, weight) => sum + boundWeight(weight), 0);
  }

  /** What a name weighs at most in which each token of the query matches one of its own, an initial any of its letter. */
  #equalWeight(): number {
    const { roles, weights } = this.#query;
    return roles.reduce<number>(
      (sum, role, q) => sum + (role === ROLE.initial ? 1 : boundWeight(weights[q]!)),
      0,
    );
  }

  /** The plan that examines the fewest names. */
  #planOf(threshold: number): QueryPlan {
    const { matches, tuning } = this.#memory;
    const plan = planOf(this.#query, matches, { threshold, isSure: false });
    if (threshold > DOUBTFUL_SCORE) return plan;
    const sure = planOf(this.#query, matches, { threshold, isSure: true });
    return sure.isComplete && workOf(sure, tuning.pairWorth) < workOf(plan, tuning.pairWorth) ? sure : plan;
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
