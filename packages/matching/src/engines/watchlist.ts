import { POLICY_THRESHOLDS, UNSET_MAX_HITS } from '../weights.ts';
import type { MatchPolicy } from './policy.ts';

/** The tenant's own list: short and chosen by hand, so near names are shown. */
export function watchlistPolicy(): MatchPolicy {
  return {
    engine: 'WATCHLIST',
    ...POLICY_THRESHOLDS.WATCHLIST,
    exactOnly: false,
    weakAliases: 'all',
    maxHits: UNSET_MAX_HITS,
  };
}
