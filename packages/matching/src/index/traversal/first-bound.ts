/**
 * The first and cheapest upper bound of a name: two bytes for each list token state what it adds to the score at most.
 * Most names of a large search share one frequent token with the query, and end here.
 */

import { ROLE, ROLE_WEIGHTS } from '../../names/roles.ts';
import { boundWeight, minListLoss, minQueryLoss, queryLossOf } from '../../scoring/costs.ts';
import { INITIAL_SIMILARITY } from '../../scoring/token-similarity.ts';
import { SUM_TOLERANCE } from '../../weights.ts';
import { MATCH, type MatchedQuery } from '../expansion/token-matches.ts';
import type { ListIndex } from '../format/list-index.ts';
import { f64At, i32At, numberAt, u8At, u32At } from '../format/values.ts';
import { NameConcatenations } from './name-concatenations.ts';

/** Bounds are stated in steps, rounded up. */
const STEPS = 64;
/** The step of a contribution that is too large for one. */
const ENOUGH = 255;

const NO_LETTERS = new Uint8Array(0);

export class FirstBound {
  /** By token: what it adds at most, and what it adds unless it is one end of a join. */
  readonly #steps: Uint8Array;
  readonly #alone: Uint8Array;
  #hasEnds = false;
  /** Places in the name examined of what may be one end of a join. */
  readonly #ends: number[] = [];
  readonly #touched: number[] = [];
  /** What a name needs that weighs nothing, and for each weight of its tokens, in steps. */
  #needed = 0;
  #neededByWeight = 0;
  /** How many initials the query has, and by code 1 for their letters. */
  #initials = 0;
  readonly #isInitial = new Uint8Array(256);
  /** The maximum that one of them adds, in steps. */
  #maxOfInitial = 0;
  #matched: MatchedQuery | undefined;
  /** By token: the code of its first letter; empty where the query has no initials. */
  #firstLetters: Uint8Array = NO_LETTERS;
  #concatenations: NameConcatenations | undefined;
  /** The threshold that the table was made for. */
  threshold = 0;

  constructor(index: ListIndex) {
    this.#steps = new Uint8Array(index.tokenCount);
    this.#alone = new Uint8Array(index.tokenCount);
  }

  /** Takes all that the query may match, for names that score `threshold` or more. */
  start(matched: MatchedQuery, threshold: number): void {
    const { query, matches } = matched;
    this.clear();
    this.threshold = threshold;
    // What a list token of weight 1 does not lose that matches something.
    const kept = threshold * minListLoss(query.family, 1);
    const whole = query.weights.reduce((sum, weight) => sum + boundWeight(weight), 0);
    const bases = query.minUnmatched.map((weight, q) => {
      const others = whole - boundWeight(numberAt(query.weights, q));
      // The only token of a query has to match something.
      const lost =
        others > 0 ? queryLossOf(query.family, others, weight) : minQueryLoss(query.family, weight);
      return -threshold * lost;
    });
    this.#matched = matched;
    this.#concatenations = undefined;
    this.#initials = 0;
    this.#maxOfInitial = 0;
    this.#isInitial.fill(0);
    const lightest = Math.min(...ROLE_WEIGHTS[query.family].map((weights) => weights.matched));
    query.tokens.forEach((text, q) => {
      if (query.roles[q] !== ROLE.initial) return;
      this.#initials++;
      this.#isInitial[text.charCodeAt(0)] = 1;
      const above = INITIAL_SIMILARITY - threshold;
      // Where a match takes from the score, it takes less with a lighter token.
      const upperBound = (above < 0 ? lightest : numberAt(query.weights, q)) * above - numberAt(bases, q);
      this.#maxOfInitial = Math.max(this.#maxOfInitial, upperBound * STEPS);
    });
    this.#firstLetters = this.#initials > 0 ? matched.letters.first : NO_LETTERS;
    this.#needed = (-bases.reduce((sum, base) => sum + base, 0) - SUM_TOLERANCE) * STEPS;
    this.#neededByWeight = kept * STEPS;
    const { size, token, kind, from, to, similarity, weight, repeatedWeight, listWeight } = matches;
    for (let at = 0; at < size; at++) {
      const above = f64At(similarity, at) - threshold;
      const isEnd = kind[at] === MATCH.firstPart || kind[at] === MATCH.lastPart;
      let upperBound =
        Math.max(f64At(weight, at) * above, f64At(repeatedWeight, at) * above) + f64At(listWeight, at) * kept;
      const end = kind[at] === MATCH.multiToken ? i32At(to, at) : i32At(from, at) + 1;
      for (let q = i32At(from, at); q < end; q++) upperBound -= numberAt(bases, q);
      if (upperBound <= 0) continue;
      this.#note(i32At(token, at), Math.min(ENOUGH, Math.ceil(upperBound * STEPS)), isEnd);
    }
  }

