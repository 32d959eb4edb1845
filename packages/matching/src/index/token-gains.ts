/**
 * A first bound of what a name can score, from a table that is small enough to stay in the nearest memory: what each
 * list token gains at most over a name that has nothing of the query. Where very many names are looked at, most of them
 * share but one frequent token with the query and go no further.
 */
import type { PreparedName } from '../names/prepare.ts';
import { ROLE } from '../names/roles.ts';
import { leastListLoss, leastQueryLoss } from '../scoring/costs.ts';
import { LONGEST_JOIN } from '../scoring/joined-parts.ts';
import { INITIAL_SIMILARITY } from '../scoring/token-similarity.ts';
import { MEETING, type Meetings } from './meetings.ts';
import { LIGHTEST, TOLERANCE } from './plan.ts';

/** Tokens whose numbers end in the same bits share a place, which holds the greater gain. */
const PLACES = 1 << 15;
/** Gains are told in steps, rounded up. */
const STEPS = 64;
/** A gain that is too great for a step. */
const ENOUGH = 255;

export class TokenGains {
  readonly #firstLetters: () => Uint8Array;
  readonly #steps = new Uint8Array(PLACES);
  readonly #touched: number[] = [];
  /** What a name needs that weighs nothing, and for each weight of its tokens, in steps. */
  #needed = 0;
  #neededByWeight = 0;
  /** Codes of the query's initials, and what each gains at most, in steps, in a name that has a token of that letter. */
  readonly #initials: { code: number; steps: number }[] = [];
  /** The threshold that the table was made for. */
  threshold = 0;

  /** @param firstLetters by token: the code of its first letter, for queries with initials */
  constructor(firstLetters: () => Uint8Array) {
    this.#firstLetters = firstLetters;
  }

  /** Takes all that the query may meet, for names that score `threshold` or more. */
  start(query: PreparedName, meetings: Meetings, threshold: number): void {
    this.clear();
    this.threshold = threshold;
    // What a list token does not lose that meets something, of weight 1.
    const kept = threshold * leastListLoss(query.family, 1);
    const bases = query.leastAlone.map((weight) => -threshold * leastQueryLoss(query.family, weight));
    this.#initials.length = 0;
    query.tokens.forEach((text, q) => {
      if (query.roles[q] !== ROLE.initial) return;
      const most = threshold > INITIAL_SIMILARITY ? LIGHTEST : query.weights[q]!;
      const gain = Math.max(0, most * (INITIAL_SIMILARITY - threshold) - bases[q]!);
      this.#initials.push({ code: text.charCodeAt(0), steps: gain * STEPS });
    });
    this.#needed = (-bases.reduce((sum, base) => sum + base, 0) - TOLERANCE) * STEPS;
    this.#neededByWeight = kept * STEPS;
    const { size, token, kind, from, to, similarity, weight, repeatedWeight } = meetings;
    for (let at = 0; at < size; at++) {
      const above = similarity[at]! - threshold;
      const isEnd = kind[at] === MEETING.first || kind[at] === MEETING.last;
      let gain =
        Math.max(weight[at]! * above, repeatedWeight[at]! * above) + (isEnd ? LONGEST_JOIN : 1) * kept;
      const end = kind[at] === MEETING.span ? to[at]! : from[at]! + 1;
      for (let q = from[at]!; q < end; q++) gain -= bases[q]!;
      if (gain <= 0) continue;
      const place = token[at]! & (PLACES - 1);
      const steps = Math.min(ENOUGH, Math.ceil(gain * STEPS));
      if (this.#steps[place] === 0) this.#touched.push(place);
      if (steps > this.#steps[place]!) this.#steps[place] = steps;
    }
  }

  clear(): void {
    for (const place of this.#touched) this.#steps[place] = 0;
    this.#touched.length = 0;
  }

  /**
   * Whether a name of the tokens from–to may reach the threshold; never false where it does.
   * @param weight the least that all these tokens weigh
   */
  mayReach(tokens: Uint32Array, from: number, to: number, weight: number): boolean {
    const all = this.#steps;
    let sum = 0;
    for (let at = from; at < to; at++) {
      const steps = all[tokens[at]! & (PLACES - 1)]!;
      if (steps === ENOUGH) return true;
      sum += steps;
    }
    const alone = this.#needed + weight * this.#neededByWeight;
    if (sum >= alone || this.#initials.length === 0) return sum >= alone;
    return sum + this.#byInitials(tokens, from, to, weight) >= alone;
  }

  /** What initials gain at most in a name: each may stand for a token of its letter that meets nothing else. */
  #byInitials(tokens: Uint32Array, from: number, to: number, weight: number): number {
    const letters = this.#firstLetters();
    const initials = this.#initials;
    let sum = 0;
    let met = 0;
    for (let i = 0; i < initials.length; i++) {
      const { code, steps } = initials[i]!;
      let left = 1;
      for (let before = 0; before < i; before++) if (initials[before]!.code === code) left++;
      for (let at = from; at < to && left > 0; at++) if (letters[tokens[at]!] === code) left--;
      if (left > 0) continue;
      sum += steps;
      met++;
    }
    return sum + Math.min(met, weight) * this.#neededByWeight;
  }
}
