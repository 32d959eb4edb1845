/**
 * The second upper bound of a name: each token of the query counts once, and what both sides leave unmatched contradicts.
 * It costs a fifth of the last one, see `NameBound`, and few of those names come so far that are not found.
 */

import { ROLE, ROLE_WEIGHTS } from '../../names/roles.ts';
import { boundWeight, lossOf, minQueryLoss } from '../../scoring/costs.ts';
import { isSmallWord } from '../../scoring/token-match-rules.ts';
import { INITIAL_SIMILARITY } from '../../scoring/token-similarity.ts';
import { SUM_TOLERANCE } from '../../weights.ts';
import { MATCH, type MatchedQuery } from '../expansion/token-matches.ts';
import { f64At, i32At, itemAt, numberAt, u8At, u32At } from '../format/values.ts';

/** Tokens of a query that there is room for from the beginning. */
const FIRST_SIZE = 32;

/** Kept from search to search. */
export class SecondBound {
  #matched!: MatchedQuery;
  #threshold = 0;
  /** Whether the query's bounds are made for this threshold: many searches ask for no name. */
  #isReady = false;
  /** How many tokens the query has. What is kept by query token has room for more. */
  #count = 0;
  /** By match: the maximum that it adds for each query token that it is a match of. */
  #added = new Float64Array(0);
  /** By query token: the maximum that it adds in the name examined, and what it adds at least in any. */
  #best = new Float64Array(FIRST_SIZE);
  #least = new Float64Array(FIRST_SIZE);
  /** By query token: the maximum that it weighs in a match. */
  #weights = new Float64Array(FIRST_SIZE);
  /** Query tokens that may match any list token with their letter, and by code 1 for these letters. */
  #initials: number[] = [];
  readonly #isInitial = new Uint8Array(256);

  /** Takes all that the query may match, for names that score `threshold` or more. */
  start(matched: MatchedQuery, threshold: number): void {
    this.#matched = matched;
    this.#threshold = threshold;
    this.#isReady = false;
  }

  #prepare(): void {
    const { query, matches } = this.#matched;
    const { family, weights, minUnmatched } = query;
    const threshold = this.#threshold;
    this.#count = weights.length;
    if (this.#count > this.#best.length) {
      this.#best = new Float64Array(this.#count * 2);
      this.#least = new Float64Array(this.#count * 2);
      this.#weights = new Float64Array(this.#count * 2);
    }
    for (let q = 0; q < this.#count; q++) {
      this.#weights[q] = boundWeight(numberAt(weights, q));
      // It may match nothing instead.
      this.#least[q] = -threshold * minQueryLoss(family, numberAt(minUnmatched, q));
    }
    const { size, kind, from, to, similarity, weight, repeatedWeight } = matches;
    if (this.#added.length < size) this.#added = new Float64Array(matches.token.length);
    for (let at = 0; at < size; at++) {
      const above = f64At(similarity, at) - threshold;
      const count = kind[at] === MATCH.multiToken ? i32At(to, at) - i32At(from, at) : 1;
      this.#added[at] = Math.max(f64At(weight, at) * above, f64At(repeatedWeight, at) * above) / count;
    }
    this.#startInitials();
    this.#isReady = true;
  }

  #startInitials(): void {
    const { roles, tokens } = this.#matched.query;
    this.#initials = [];
    this.#isInitial.fill(0);
    roles.forEach((role, q) => {
      if (role !== ROLE.initial) return;
      this.#initials.push(q);
      this.#isInitial[itemAt(tokens, q).charCodeAt(0)] = 1;
    });
  }

  /**
   * Whether a name of the tokens from–to may reach the threshold; never false where it does.
   * @param weight the minimum that all these tokens weigh
   */
  mayReach(tokens: Uint32Array, from: number, to: number, weight: number): boolean {
    if (!this.#isReady) this.#prepare();
    const { heads, next, kind, from: froms, to: tos, listWeight } = this.#matched.matches;
    const added = this.#added;
    const best = this.#best;
    for (let q = 0; q < this.#count; q++) best[q] = Number.NEGATIVE_INFINITY;
    let listUnmatched = weight;
    for (let at = from; at < to; at++) {
      let kept = 0;
      for (let entry = i32At(heads, u32At(tokens, at)); entry > 0; entry = i32At(next, entry - 1)) {
        const match = entry - 1;
        const bound = f64At(added, match);
        const first = i32At(froms, match);
        let own = f64At(listWeight, match);
        // No more tokens are joined than the name has on this side.
        if (kind[match] === MATCH.firstPart) own = Math.min(own, to - at);
        else if (kind[match] === MATCH.lastPart) own = Math.min(own, at + 1 - from);
        if (own > kept) kept = own;
        if (bound > best[first]!) best[first] = bound;
        if (kind[match] !== MATCH.multiToken) continue;
        for (let q = first + 1; q < i32At(tos, match); q++) if (bound > best[q]!) best[q] = bound;
      }
      listUnmatched -= kept;
    }
    if (this.#initials.length > 0) listUnmatched -= this.#addInitials(tokens, from, to);
    return this.#isEnough(Math.max(0, listUnmatched));
  }

  /** Counts the initials in that may match one of the tokens; returns what these weigh at most that nothing else matches. */
  #addInitials(tokens: Uint32Array, from: number, to: number): number {
    const { index, letters, matches, query } = this.#matched;
    const { first } = letters;
    const above = INITIAL_SIMILARITY - this.#threshold;
    let unmatched = 0;
    for (let at = from; at < to; at++) {
      const code = u8At(first, u32At(tokens, at));
      if (this.#isInitial[code] === 0) continue;
      const role = index.roleInName(from, at, query.family);
      if (isSmallWord(role)) continue;
      const weights = itemAt(ROLE_WEIGHTS[query.family], role);
      if (matches.heads[u32At(tokens, at)] === 0) unmatched += weights.unmatched;
      for (const q of this.#initials) {
        if (itemAt(query.tokens, q).charCodeAt(0) !== code) continue;
        const own = numberAt(query.weights, q);
        // Where a match takes from the score, it takes less with a lighter token.
        const bound = (above < 0 ? Math.min(own, weights.matched) : own) * above;
        this.#best[q] = Math.max(f64At(this.#best, q), bound);
      }
    }
    return Math.min(unmatched, this.#initials.length);
  }

  /** Whether what the query's tokens add together makes up for what is lost at least. */
  #isEnough(listUnmatched: number): boolean {
    const { family, minUnmatched } = this.#matched.query;
    let sum = 0;
    let matched = 0;
    let queryUnmatched = 0;
    for (let q = 0; q < this.#count; q++) {
      const bound = f64At(this.#best, q);
      if (bound === Number.NEGATIVE_INFINITY) queryUnmatched += numberAt(minUnmatched, q);
      else {
        sum += Math.max(bound, f64At(this.#least, q));
        matched += f64At(this.#weights, q);
      }
    }
    if (matched === 0) return false;
    const loss = lossOf(family, { matched, queryUnmatched, listUnmatched }, true);
    return sum - this.#threshold * loss >= -SUM_TOLERANCE;
  }
}
