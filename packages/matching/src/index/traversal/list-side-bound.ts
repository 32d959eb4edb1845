/**
 * An upper bound by the tokens of the name, each of which matches only once. The bound by the tokens of the query counts
 * a list token for every query token that it may match: `abd` for `abd` and for `abu`.
 */

import type { PreparedName } from '../../names/prepare.ts';
import { ROLE, ROLE_WEIGHTS } from '../../names/roles.ts';
import { boundWeight, lossOf, minListLoss, minQueryLoss } from '../../scoring/costs.ts';
import { CONFLICTING_INITIAL } from '../../scoring/remainder.ts';
import { SUM_TOLERANCE } from '../../weights.ts';

/** What the tokens of a name may match. */
export interface NameSummary {
  /** The minimum weight of what surely matches nothing. */
  listAlone: number;
  /** How much of this weight may be matched by initials of the query after all. */
  byInitials: number;
  /** How many selective tokens surely match nothing but perhaps an initial, how many not even one, and the last of each. */
  unmatchedSelective: number;
  surelyUnmatched: number;
  unmatchedSelectiveToken: number;
  surelyUnmatchedToken: number;
  /** How many tokens may match something. */
  matched: number;
  /** Whether several may stand for one of the query, or one for several. */
  hasConcatenation: boolean;
  hasMultiToken: boolean;
  /** How many query tokens the name may match. */
  max: number;
  /** What its tokens add and weigh at most, each matched once, and the most of the query's weight that they stand for. */
  boundSum: number;
  matchedWeight: number;
  covered: number;
  /** What its tokens add and save the query from losing at most, each by what is best in both together. */
  kept: number;
  /** Whether name and query surely contradict each other, so that nothing counts as left out. */
  contradicts: boolean;
  /** How many initials of the query do so, which then weigh more. */
  conflicting: number;
}

export function emptySummary(): NameSummary {
  return {
    listAlone: 0,
    byInitials: 0,
    unmatchedSelective: 0,
    surelyUnmatched: 0,
    unmatchedSelectiveToken: 0,
    surelyUnmatchedToken: 0,
    matched: 0,
    hasConcatenation: false,
    hasMultiToken: false,
    max: 0,
    boundSum: 0,
    matchedWeight: 0,
    covered: 0,
    kept: 0,
    contradicts: false,
    conflicting: 0,
  };
}

/** Initials of the query that may stand for a token of a name: their places, and what each adds by that at most. */
export interface PresentInitials {
  readonly places: readonly number[];
  readonly upperBounds: readonly number[];
  /** By query token: -infinity where it matches nothing else. */
  readonly mayMatch: Float64Array;
}

export class ListSideBound {
  readonly #query: PreparedName;
  /** What the query weighs alone: at least, and where nothing counts as left out. */
  #least = 0;
  #full = 0;

  constructor(query: PreparedName) {
    this.#query = query;
    for (let q = 0; q < query.tokens.length; q++) {
      this.#least += query.minAlone[q]!;
      this.#full += query.aloneWeights[q]!;
    }
  }

  /**
   * Whether what each token of a name adds at best makes up for what query and name are left with.
   * @param initials those of the query that may stand for a token of the name
   */
  isEnough(found: NameSummary, threshold: number, initials: PresentInitials): boolean {
    const { family, weights: weightsOf, aloneWeights } = this.#query;
    const { boundSum, covered, contradicts, conflicting } = found;
    let matchedWeight = found.matchedWeight;
    let alone = contradicts ? this.#full : this.#least;
    alone += conflicting * (CONFLICTING_INITIAL - ROLE_WEIGHTS[family][ROLE.initial]!.alone);
    let upperBound = 0;
    const { places, mayMatch } = initials;
    for (let i = 0; i < places.length; i++) {
      const q = places[i]!;
      matchedWeight += boundWeight(weightsOf[q]!);
      alone -= aloneWeights[q]!;
      // It may match nothing after all, or what is counted already.
      const otherwise = mayMatch[q] === Number.NEGATIVE_INFINITY ? minQueryLoss(family, aloneWeights[q]!) : 0;
      upperBound += Math.max(initials.upperBounds[i]!, -threshold * otherwise);
    }
    if (matchedWeight === 0) return false;
    const listAlone = found.listAlone - Math.min(found.byInitials, places.length);
    const lost = minQueryLoss(family, Math.max(0, alone)) + minListLoss(family, listAlone);
    if (found.kept + upperBound - threshold * lost < -SUM_TOLERANCE) return false;
    const weights = { matched: matchedWeight, queryAlone: Math.max(0, alone - covered), listAlone };
    return boundSum + upperBound - threshold * lossOf(family, weights, conflicting === 0) >= -SUM_TOLERANCE;
  }
}
