/** What runs in a screening thread: indexes stay open between tasks, nothing else is remembered. */
import { threadId } from 'node:worker_threads';
import type { ListEngine } from '@gatehouse/contract';
import {
  buildIndex,
  type EntityJoin,
  type EntryDetails,
  enginePolicies,
  isRelationsOnly,
  joinEntities,
  LayeredList,
  type ListEntry,
  type ListIndex,
  type MatchPolicy,
  openIndex,
  openVersion,
  type SearchedList,
  screen,
  watchlistEntry,
} from '@gatehouse/matching';
import { identifyEntries } from './identify-entries.ts';
import { relatedEntries } from './related-entries.ts';
import type {
  EngineResults,
  EntriesMessage,
  FindEntriesMessage,
  HitEntities,
  IndexReference,
  JoinMessage,
  ListEngineChoice,
  ListReference,
  RelatedAnswer,
  RelatedMessage,
  ScreenMessage,
  ThreadRequest,
  ThreadResponse,
  WatchlistMessage,
} from './thread-protocol.ts';

/** How many tenants' lists a thread keeps open; opening one is cheap, its working memory is not free. */
const openWatchlists = 32;

const lists = new Map<string, { readonly list: LayeredList; readonly baseKey: string }>();
const watchlists = new Map<string, ListIndex>();

/** Screens every request of a message against the active lists. */
export function screenMessage(message: ScreenMessage): ThreadResponse[] {
  const indexes = adoptLists(message.lists).filter(({ source }) => !isRelationsOnly(source));
  return message.requests.map((request): ThreadResponse => {
    try {
      return { ok: true, ...screenRequest(indexes, request) };
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
  return screenRequest([index], { subjects: [subject], engines }).results[0]!;
}

/** Entries as they are in the active versions of their lists, in the order asked; undefined where a list has none of the id. */
export function findEntries({
  lists: active,
  watchlist,
  wanted,
}: FindEntriesMessage): (ListEntry | undefined)[] {
  const searched: SearchedList[] = [...adoptLists(active), ...(watchlist ? [openWatchlist(watchlist)] : [])];
  return wanted.map(({ source, entityId }) => {
    const list = searched.find((one) => one.source === source);
    return list && entryWithId(list, entityId);
  });
}

function entryWithId(list: SearchedList, entityId: string): ListEntry | undefined {
  if (list instanceof LayeredList) return list.entryWithId(entityId);
  const entity = list.entityWithId(entityId);
  return entity < 0 ? undefined : list.wholeEntry(entity);
}

/** Which of the hits are one entity, as `entitiesOf` answers it with a screening. */
export function joinHits({ lists: active, watchlist, hits }: JoinMessage): readonly EntityJoin[] {
  const searched: SearchedList[] = [...adoptLists(active), ...(watchlist ? [openWatchlist(watchlist)] : [])];
  const entries = new Map<string, ListEntry>();
  for (const { source, entityId } of hits) {
    if (entries.size === maxJoined) break;
    const list = searched.find((one) => one.source === source);
    const entry = list && entryWithId(list, entityId);
    if (entry !== undefined) entries.set(entityId, entry);
  }
  return joinEntities([...entries.values()]);
}

/** Reads what lists say of how entries are related. */
export function readRelated({ lists: active, entityIds, parties }: RelatedMessage): RelatedAnswer {
  const open = adoptLists(active);
  const { identified, isCut } = identifyEntries(open, parties);
  const related = relatedEntries(open, [...entityIds, ...identified.map(({ entityId }) => entityId)]);
  return { ...related, identified, isCut: isCut || related.isCut };
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

function screenRequest(
  indexes: readonly SearchedList[],
  request: ThreadRequest,
): { results: EngineResults[] } & HitEntities {
  const own = request.watchlist ? [openWatchlist(request.watchlist)] : [];
  const policies = policiesOf(request.engines);
  const results = request.subjects.map(
    (subject): EngineResults =>
      Object.fromEntries(
        policies.map(([engine, policy]) => [
          engine,
          screen(engine === 'WATCHLIST' ? own : indexes, subject, policy),
        ]),
      ),
  );
  if (!request.withDetails) return { results, details: new Map(), joins: [] };
  return { results, ...entitiesOf(results, [...indexes, ...own]) };
}

/** Entries of one subject that are compared with each other, the best hits first: the work grows with their square. */
const maxJoined = 50;

function entitiesOf(results: readonly EngineResults[], searched: readonly SearchedList[]): HitEntities {
  const details = new Map<string, EntryDetails>();
  const joins = results.map((engines): readonly EntityJoin[] => {
    const hits = Object.values(engines).flatMap((result) => result.hits);
    const entries = new Map<string, ListEntry>();
    for (const { entityId, source } of hits.toSorted((one, other) => other.score - one.score)) {
      const list = entries.has(entityId) ? undefined : searched.find((one) => one.source === source);
      const entry = list && entryWithId(list, entityId);
      if (entry === undefined) continue;
      entries.set(entityId, entry);
      if (entry.details) details.set(entityId, entry.details);
    }
    return joinEntities([...entries.values()].slice(0, maxJoined));
  });
  return { details, joins };
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
