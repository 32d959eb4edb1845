/**
 * Finds the names of a list that may reach a score, without examining the others: by the rarest tokens of the query or
 * by pairs of them, whichever is cheaper. All tokens of a name are checked before it is aligned.
 */

import { comparableTokenAt, type PreparedName } from '../../names/prepare.ts';
import { ROLE } from '../../names/roles.ts';
import { DOUBTFUL_SCORE } from '../../scoring/alignment.ts';
import { boundWeight } from '../../scoring/costs.ts';
import { thresholdBeforeError } from '../../scoring/craft-error.ts';
import { tokenSimilarity } from '../../scoring/token-similarity.ts';
import { addMultiTokenMatches } from '../expansion/multi-token-matches.ts';
import { addSingleTokenMatches } from '../expansion/single-token-matches.ts';
import type { ListIndex } from '../format/list-index.ts';
import { itemAt, numberAt } from '../format/values.ts';
import { groupsOf, type MatchGroups, planOf, workOf } from '../planning/index.ts';
import type { QueryPlan } from '../planning/query-plan.ts';
import { type SearchMemory, searchMemoryOf } from './search-memory.ts';
import { type SearchRequest, Traversal } from './traversal.ts';

/** Thresholds that are tried before a lower one where that is much work, and how much less it has to be. */
const STRICTER = [0.92, 0.85, 0.75];
const WORTH_TRYING = 3;
/** So few names nearly equal one that weighs so much that these are looked for first only where that is next to no work. */
const SELDOM_EQUAL = 2.9;
const SELDOM_WORTH_TRYING = 20;
/** A plan is made anew when the threshold has risen by so much. */
const RISEN = 0.01;
/** How much more than `muchWork` that takes. */
const MUCH_MORE = 6;

/** One search of one index: the threshold may be raised while names are visited. Searches of one index share their memory: finish one before starting the next. */
export class NameSearch implements SearchRequest {
  readonly query: PreparedName;
  /** The minimum of what is found, by similarities as they are; see `thresholdBeforeError`. */
  threshold: number;
  visit: SearchRequest['visit'] = () => undefined;
  readonly #index: ListIndex;
  readonly #memory: SearchMemory;
  #groups: MatchGroups | undefined;

  constructor(index: ListIndex, query: PreparedName, threshold: number) {
    this.query = query;
    this.threshold = 0;
    this.raise(threshold);
    this.#index = index;
    this.#memory = searchMemoryOf(index);
  }

  /** Takes a higher minimum score of what still matters. */
  raise(threshold: number): void {
    const isOneWord = this.query.family === 'organisation' && this.query.tokens.length === 1;
    this.threshold = Math.max(this.threshold, thresholdBeforeError(threshold, isOneWord));
  }

  /** How alike token `q` of the query and a token of the list are; to be asked while names are visited. */
  similarityOf(q: number, token: number): number {
    const text = itemAt(this.query.tokens, q);
    // What an initial may match is too much to be looked up beforehand.
    if (text.length === 1)
      return tokenSimilarity(comparableTokenAt(this.query, q), this.#index.comparable(token));
    return this.#memory.matches.similarityOf(q, token);
  }

  /** Hands over every name that may score the threshold, once each. */
  run(visit: SearchRequest['visit']): void {
    const { expander, matches } = this.#memory;
    this.visit = visit;
    const traversal = new Traversal(this.#index, this.#memory, this);
    try {
      const into = { index: this.#index, expander, matches };
      addMultiTokenMatches(into, this.query, this.threshold);
      addSingleTokenMatches(into, this.query, this.threshold);
      traversal.traverseConcatenated();
      this.#execute(traversal);
    } finally {
      traversal.finish();
      matches.clear();
    }
  }

  /**
   * Finds the names of the search. Where that is much work, it looks for better names first: once more of them are found
   * than will be shown, the threshold is theirs. `Mohammed Said` is near a quarter of a million names and has twenty
   * equal ones.
   */
  #execute(traversal: Traversal): void {
    let plan = this.#planOf(this.threshold);
    const { muchWork } = this.#memory.tuning;
    if (this.#workOf(plan) <= muchWork) {
      traversal.execute(plan);
      return;
    }
    const weight = this.#equalWeight();
    const isSeldom = weight >= SELDOM_EQUAL;
    const worth = isSeldom ? SELDOM_WORTH_TRYING : WORTH_TRYING;
    for (const step of STRICTER) {
      if (step <= this.threshold || this.#workOf(plan) <= muchWork * (isSeldom ? MUCH_MORE : 1)) break;
      const stricter = this.#planOf(step);
      // Lower ones are still more work.
      if (this.#workOf(stricter) * worth > this.#workOf(plan)) break;
      traversal.execute(stricter);
      if (this.threshold >= step) return;
      plan = this.#risen(plan);
    }
    // Of the names that are left the light ones first: equal ones are among them.
    if (!isSeldom && this.#workOf(plan) > muchWork) {
      traversal.execute(plan, weight);
      plan = this.#risen(plan);
    }
    traversal.execute(plan);
  }

  /** The plan for the threshold as it is now, or the one of before where that is hardly more work. */
  #risen(plan: QueryPlan): QueryPlan {
    return this.threshold > plan.threshold + RISEN ? this.#planOf(this.threshold) : plan;
  }

  #workOf(plan: QueryPlan): number {
    return workOf(plan, this.#memory.tuning.pairWorth);
  }

  /** The plan that examines the fewest names; where these are few, no other plan is tried. */
  #planOf(threshold: number): QueryPlan {
    this.#groups ??= groupsOf(this.query, this.#memory.matches);
    const groups = this.#groups;
    const plan = planOf(this.query, this.#memory.matches, { threshold, isSure: false, groups });
    if (threshold > DOUBTFUL_SCORE || this.#workOf(plan) <= this.#memory.tuning.fewNames) return plan;
    const { bounds } = plan;
    const sure = planOf(this.query, this.#memory.matches, { threshold, isSure: true, groups, bounds });
    return sure.isComplete && this.#workOf(sure) < this.#workOf(plan) ? sure : plan;
  }

  /** What a name weighs at most in which each token of the query matches one of its own, an initial any of its letter. */
  #equalWeight(): number {
    const { roles, weights } = this.query;
    const weightOf = (role: number, q: number) =>
      role === ROLE.initial ? 1 : boundWeight(numberAt(weights, q));
    return roles.reduce<number>((sum, role, q) => sum + weightOf(role, q), 0);
  }
}
