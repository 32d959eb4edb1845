/** What the tokens of one list name may match, taken together. */

export class NameSummary {
  /** The minimum weight of what surely matches nothing. */
  listUnmatched = 0;
  /** How much of this weight may be matched by initials of the query after all. */
  byInitials = 0;
  /** How many selective tokens surely match nothing but perhaps an initial, how many not even one, and the last of each. */
  unmatchedSelective = 0;
  surelyUnmatched = 0;
  unmatchedSelectiveToken = 0;
  surelyUnmatchedToken = 0;
  /** How many tokens may match something. */
  matched = 0;
  /** Whether several may match one of the query, or one for several. */
  hasConcatenation = false;
  hasMultiToken = false;
  /** How many query tokens the name may match. */
  max = 0;
  /** Whether name and query surely contradict each other, so that nothing counts as left out. */
  contradicts = false;
  /** How many initials of the query do so, which then weigh more. */
  conflicting = 0;
}
