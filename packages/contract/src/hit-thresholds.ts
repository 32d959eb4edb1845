/**
 * What a hit needs at each setting of an engine, for descriptions and labels. The engines apply the thresholds of
 * `packages/matching`; `documented-tables.test.ts` holds these equal to them.
 */

/** The least score of a hit by match strength (`GLOBAL_CHECK`). EXACT also asks for the same words. */
export const scoreByMatchStrength = { EXACT: 0.85, STRONG: 0.85, WEAK: 0.65 } as const;

/** The least score of a hit by search type (`RISK_LISTS`). */
export const scoreBySearchType = { Precise: 0.9, Near: 0.78, Broad: 0.65 } as const;

/** Score of an equal name in other letters, as of another script. */
const scoreOfOtherLetters = 0.99;

/** The least score of a hit at a sensitivity from 0 to 1 (`COMPOSITE_SCAN`). */
export function scoreBySensitivity(sensitivity: number): number {
  return Math.min(scoreOfOtherLetters, 1 - sensitivity / 2);
}

const maxHits = 20;

/** The settings that an engine has where none are given (interface specification 4.5). */
export const engineDefaults = {
  GLOBAL_CHECK: { matchStrength: 'STRONG', maxHits },
  RISK_LISTS: { searchType: 'Precise', maxHits },
  COMPOSITE_SCAN: { sensitivity: 0.6 },
  INTERNET_SEARCH: { resultCount: 20 },
} as const;
