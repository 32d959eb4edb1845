import { UNSET_MAX_HITS } from './composite-scan.ts';
import type { MatchPolicy } from './policy.ts';

/** The tenant's own list: short and chosen by hand, so near names are shown. */
export function watchlistPolicy(): MatchPolicy {
  return {
    engine: 'WATCHLIST',
    nameFloor: 0.7,
    scoreFloor: 0.75,
    exactOnly: false,
    weakAliases: 'all',
    maxHits: UNSET_MAX_HITS,
  };
}