  #note(token: number, steps: number, isEnd: boolean): void {
    if (this.#steps[token] === 0) this.#touched.push(token);
    if (steps > u8At(this.#steps, token)) this.#steps[token] = steps;
    if (isEnd) this.#hasEnds = true;
    else if (steps > u8At(this.#alone, token)) this.#alone[token] = steps;
  }

  clear(): void {
    for (const token of this.#touched) {
      this.#steps[token] = 0;
      this.#alone[token] = 0;
    }
    this.#touched.length = 0;
    this.#hasEnds = false;
  }

  /**
   * Whether a name of the tokens from–to may reach the threshold; never false where it does.
   * @param weight the minimum that all these tokens weigh
   */
  mayReach(tokens: Uint32Array, from: number, to: number, weight: number): boolean {
    const all = this.#steps;
    let sum = 0;
    for (let at = from; at < to; at++) {
      const steps = all[tokens[at]!]!;
      if (steps === ENOUGH) return true;
      sum += steps;
    }
    const needed = this.#needed + weight * this.#neededByWeight;
    if (sum < needed) {
      if (this.#initials === 0) return false;
      const left = needed - sum;
      if (!this.#mayInitials(tokens, { from, to, weight, left }, all)) return false;
    }
    return !this.#hasEnds || this.#mayReachExactly(tokens, { from, to, weight, needed });
  }

  /**
   * Whether initials may add the missing part of the score in a name of these tokens.
   * @param own by token: what it adds otherwise, that is counted already
   */
  #mayInitials(
    tokens: Uint32Array,
    name: { from: number; to: number; weight: number; left: number },
    own: Uint8Array,
  ): boolean {
    const { from, to, weight, left } = name;
    // Most names lack more than all initials together add.
    if (this.#maxOfInitials(this.#initials, weight) < left) return false;
    const firstLetters = this.#firstLetters;
    const worth = this.#worthInitial;
    let matched = 0;
    for (let at = from; at < to; at++)
      if (this.#isInitial[firstLetters[tokens[at]!]!] === 1 && own[tokens[at]!]! < worth) matched++;
    matched = Math.min(matched, this.#initials);
    return matched > 0 && this.#maxOfInitials(matched, weight) >= left;
  }

  /** The maximum that so many initials add in a name whose tokens weigh so much at least. */
  #maxOfInitials(count: number, weight: number): number {
    return count * this.#maxOfInitial + Math.min(count, weight) * this.#neededByWeight;
  }

  /** What adds so much by itself matches no initial: each token matches but one of the query. */
  get #worthInitial(): number {
    return this.#maxOfInitial + this.#neededByWeight;
  }

  /** Whether it may reach so much where no token counts as one end of a join, or whether one may be that. */
  #mayReachExactly(
    tokens: Uint32Array,
    name: { from: number; to: number; weight: number; needed: number },
  ): boolean {
    const { from, to, weight } = name;
    let left = name.needed;
    let ends = 0;
    for (let at = from; at < to; at++) {
      const token = u32At(tokens, at);
      const steps = u8At(this.#steps, token);
      if (steps === 0) continue;
      const alone = u8At(this.#alone, token);
      left -= alone;
      if (alone < steps) this.#ends[ends++] = at;
    }
    if (ends === 0 || left <= 0) return true;
    return (
      this.#mayInitials(tokens, { from, to, weight, left }, this.#alone) ||
      this.#mayJoin(tokens, { from, to, ends })
    );
  }

  /** Whether several of the tokens from–to, of which one noted is at an end, may together be one token of the query. */
  #mayJoin(tokens: Uint32Array, { from, to, ends }: { from: number; to: number; ends: number }): boolean {
    const matched = this.#matched!;
    const { heads, next, kind, from: places } = matched.matches;
    if (this.#concatenations === undefined) {
      this.#concatenations = new NameConcatenations(matched.index, matched.letters);
      this.#concatenations.start(matched.query);
    }
    for (let end = 0; end < ends; end++) {
      const at = numberAt(this.#ends, end);
      for (let entry = i32At(heads, u32At(tokens, at)); entry > 0; entry = i32At(next, entry - 1)) {
        const matchKind = i32At(kind, entry - 1);
        if (matchKind !== MATCH.firstPart && matchKind !== MATCH.lastPart) continue;
        const last = matchKind === MATCH.firstPart ? to : from - 1;
        if (this.#concatenations.mayBeAlike(at, last, i32At(places, entry - 1))) return true;
      }
    }
    return false;
  }
}
