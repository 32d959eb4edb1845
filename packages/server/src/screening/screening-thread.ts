/** What runs in a screening thread: indexes stay open between tasks, nothing else is remembered. */
import { threadId } from 'node:worker_threads';
import type { ListEngine } from '@gatehouse/contract';
import {
  buildIndex,
  enginePolicies,
  type LayeredList,
  type ListIndex,
  type MatchPolicy,
  openIndex,
  openVersion,
  type SearchedList,
  screen,
  watchlistEntry,
} from '@gatehouse/matching';
import type {
  EngineResults,
  EntriesMessage,
  IndexReference,
  ListEngineChoice,
  ListReference,
  ScreenMessage,
  ThreadAnswer,
  ThreadRequest,
  WatchlistMessage,
} from './thread-protocol.ts';

/** How many tenants' lists a thread keeps open; opening one is cheap, its working memory is not free. */
const openWatchlists = 32;

const lists = new Map<string, { readonly list: LayeredList; readonly baseKey: string }>();
const watchlists = new Map<string, ListIndex>();

/** Screens every request of a message against the active lists. */
export function screenMessage(message: ScreenMessage): ThreadAnswer[] {
  const indexes = adoptLists(message.lists);
  return message.requests.map((request): ThreadAnswer => {
    try {
      return { ok: true, results: screenRequest(indexes, request) };
    } catch (error) {
      return { ok: false, error };
    }
  });
}

/** Closes the lists that are no longer active, so that their memory goes, and tells which thread did. */
export function closeOldLists(active: readonly ListReference[]): number {
  adoptLists(active);
  return threadId;
}

/** Builds the index of a tenant's own list. */
export function buildWatchlist({ version, entries }: WatchlistMessage): SharedArrayBuffer {
  const index = new Uint8Array(buildIndex(entries.map(watchlistEntry), { source: 'watchlist', version }));
  const shared = new SharedArrayBuffer(index.byteLength);
  new Uint8Array(shared).set(index);
  return shared;
}

/** Screens one subject against a handful of entries, by the same scores and policies as a list's. */
export function screenEntries({ subject, engines, entries }: EntriesMessage): EngineResults {
  const index = openIndex(buildIndex(entries, { source: 'remote', version: 'remote' }));
  return screenRequest([index], { subjects: [subject], engines })[0]!;
}

function adoptLists(active: readonly ListReference[]): LayeredList[] {
  const before = [...lists.values()];
  const keys = new Set(active.map((reference) => reference.key));
  for (const key of lists.keys()) if (!keys.has(key)) lists.delete(key);
  return active.map(({ key, baseKey, index }) => {
    const open = lists.get(key);
    if (open !== undefined) return open.list;
    const same = before.find((one) => one.baseKey === baseKey);
    const list = openVersion(index, same && { base: same.list.base });
    lists.set(key, { list, baseKey });
    return list;
  });
}

/** The least recently used one is closed when there are too many. */
function openWatchlist({ key, buffer }: IndexReference): ListIndex {
  const index = watchlists.get(key) ?? openIndex(buffer);
  watchlists.delete(key);
  watchlists.set(key, index);
  if (watchlists.size > openWatchlists) watchlists.delete(watchlists.keys().next().value!);
  return index;
}

function screenRequest(indexes: readonly SearchedList[], request: ThreadRequest): EngineResults[] {
  const own = request.watchlist ? [openWatchlist(request.watchlist)] : [];
  const policies = policiesOf(request.engines);
  return request.subjects.map((subject) =>
    Object.fromEntries(
      policies.map(([engine, policy]) => [
        engine,
        screen(engine === 'WATCHLIST' ? own : indexes, subject, policy),
      ]),
    ),
  );
}

function policiesOf(engines: ListEngineChoice): [ListEngine, MatchPolicy][] {
  const policies: [ListEngine, MatchPolicy][] = [];
  if (engines.GLOBAL_CHECK)
    policies.push(['GLOBAL_CHECK', enginePolicies.GLOBAL_CHECK(engines.GLOBAL_CHECK)]);
  if (engines.RISK_LISTS) policies.push(['RISK_LISTS', enginePolicies.RISK_LISTS(engines.RISK_LISTS)]);
  if (engines.COMPOSITE_SCAN) {
    policies.push(['COMPOSITE_SCAN', enginePolicies.COMPOSITE_SCAN(engines.COMPOSITE_SCAN)]);
  }
  if (engines.WATCHLIST) policies.push(['WATCHLIST', enginePolicies.WATCHLIST()]);
  return policies;
}
