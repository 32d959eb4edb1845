/**
 * What an archived engine offers: publishers' files become entries, entries an index, a subject is screened against
 * indexes, two names are compared.
 */
export { type Comparison, compare } from './compare.ts';
export { enginePolicies } from './engines/table.ts';
export { buildIndex, engineVersion, openIndex } from './index/format/index.ts';
export { screen } from './screen.ts';
export { listSources } from './sources/table.ts';
export { watchlistEntry } from './sources/watchlist.ts';
export { openVersion } from './versions/layered-list.ts';
