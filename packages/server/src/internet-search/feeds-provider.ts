import { phrase } from '@gatehouse/contract';
import type { Feeds } from './feeds/index.ts';
import { notReady, type Readiness, type SearchProvider } from './search-provider.ts';

/** Texts that are evaluated at most; more parts of the name, then newer ones come first. */
const maxTexts = 500;

/** Searches the feeds that the deployment keeps: needs no account and tells nobody whom it searches for. */
export function feedsProvider(feeds: Pick<Feeds, 'status' | 'find'>): SearchProvider {
  return {
    id: 'feeds',
    readiness: async (): Promise<Readiness> => {
      const { fresh, stale } = await feeds.status();
      if (fresh.length > 0) return { ready: true };
      if (stale.length === 0) return notReady(phrase('refusals.noFeedLoaded'));
      const last = stale
        .map(({ loadedAt }) => loadedAt.toISOString())
        .sort()
        .at(-1);
      return notReady(phrase('refusals.noFeedSince', { since: String(last) }));
    },
    search: async (query) => {
      const found = await feeds.find(query, maxTexts);
      const { fresh, stale, unread } = await feeds.status();
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
          capped: found.length === maxTexts,
          feeds: fresh,
          ...(stale.length > 0 && { stale }),
          ...(unread.length > 0 && { unread }),
        },
      };
    },
  };
}
