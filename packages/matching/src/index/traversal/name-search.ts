/**
 * Finds the names of a list that may reach a score, without examining the others: by the rarest tokens of the query or
 * by pairs of them, whichever is cheaper. All tokens of a name are checked before it is aligned.
 */

import { type PreparedName, soundedAt } from '../../names/prepare.ts';
import { ROLE } from '../../names/roles.ts';
import { boundWeight } from '../../scoring/costs.ts';
import { tokenSimilarity } from '../../scoring/token-similarity.ts';
import { addMultiTokenMatches } from '../expansion/multi-token-matches.ts';
import { addSingleTokenMatches } from '../expansion/single-token-matches.ts';
import type { ListIndex } from '../format/list-index.ts';
import { itemAt } from '../format/values.ts';
import { isPaired, planOf, workOf } from '../planning/index.ts';
import { type SearchMemory, searchMemoryOf } from './search-memory.ts';
import { type SearchRequest, Traversal } from './traversal.ts';

/** Few names weigh more than this: to examine the lighter ones first is to examine all of them. */
const HEAVY = 5;

/** One search of one index. Searches of one index share their memory: finish one before starting the next. */
export class NameSearch {
  readonly #index: ListIndex;
  readonly #memory: SearchMemory;
  readonly #query: PreparedName;
  readonly #request: SearchRequest;

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
    const text = itemAt(this.#query.tokens, q);
    // What an initial may stand for is too much to be looked up beforehand.
    if (text.length === 1) return tokenSimilarity(soundedAt(this.#query, q), this.#index.sounded(token));
    return this.#memory.matches.similarityOf(q, token);
  }

  /** Hands over every name that may score the threshold, once each. */
  run(visit: SearchRequest['visit']): void {
    const { expander, matches, tuning } = this.#memory;
    const { threshold } = this;
    this.#request.visit = visit;
    const traversal = new Traversal(this.#index, this.#memory, this.#request);
    try {
      const into = { index: this.#index, expander, matches };
      addMultiTokenMatches(into, this.#query, threshold);
      addSingleTokenMatches(into, this.#query, threshold);
      traversal.traverseConcatenated();
      const plan = planOf(this.#query, matches, threshold);
      const cap = this.#equalWeight();
      const isPair = isPaired(plan, tuning.pairWorth);
      if (isPair || cap >= HEAVY || workOf(plan, tuning.pairWorth) <= tuning.muchWork)
        traversal.execute(plan);
      else {
        // Light names first: once more of them are found than will be shown, the threshold is theirs.
        traversal.execute(plan, cap);
        const isRaised = this.threshold > threshold;
        traversal.execute(isRaised ? planOf(this.#query, matches, this.threshold) : plan);
      }
    } finally {
      traversal.finish();
      matches.clear();
    }
  }

  /** What a name weighs at most in which each token of the query matches one of its own, an initial any of its letter. */
  #equalWeight(): number {
    const { roles, weights } = this.#query;
    const weightOf = (role: number, q: number) =>
      role === ROLE.initial ? 1 : boundWeight(itemAt(weights, q));
    return roles.reduce<number>((sum, role, q) => sum + weightOf(role, q), 0);
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
