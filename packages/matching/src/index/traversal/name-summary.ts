/** What the tokens of one list name may match, taken together. */

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
    contradicts: false,
    conflicting: 0,
  };
}
