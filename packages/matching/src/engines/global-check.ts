import { POLICY_THRESHOLDS } from '../weights.ts';
import type { MatchPolicy } from './policy.ts';

export interface GlobalCheckSettings {
  matchStrength: 'EXACT' | 'STRONG' | 'WEAK';
  maxHits: number;
}

/**
 * EXACT: the same tokens after normalisation, or an equal identifier. STRONG: score of .85 or more. WEAK: .65 or
 * more. Every hit of a stricter strength is a hit of a looser one.
 */
export function globalCheckPolicy({ matchStrength, maxHits }: GlobalCheckSettings): MatchPolicy {
  return {
    engine: 'GLOBAL_CHECK',
    ...POLICY_THRESHOLDS[matchStrength],
    exactOnly: matchStrength === 'EXACT',
    weakAliases: matchStrength === 'WEAK' ? 'all' : 'exact',
    maxHits,
  };
}
