import { MAX_OTHER_LETTERS, SENSITIVITY_RANGE, UNSET_MAX_HITS, WEAK_ALIAS_SENSITIVITY } from '../weights.ts';
import type { MatchPolicy } from './policy.ts';

export interface CompositeScanSettings {
  /** 0..1; larger is looser. */
  sensitivity: number;
}

/** The threshold falls in a straight line from 1 at sensitivity 0 to .5 at sensitivity 1, and equal names in other letters stay above it. */
export function compositeScanPolicy({ sensitivity }: CompositeScanSettings): MatchPolicy {
  const falling = 1 - SENSITIVITY_RANGE * Math.min(1, Math.max(0, sensitivity));
  const threshold = Math.min(MAX_OTHER_LETTERS, falling);
  return {
    engine: 'COMPOSITE_SCAN',
    minNameScore: threshold,
    minScore: threshold,
    exactOnly: false,
    weakAliases: sensitivity >= WEAK_ALIAS_SENSITIVITY ? 'all' : 'exact',
    maxHits: UNSET_MAX_HITS,
  };
}
