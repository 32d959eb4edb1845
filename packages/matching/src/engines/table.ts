import { compositeScanPolicy } from './composite-scan.ts';
import { globalCheckPolicy } from './global-check.ts';
import { riskListsPolicy } from './risk-lists.ts';
import { watchlistPolicy } from './watchlist.ts';

/**
 * Policies by engine, each from that engine's settings. Within an engine, a looser setting never loses a hit of a
 * stricter one (before `maxHits`).
 */
export const enginePolicies = {
  GLOBAL_CHECK: globalCheckPolicy,
  RISK_LISTS: riskListsPolicy,
  COMPOSITE_SCAN: compositeScanPolicy,
  WATCHLIST: watchlistPolicy,
} as const;
