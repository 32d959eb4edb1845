/**
 * A first bound of what a name can score, from a table that is small enough to stay in the nearest memory: what each
 * list token gains at most over a name that has nothing of the query. Where very many names are looked at, most of them
 * share but one frequent token with the query and go no further.
 */
import type { PreparedName } from '../names/prepare.ts';
import { type Family, ROLE, ROLE_WEIGHTS } from '../names/roles.ts';
import { boundWeight, leastListLoss, leastQueryLoss, queryLossOf } from '../scoring/costs.ts';
import { LONGEST_JOIN } from '../scoring/joined-parts.ts';
import { isSmallWord } from '../scoring/meeting-rules.ts';
import { INITIAL_SIMILARITY } from '../scoring/token-similarity.ts';
import type { ListIndex } from './list-index.ts';
import { MEETING, type Meetings } from './meetings.ts';
import { TOLERANCE } from './plan.ts';

/** Tokens whose numbers end in the same bits share a place, which holds the greater gain. */
const PLACES = 1 << 15;
/** Gains are told in steps, rounded up. */
const STEPS = 64;
/** A gain that is too great for a step. */
const ENOUGH = 255;

/** A letter that stands in the query as an initial. */
interface Initial {
  code: number;
  /** How many times. */
  count: number;
  /** What it gains at most, in steps, by the role of the token that it stands for. */
  steps: readonly number[];
  /** Of the name looked at: how many tokens of its letter there are, no more than it stands for, and the most of these steps. */
  met: number;
  most: number;
}

export class TokenGains {
  readonly #index: ListIndex;
  readonly #steps = new Uint8Array(PLACES);
  readonly #touched: number[] = [];
  /** What a name needs that weighs nothing, and for each weight of its tokens, in steps. */
  #needed = 0;
  #neededByWeight = 0;
  /** Letters that are initials of the query, and by code 1 + the place of each among them. */
  readonly #initials: Initial[] = [];
  readonly #initialAt = new Uint8Array(256);
  #family: Family = 'person';
  /** The threshold that the table was made for. */
  threshold = 0;

  constructor(index: ListIndex) {
    this.#index = index;
  }

  /** Takes all that the query may meet, for names that score `threshold` or more. */
  start(query: PreparedName, meetings: Meetings, threshold: number): void {
    this.clear();
    this.threshold = threshold;
    // What a list token does not lose that meets something, of weight 1.
    const kept = threshold * leastListLoss(query.family, 1);
    const whole = query.weights.reduce((sum, weight) => sum + boundWeight(weight), 0);
    const bases = query.leastAlone.map((weight, q) => {
      const others = whole - boundWeight(query.weights[q]!);
      // The only token of a query has to meet something.
      const lost =
        others > 0 ? queryLossOf(query.family, others, weight) : leastQueryLoss(query.family, weight);
      return -threshold * lost;
    });
    this.#family = query.family;
    for (const { code } of this.#initials) this.#initialAt[code] = 0;
    this.#initials.length = 0;
    query.tokens.forEach((text, q) => {
      if (query.roles[q] !== ROLE.initial) return;
      const own = query.weights[q]!;
      // Where a meeting takes from the score, it takes less with a lighter token.
      const weights = ROLE_WEIGHTS[query.family].map(({ met }) =>
        threshold > INITIAL_SIMILARITY ? Math.min(own, met) : own,
      );
      const gains = weights.map((weight) => weight * (INITIAL_SIMILARITY - threshold) - bases[q]!);
      this.#addInitial(
        text.charCodeAt(0),
        gains.map((gain) => Math.max(0, gain) * STEPS),
      );
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

  #addInitial(code: number, steps: readonly number[]): void {
    const at = this.#initialAt[code]!;
    if (at > 0) {
      const initial = this.#initials[at - 1]!;
      initial.count++;
      initial.steps = initial.steps.map((own, role) => Math.max(own, steps[role]!));
      return;
    }
    this.#initials.push({ code, count: 1, steps, met: 0, most: 0 });
    this.#initialAt[code] = this.#initials.length;
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
    const { firstLetters: letters } = this.#index.scratch;
    const initials = this.#initials;
    let sum = 0;
    let met = 0;
    for (let at = from; at < to; at++) {
      const place = this.#initialAt[letters[tokens[at]!]!]!;
      if (place === 0) continue;
      const initial = initials[place - 1]!;
      const role = this.#index.roleInName(from, at, this.#family);
      if (isSmallWord(role)) continue;
      initial.most = Math.max(initial.most, initial.steps[role]!);
      if (initial.met === initial.count) continue;
      initial.met++;
      met++;
    }
    if (met === 0) return 0;
    for (let at = from; at < to; at++) {
      const place = this.#initialAt[letters[tokens[at]!]!]!;
      if (place === 0) continue;
      const initial = initials[place - 1]!;
      sum += initial.met * initial.most;
      initial.met = 0;
      initial.most = 0;
    }
    return sum + Math.min(met, weight) * this.#neededByWeight;
  }
}
