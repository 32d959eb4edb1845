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
  readonly #steps = new Uint8Array(PLACES);
  readonly #touched: number[] = [];
  /** What a name needs that weighs nothing, and for each weight of its tokens, in steps. */
  #needed = 0;
  #neededByWeight = 0;
  #initials = 0;
  /** The threshold that the table was made for. */
  threshold = 0;

  /** Takes all that the query may meet, for names that score `threshold` or more. */
  start(query: PreparedName, meetings: Meetings, threshold: number): void {
    this.clear();
    this.threshold = threshold;
    // What a list token does not lose that meets something, of weight 1.
    const kept = threshold * leastListLoss(query.family, 1);
    const bases = query.leastAlone.map((weight, q) => {
      const lost = -threshold * leastQueryLoss(query.family, weight);
      if (query.roles[q] !== ROLE.initial) return lost;
      // It may stand for any token of the name.
      const most = threshold > INITIAL_SIMILARITY ? LIGHTEST : query.weights[q]!;
      return Math.max(lost, most * (INITIAL_SIMILARITY - threshold));
    });
    this.#needed = (-bases.reduce((sum, base) => sum + base, 0) - TOLERANCE) * STEPS;
    this.#neededByWeight = kept * STEPS;
    this.#initials = query.roles.filter((role) => role === ROLE.initial).length;
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
    // Each initial may stand for a token that meets nothing else.
    return sum >= this.#needed + Math.max(0, weight - this.#initials) * this.#neededByWeight;
  }
}
