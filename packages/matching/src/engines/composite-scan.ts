import type { MatchPolicy } from './policy.ts';

export interface CompositeScanSettings {
  /** 0..1; larger is looser. */
  sensitivity: number;
}

/** Greatest number of hits of an engine that has no setting for it. */
export const UNSET_MAX_HITS = 200;

/** From this sensitivity on weak aliases count when met inexactly. */
const WEAK_ALIAS_SENSITIVITY = 0.6;

/** The threshold falls in a straight line from 1 at sensitivity 0 to .5 at sensitivity 1. */
export function compositeScanPolicy({ sensitivity }: CompositeScanSettings): MatchPolicy {
  const floor = 1 - 0.5 * Math.min(1, Math.max(0, sensitivity));
  return {
    engine: 'COMPOSITE_SCAN',
    nameFloor: floor,
    scoreFloor: floor,
    exactOnly: false,
    weakAliases: sensitivity >= WEAK_ALIAS_SENSITIVITY ? 'all' : 'exact',
    maxHits: UNSET_MAX_HITS,
  };
}
