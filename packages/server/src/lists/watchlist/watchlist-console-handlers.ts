import type { WatchlistEntry } from '@gatehouse/contract';
import { phrase } from '@gatehouse/contract';
import type { Actor } from '../../audit/index.ts';
import {
  type ConsoleHandlers,
  ConsoleRefusal,
  type ConsoleUser,
  sentPhrases,
} from '../../console-api/index.ts';
import type { Database } from '../../database/database.ts';
import { screenableFault } from './screenable-fault.ts';
import { changeOf, recordExport, removeEntry, saveEntries } from './watchlist-commands.ts';
import { readWatchlistCsv, writeWatchlistCsv } from './watchlist-csv.ts';
import { normaliseWatchlistEntry } from './watchlist-entry.ts';
import { readHistory } from './watchlist-history.ts';
import { findEntry, listWatchlist, readOwnEntries, type WatchlistPlace } from './watchlist-queries.ts';

type WatchlistHandlers = Pick<
  ConsoleHandlers,
  | 'watchlist.list'
  | 'watchlist.read'
  | 'watchlist.keep'
  | 'watchlist.remove'
  | 'watchlist.import'
  | 'watchlist.export'
  | 'watchlist.history'
>;

/** What people read and do of the tenant's own list, over the console's interface. */
export function watchlistConsoleHandlers({ database }: { database: Database }): WatchlistHandlers {
  return {
    'watchlist.list': async ({ scope, query }) => {
      const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
      const request = { search: query.search, limit: query.limit, after };
      const page = await database.transaction(scope, (tx) => listWatchlist(tx, scope, request));
      const nextCursor = page.next === undefined ? null : writeCursor(page.next);
      return { entries: [...page.items], total: page.total, nextCursor };
    },
    'watchlist.read': async ({ scope, params }) => {
      const found = await database.transaction(scope, (tx) => findEntry(tx, scope, params.entryId));
      if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return found;
    },
    'watchlist.keep': async ({ scope, body, user }) => {
      const fault = screenableFault(body);
      if (fault !== undefined) throw new ConsoleRefusal('INVALID', fault.phrase, { field: fault.field });
      const request = { entries: [normaliseWatchlistEntry(body)], replace: false, actor: actorOf(user) };
      return { entryId: body.id, change: changeOf(await saveEntries(database, scope, request)) };
    },
    'watchlist.remove': async ({ scope, params, user }) => {
      const { entryId } = params;
      if (await removeEntry(database, scope, { entryId, actor: actorOf(user) })) return undefined;
      const found = await database.transaction(scope, (tx) => findEntry(tx, scope, entryId));
      if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
      throw new ConsoleRefusal('KEPT_ELSEWHERE');
    },
    'watchlist.import': async ({ scope, body, user }) => {
      const read = readWatchlistCsv(body.csv);
      if (!read.ok) {
        const faults = read.faults.map(({ phrases, ...fault }) => ({
          ...fault,
          ...(phrases && { phrases: sentPhrases(phrases) }),
        }));
        return { applied: false, added: 0, changed: 0, unchanged: 0, removed: 0, faults };
      }
      const entries = read.entries.map((entry) => normaliseWatchlistEntry(entry));
      const request = { entries, replace: body.replace, actor: actorOf(user) };
      const done = await saveEntries(database, scope, request);
      const { added, changed, removed, unchanged } = done;
      return {
        applied: true,
        added: added.length,
        changed: changed.length,
        unchanged,
        removed: removed.length,
        faults: [],
      };
    },
    'watchlist.export': async ({ scope, user }) => {
      const own = await database.transaction(scope, async (tx) => {
        const entries = await readOwnEntries(tx, scope, undefined);
        await recordExport(tx, scope, { actor: actorOf(user), entries: entries.size });
        return entries;
      });
      const entries = [...own.values()].sort(byId);
      return { csv: writeWatchlistCsv(entries), entries: entries.length };
    },
    'watchlist.history': async ({ scope, query }) => {
      const read = await database.transaction(scope, (tx) => readHistory(tx, scope, query));
      const acts = read.slice(0, query.limit);
      return { acts, nextCursor: read.length > query.limit ? acts.at(-1)!.recordId : null };
    },
  };
}

function byId(one: WatchlistEntry, other: WatchlistEntry): number {
  return one.id < other.id ? -1 : 1;
}

function actorOf(user: ConsoleUser): Actor {
  return { kind: 'user', id: user.email };
}

function writeCursor({ entryId, domain }: WatchlistPlace): string {
  return Buffer.from(JSON.stringify([entryId, domain])).toString('base64url');
}

function readCursor(cursor: string): WatchlistPlace {
  try {
    const [entryId, domain] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    if (typeof entryId === 'string' && typeof domain === 'string') return { entryId, domain };
  } catch {
    // Not one of ours: reported below.
  }
  throw new ConsoleRefusal('INVALID', phrase('rules.cursor'), { field: 'cursor' });
}
