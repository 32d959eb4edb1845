import type { Feeds } from '../feeds/index.ts';
import type { SearchProvider } from './search-provider.ts';

/** Texts that are judged at most; more parts of the name, then newer ones come first. */
const mostTexts = 500;

/** Searches the feeds that the deployment keeps: needs no account and tells nobody whom it searches for. */
export function feedsProvider(feeds: Feeds): SearchProvider {
  return {
    id: 'feeds',
    readiness: async () =>
      (await feeds.loaded()) ? { ready: true } : { ready: false, why: 'no feed was loaded yet' },
    search: async (query) => {
      const found = await feeds.find(query, mostTexts);
      const states = await feeds.states();
      return {
        kind: 'found',
        texts: found.map((item) => ({
          url: item.url,
          title: item.title,
          text: item.body,
          publishedAt: item.publishedAt?.toISOString(),
          publisher: item.feedTitle ?? undefined,
        })),
        evidence: {
          capped: found.length === mostTexts,
          feeds: states.map(({ url, items, loadedAt }) => ({ url, items, loadedAt })),
        },
      };
    },
  };
}
