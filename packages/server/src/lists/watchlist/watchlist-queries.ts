import {
  placedWatchlistId,
  type TrueMatchRule,
  type WatchlistEntry,
  type WatchlistItem,
} from '@gatehouse/contract';
import { type Database, statement, type Tx } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';

/** What the scans of a domain search. */
export interface SearchedWatchlist {
  /** Grows with every change of any of the tenant's entries. */
  readonly revision: number;
  /** Under ids that tell those of every domain from those of this one, see `placedWatchlistId`. */
  readonly entries: readonly WatchlistEntry[];
}

/** One statement, so that the entries are those of the revision it tells. */
export async function readWatchlist(database: Database, scope: Scope): Promise<SearchedWatchlist> {
  const rows = await database.read(
    scope,
    statement<{ watchlist_revision: number; entry: WatchlistEntry | null; domain: string | null }>(
      `select t.watchlist_revision, w.entry, w.domain
       from tenant t left join watchlist_entry w on w.tenant_id = t.tenant_id and w.domain in ('', $2)
       where t.tenant_id = $1
       order by w.domain, w.entry_id`,
      [scope.tenantId, scope.domain],
    ),
  );
  const entries = rows.flatMap(({ entry, domain }): WatchlistEntry[] => {
    if (entry === null) return [];
    return [{ ...entry, id: placedWatchlistId(domain ?? '', entry.id) }];
  });
  return { revision: rows[0]?.watchlist_revision ?? 0, entries };
}

/** Grows with every change of any of the tenant's entries. */
export async function readWatchlistRevision(
  database: Database,
  { tenantId, domain }: Scope,
): Promise<number> {
  const [row] = await database.read(
    { tenantId, domain },
    statement<{ revision: number }>(
      'select watchlist_revision as revision from tenant where tenant_id = $1',
      [tenantId],
    ),
  );
  return row?.revision ?? 0;
}

interface ItemRow extends Record<string, unknown> {
  entry: WatchlistEntry;
  domain: string;
  updated_at: Date;
}

function itemOf(row: ItemRow): WatchlistItem {
  return { entry: row.entry, everyDomain: row.domain === '', updatedAt: row.updated_at.getTime() };
}

export interface WatchlistPage {
  readonly items: readonly WatchlistItem[];
  readonly total: number;
  /** Where the next page begins; undefined at the last. */
  readonly next: WatchlistPlace | undefined;
}

/** An entry's place in the order of pages. */
export interface WatchlistPlace {
  readonly entryId: string;
  readonly domain: string;
}

/** Entries that the domain searches, by id. */
export async function listWatchlist(
  tx: Tx,
  scope: Scope,
  request: {
    readonly search: string | undefined;
    readonly limit: number;
    readonly after: WatchlistPlace | undefined;
  },
): Promise<WatchlistPage> {
  const matching = `tenant_id = $1 and domain in ('', $2) and ($3::text is null
    or starts_with(lower(entry_id), lower($3)) or strpos(lower(entry ->> 'name'), lower($3)) > 0
    or strpos(lower(entry ->> 'aliases'), lower($3)) > 0)`;
  const values = [scope.tenantId, scope.domain, request.search ?? null];
  const [count] = await tx.sql<{ total: number }>(
    `select count(*)::int as total from watchlist_entry where ${matching}`,
    values,
  );
  const rows = await tx.sql<ItemRow>(
    `select entry, domain, updated_at from watchlist_entry
     where ${matching} and ($4::text is null or (entry_id, domain) > ($4, $5))
     order by entry_id, domain limit $6`,
    [...values, request.after?.entryId ?? null, request.after?.domain ?? null, request.limit + 1],
  );
  const page = rows.slice(0, request.limit);
  const last = page.at(-1);
  const hasMore = rows.length > request.limit && last !== undefined;
  return {
    items: page.map(itemOf),
    total: count!.total,
    next: hasMore ? { entryId: last.entry.id, domain: last.domain } : undefined,
  };
}

/** The entry of that id: the domain's own one, else the one of every domain. */
export async function findEntry(tx: Tx, scope: Scope, entryId: string): Promise<WatchlistItem | undefined> {
  const [row] = await tx.sql<ItemRow>(
    `select entry, domain, updated_at from watchlist_entry
     where tenant_id = $1 and domain in ('', $2) and entry_id = $3 order by domain desc limit 1`,
    [scope.tenantId, scope.domain, entryId],
  );
  return row && itemOf(row);
}

/**
 * What entries say of a true match, by the ids under which they were searched (`watchlist:…`). Absent are those that say
 * nothing or are not there any more.
 */
export async function readTrueMatchRules(
  tx: Tx,
  scope: Scope,
  entityIds: readonly string[],
): Promise<Map<string, TrueMatchRule>> {
  if (entityIds.length === 0) return new Map();
  // The id within its domain is what follows the first colon, or all of it.
  const placed = entityIds.map((id) => id.replace(/^watchlist:/, ''));
  const ids = placed.flatMap((id) => [id, id.slice(id.indexOf(':') + 1)]);
  const rows = await tx.sql<{ domain: string; id: string; rule: TrueMatchRule }>(
    `select domain, entry_id as id, entry ->> 'onTrueMatch' as rule from watchlist_entry
     where tenant_id = $1 and domain in ('', $2) and entry_id = any($3) and entry ? 'onTrueMatch'`,
    [scope.tenantId, scope.domain, [...new Set(ids)]],
  );
  return new Map(rows.map(({ domain, id, rule }) => [`watchlist:${placedWatchlistId(domain, id)}`, rule]));
}

/** The domain's own entries. */
export async function readOwnEntries(
  tx: Tx,
  scope: Scope,
  entryIds: readonly string[] | undefined,
): Promise<Map<string, WatchlistEntry>> {
  const rows = await tx.sql<ItemRow>(
    `select entry, domain, updated_at from watchlist_entry
     where tenant_id = $1 and domain = $2 and ($3::text[] is null or entry_id = any($3))`,
    [scope.tenantId, scope.domain, entryIds ?? null],
  );
  return new Map(rows.map(({ entry }) => [entry.id, entry]));
}

/**
 * The domain's own entries until the transaction ends; changes of one tenant's lists go one after the other, so that
 * each has a revision of its own.
 */
export async function lockOwnEntries(
  tx: Tx,
  scope: Scope,
  entryIds: readonly string[] | undefined,
): Promise<Map<string, WatchlistEntry>> {
  await tx.sql('select from tenant where tenant_id = $1 for no key update', [scope.tenantId]);
  return readOwnEntries(tx, scope, entryIds);
}

/** Writes entries of the domain and takes others off, under a new revision. */
export async function writeEntries(
  tx: Tx,
  scope: Scope,
  { kept, removed }: { readonly kept: readonly WatchlistEntry[]; readonly removed: readonly string[] },
): Promise<void> {
  if (kept.length === 0 && removed.length === 0) return;
  await tx.sql(
    `insert into watchlist_entry (tenant_id, domain, entry_id, entry)
     select $1, $2, entry ->> 'id', entry from jsonb_array_elements($3::jsonb) as entry
     on conflict (tenant_id, domain, entry_id) do update set entry = excluded.entry, updated_at = now()`,
    [scope.tenantId, scope.domain, JSON.stringify(kept)],
  );
  await tx.sql('delete from watchlist_entry where tenant_id = $1 and domain = $2 and entry_id = any($3)', [
    scope.tenantId,
    scope.domain,
    removed,
  ]);
  await tx.sql('update tenant set watchlist_revision = watchlist_revision + 1 where tenant_id = $1', [
    scope.tenantId,
  ]);
}
