/**
 * The tenant's own list: what people add, change, remove and import, and what a domain's scans search. It never
 * matches a name.
 */

export { watchlistConsoleHandlers } from './watchlist-console-handlers.ts';
export { normaliseWatchlistEntry } from './watchlist-entry.ts';
export { readTrueMatchRules, readWatchlist, readWatchlistRevision } from './watchlist-queries.ts';
export {
  type EntryErasure,
  type EntryErasureOutcome,
  eraseEntryVersions,
  pruneWatchlistVersions,
  readWatchlistAt,
  watchlistRevisionAt,
} from './watchlist-versions.ts';
