/**
 * The first and cheapest upper bound of a name: two bytes for each list token state what it adds to the score at most.
 * Most names of a large search share one frequent token with the query, and end here.
 */

import { type Family, ROLE, ROLE_WEIGHTS } from '../../names/roles.ts';
import { boundWeight, minListLoss, minQueryLoss, queryLossOf } from '../../scoring/costs.ts';
import { LONGEST_JOIN } from '../../scoring/joined-parts.ts';
import { isSmallWord } from '../../scoring/token-match-rules.ts';
import { INITIAL_SIMILARITY } from '../../scoring/token-similarity.ts';
import { SUM_TOLERANCE } from '../../weights.ts';
import { MATCH, type MatchedQuery } from '../expansion/token-matches.ts';
import type { ListIndex } from '../format/list-index.ts';
import { NameConcatenations } from './name-concatenations.ts';

/** Bounds are stated in steps, rounded up. */
const STEPS = 64;
/** A add that is too great for a step. */
const ENOUGH = 255;

const NO_LETTERS = new Uint8Array(0);

/** A letter that occurs in the query as an initial. */
interface Initial {
  code: number;
  /** How many times. */
  count: number;
  /** What it adds at most, in steps, by the role of the token that it stands for. */
  steps: readonly number[];
  /** Of the name examined: how many tokens of its letter there are, no more than it stands for, and the most of these steps. */
  matched: number;
  max: number;
}

export class FirstBound {
  readonly #index: ListIndex;
  /** By token: what it adds at most, and what it adds unless it is one end of a join. */
  readonly #steps: Uint8Array;
  readonly #alone: Uint8Array;
  #hasEnds = false;
  readonly #touched: number[] = [];
  /** What a name needs that weighs nothing, and for each weight of its tokens, in steps. */
  #needed = 0;
  #neededByWeight = 0;
  /** Letters that are initials of the query, and by code 1 + the place of each among them. */
  readonly #initials: Initial[] = [];
  readonly #initialAt = new Uint8Array(256);
  /** The maximum that one of them adds, in steps. */
  #maxOfInitial = 0;
  #family: Family = 'person';
  #matched: MatchedQuery | undefined;
  /** By token: the code of its first letter; empty where the query has no initials. */
  #firstLetters: Uint8Array = NO_LETTERS;
  #concatenations: NameConcatenations | undefined;
  /** The threshold that the table was made for. */
  threshold = 0;

  constructor(index: ListIndex) {
    this.#index = index;
    this.#steps = new Uint8Array(index.tokenCount);
    this.#alone = new Uint8Array(index.tokenCount);
  }

  /** Takes all that the query may match, for names that score `threshold` or more. */
  start(matched: MatchedQuery, threshold: number): void {
    const { query, matches } = matched;
    this.clear();
    this.threshold = threshold;
    // What a list token does not lose that matches something, of weight 1.
    const kept = threshold * minListLoss(query.family, 1);
    const whole = query.weights.reduce((sum, weight) => sum + boundWeight(weight), 0);
    const bases = query.minAlone.map((weight, q) => {
      const others = whole - boundWeight(query.weights[q]!);
      // The only token of a query has to match something.
      const lost =
        others > 0 ? queryLossOf(query.family, others, weight) : minQueryLoss(query.family, weight);
      return -threshold * lost;
    });
    this.#family = query.family;
    this.#matched = matched;
    this.#concatenations = undefined;
    for (const { code } of this.#initials) this.#initialAt[code] = 0;
    this.#initials.length = 0;
    query.tokens.forEach((text, q) => {
      if (query.roles[q] !== ROLE.initial) return;
      const own = query.weights[q]!;
      // Where a match takes from the score, it takes less with a lighter token.
      const weights = ROLE_WEIGHTS[query.family].map(({ matched }) =>
        threshold > INITIAL_SIMILARITY ? Math.min(own, matched) : own,
      );
      const upperBounds = weights.map((weight) => weight * (INITIAL_SIMILARITY - threshold) - bases[q]!);
      this.#addInitial(
        text.charCodeAt(0),
        upperBounds.map((upperBound) => Math.max(0, upperBound) * STEPS),
      );
    });
    this.#firstLetters = this.#initials.length > 0 ? matched.letters.first : NO_LETTERS;
    this.#maxOfInitial = Math.max(0, ...this.#initials.flatMap(({ steps }) => steps));
    this.#needed = (-bases.reduce((sum, base) => sum + base, 0) - SUM_TOLERANCE) * STEPS;
    this.#neededByWeight = kept * STEPS;
    const { size, token, kind, from, to, similarity, weight, repeatedWeight } = matches;
    for (let at = 0; at < size; at++) {
      const above = similarity[at]! - threshold;
      const isEnd = kind[at] === MATCH.firstPart || kind[at] === MATCH.lastPart;
      let upperBound =
        Math.max(weight[at]! * above, repeatedWeight[at]! * above) + (isEnd ? LONGEST_JOIN : 1) * kept;
      const end = kind[at] === MATCH.multiToken ? to[at]! : from[at]! + 1;
      for (let q = from[at]!; q < end; q++) upperBound -= bases[q]!;
      if (upperBound <= 0) continue;
      this.#note(token[at]!, Math.min(ENOUGH, Math.ceil(upperBound * STEPS)), isEnd);
    }
  }

