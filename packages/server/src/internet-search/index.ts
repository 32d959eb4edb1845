/**
 * Searches texts of the web for a subject through whichever providers the deployment has: finds, evaluates and joins.
 * It never decides what a scan costs and keeps nothing.
 */
export { brave } from './brave.ts';

export { feedsProvider } from './feeds-provider.ts';
export { InternetSearch, type SkippedProvider } from './internet-search.ts';
export type { SearchProvider } from './search-provider.ts';
export { searxng } from './searxng.ts';
