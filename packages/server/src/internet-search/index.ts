/**
 * Searches texts of the web for a subject through whichever providers the deployment has: finds, judges and joins.
 * It never decides what a scan costs and keeps nothing.
 */
export { brave, braveUrl } from './brave.ts';
export type { ArticleHit } from './evaluate-text.ts';
export { feedsProvider } from './feeds-provider.ts';
export { InternetSearch, type SearchOutcome, type SkippedProvider } from './internet-search.ts';
export type {
  FoundText,
  ProviderAnswer,
  Readiness,
  SearchLimits,
  SearchProvider,
  SearchQuery,
} from './search-provider.ts';
export { searxng } from './searxng.ts';
