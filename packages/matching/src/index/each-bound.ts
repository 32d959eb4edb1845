/**
 * What a name can score by its own tokens, each of which meets but once. The bound by the tokens of the query counts a
 * list token for every one that it may meet: `abd` for `abd` and for `abu`.
 */
import type { PreparedName } from '../names/prepare.ts';
import { ROLE, ROLE_WEIGHTS } from '../names/roles.ts';
import { boundWeight, leastListLoss, leastQueryLoss, lossOf } from '../scoring/costs.ts';
import { CONFLICTING_INITIAL } from '../scoring/remainder.ts';
import { TOLERANCE } from './plan.ts';

/** What the tokens of a name may meet. */
export interface Found {
  /** The least weight of what surely meets nothing. */
  listAlone: number;
  /** How much of this weight may be met by initials of the query after all. */
  byInitials: number;
  /** How many telling tokens surely meet nothing but perhaps an initial, how many not even one, and the last of each. */
  lonely: number;
  foreign: number;
  lonelyToken: number;
  foreignToken: number;
  /** How many tokens may meet something. */
  meeting: number;
  /** Whether several may stand for one of the query, or one for several. */
  joins: boolean;
  spans: boolean;
  /** How many query tokens the name may meet. */
  most: number;
  /** What its tokens gain and weigh at most, each met once, and the most of the query's weight that they stand for. */
  gained: number;
  met: number;
  covered: number;
  /** What its tokens gain and save the query from losing at most, each by what is best in both together. */
  kept: number;
  /** Whether name and query surely contradict each other, so that nothing counts as left out. */
  contradicts: boolean;
  /** How many initials of the query do so, which then weigh more. */
  conflicting: number;
}

export function nothingFound(): Found {
  return {
    listAlone: 0,
    byInitials: 0,
    lonely: 0,
    foreign: 0,
    lonelyToken: 0,
    foreignToken: 0,
    meeting: 0,
    joins: false,
    spans: false,
    most: 0,
    gained: 0,
    met: 0,
    covered: 0,
    kept: 0,
    contradicts: false,
    conflicting: 0,
  };
}

/** Initials of the query that may stand for a token of a name: their places, and what each gains by that at most. */
export interface InitialsInName {
  readonly places: readonly number[];
  readonly gains: readonly number[];
  /** By query token: -infinity where it meets nothing else. */
  readonly mayMeet: Float64Array;
}

export class EachBound {
  readonly #query: PreparedName;
  /** What the query weighs alone: at least, and where nothing counts as left out. */
  #least = 0;
  #full = 0;

  constructor(query: PreparedName) {
    this.#query = query;
    for (let q = 0; q < query.tokens.length; q++) {
      this.#least += query.leastAlone[q]!;
      this.#full += query.aloneWeights[q]!;
    }
  }

  /**
   * Whether what each token of a name gains at best makes up for what query and name are left with.
   * @param initials those of the query that may stand for a token of the name
   */
  isEnough(found: Found, threshold: number, initials: InitialsInName): boolean {
    const { family, weights: weightsOf, aloneWeights } = this.#query;
    const { gained, covered, contradicts, conflicting } = found;
    let met = found.met;
    let alone = contradicts ? this.#full : this.#least;
    alone += conflicting * (CONFLICTING_INITIAL - ROLE_WEIGHTS[family][ROLE.initial]!.alone);
    let gain = 0;
    const { places, mayMeet } = initials;
    for (let i = 0; i < places.length; i++) {
      const q = places[i]!;
      met += boundWeight(weightsOf[q]!);
      alone -= aloneWeights[q]!;
      // It may meet nothing after all, or what is counted already.
      const otherwise =
        mayMeet[q] === Number.NEGATIVE_INFINITY ? leastQueryLoss(family, aloneWeights[q]!) : 0;
      gain += Math.max(initials.gains[i]!, -threshold * otherwise);
    }
    if (met === 0) return false;
    const listAlone = found.listAlone - Math.min(found.byInitials, places.length);
    const lost = leastQueryLoss(family, Math.max(0, alone)) + leastListLoss(family, listAlone);
    if (found.kept + gain - threshold * lost < -TOLERANCE) return false;
    const weights = { met, queryAlone: Math.max(0, alone - covered), listAlone };
    return gained + gain - threshold * lossOf(family, weights, conflicting === 0) >= -TOLERANCE;
  }
}
