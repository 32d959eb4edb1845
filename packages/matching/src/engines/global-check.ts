import type { MatchPolicy } from './policy.ts';

export interface GlobalCheckSettings {
  matchStrength: 'EXACT' | 'STRONG' | 'WEAK';
  maxHits: number;
}

const STRONG_SCORE = 0.85;
/** Agreement of other facts may lift a name from here over the threshold. */
const STRONG_NAME = 0.8;
const WEAK_SCORE = 0.65;

/**
 * EXACT: the same tokens after normalisation, or an equal identifier. STRONG: score of .85 or more. WEAK: .65 or
 * more. Every hit of a stricter strength is a hit of a looser one.
 */
export function globalCheckPolicy({ matchStrength, maxHits }: GlobalCheckSettings): MatchPolicy {
  const engine = 'GLOBAL_CHECK';
  switch (matchStrength) {
    case 'EXACT':
      return {
        engine,
        nameFloor: STRONG_NAME,
        scoreFloor: STRONG_SCORE,
        exactOnly: true,
        weakAliases: 'exact',
        maxHits,
      };
    case 'STRONG':
      return {
        engine,
        nameFloor: STRONG_NAME,
        scoreFloor: STRONG_SCORE,
        exactOnly: false,
        weakAliases: 'exact',
        maxHits,
      };
    case 'WEAK':
      return {
        engine,
        nameFloor: WEAK_SCORE,
        scoreFloor: WEAK_SCORE,
        exactOnly: false,
        weakAliases: 'all',
        maxHits,
      };
  }
}