  #note(token: number, steps: number, isEnd: boolean): void {
    if (this.#steps[token] === 0) this.#touched.push(token);
    if (steps > this.#steps[token]!) this.#steps[token] = steps;
    if (isEnd) this.#hasEnds = true;
    else if (steps > this.#alone[token]!) this.#alone[token] = steps;
  }

  #addInitial(code: number, steps: readonly number[]): void {
    const at = this.#initialAt[code]!;
    if (at > 0) {
      const initial = this.#initials[at - 1]!;
      initial.count++;
      initial.steps = initial.steps.map((own, role) => Math.max(own, steps[role]!));
      return;
    }
    this.#initials.push({ code, count: 1, steps, matched: 0, max: 0 });
    this.#initialAt[code] = this.#initials.length;
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
      if (this.#initials.length === 0) return false;
      const left = needed - sum;
      if (!this.#mayInitials(tokens, { from, to, weight, left }, all)) return false;
    }
    return !this.#hasEnds || this.#mayReachExactly(tokens, { from, to, weight, needed });
  }

  /**
   * Whether initials may add what is left in a name of these tokens.
   * @param own by token: what it adds otherwise, that is counted already
   */
  #mayInitials(
    tokens: Uint32Array,
    name: { from: number; to: number; weight: number; left: number },
    own: Uint8Array,
  ): boolean {
    const { from, to, weight, left } = name;
    const firstLetters = this.#firstLetters;
    const worth = this.#worthInitial;
    let matched = 0;
    for (let at = from; at < to; at++)
      if (this.#initialAt[firstLetters[tokens[at]!]!]! > 0 && own[tokens[at]!]! < worth) matched++;
    // Most names have too few tokens of these letters, whatever they are.
    const max = matched * this.#maxOfInitial + Math.min(matched, weight) * this.#neededByWeight;
    return matched > 0 && max >= left && this.#byInitials(tokens, name, own) >= left;
  }

  /** What adds so much by itself stands for no initial: each token matches but one of the query. */
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
    let hasEnds = false;
    for (let at = from; at < to; at++) {
      const alone = this.#alone[tokens[at]!]!;
      left -= alone;
      hasEnds ||= alone < this.#steps[tokens[at]!]!;
    }
    if (!hasEnds || left <= 0) return true;
    return (
      this.#mayInitials(tokens, { from, to, weight, left }, this.#alone) || this.#mayJoin(tokens, from, to)
    );
  }

  /** Whether several of the tokens from–to, of which one is at an end, may together be one token of the query. */
  #mayJoin(tokens: Uint32Array, from: number, to: number): boolean {
    const matched = this.#matched!;
    const { heads, next, kind, from: places } = matched.matches;
    this.#concatenations ??= new NameConcatenations(matched);
    for (let at = from; at < to; at++) {
      if (this.#alone[tokens[at]!] === this.#steps[tokens[at]!]) continue;
      for (let entry = heads[tokens[at]!]!; entry > 0; entry = next[entry - 1]!) {
        const matchKind = kind[entry - 1]!;
        if (matchKind !== MATCH.firstPart && matchKind !== MATCH.lastPart) continue;
        const end = matchKind === MATCH.firstPart ? to : from - 1;
        if (this.#concatenations.similarity(at, end, { q: places[entry - 1]!, isExact: false }) > 0)
          return true;
      }
    }
    return false;
  }

  /** What initials add at most in a name: each may stand for a token of its letter that matches nothing else. */
  #byInitials(
    tokens: Uint32Array,
    { from, to, weight }: { from: number; to: number; weight: number },
    own: Uint8Array,
  ): number {
    const letters = this.#firstLetters;
    const initials = this.#initials;
    const worth = this.#worthInitial;
    let sum = 0;
    let matched = 0;
    for (let at = from; at < to; at++) {
      const place = this.#initialAt[letters[tokens[at]!]!]!;
      if (place === 0 || own[tokens[at]!]! >= worth) continue;
      const initial = initials[place - 1]!;
      const role = this.#index.roleInName(from, at, this.#family);
      if (isSmallWord(role)) continue;
      initial.max = Math.max(initial.max, initial.steps[role]!);
      if (initial.matched === initial.count) continue;
      initial.matched++;
      matched++;
    }
    if (matched === 0) return 0;
    for (let at = from; at < to; at++) {
      const place = this.#initialAt[letters[tokens[at]!]!]!;
      if (place === 0) continue;
      const initial = initials[place - 1]!;
      sum += initial.matched * initial.max;
      initial.matched = 0;
      initial.max = 0;
    }
    return sum + Math.min(matched, weight) * this.#neededByWeight;
  }
}
