import { placedWatchlistId, type WatchlistEntry } from '@gatehouse/contract';
import { type Actor, recordAudit } from '../../audit/index.ts';
import { type Database, statement } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';

/** What a domain searched of its tenant's own list at a revision. */
export interface PastWatchlist {
  /** Under ids that tell those of every domain from those of this one, see `placedWatchlistId`. */
  readonly entries: readonly WatchlistEntry[];
  /** Entries of which only the ID is left, since somebody erased them. */
  readonly erased: string[];
  /** Epoch milliseconds from which on versions are kept; an earlier revision may have had other entries. */
  readonly keptSince: number;
}

interface PastRow extends Record<string, unknown> {
  kept_since: Date;
  domain: string | null;
  entry_id: string | null;
  entry: WatchlistEntry | null;
}

/** The list of a domain as of a revision. */
export async function readWatchlistAt(
  database: Database,
  scope: Scope,
  revision: number,
): Promise<PastWatchlist> {
  const rows = await database.read(
    scope,
    statement<PastRow>(
      `with past as (
         select domain, entry_id, entry from watchlist_entry
         where tenant_id = $1 and domain in ('', $2) and coalesce(since_revision, 0) <= $3
         union all
         select domain, entry_id, entry from watchlist_entry_version
         where tenant_id = $1 and domain in ('', $2) and coalesce(since_revision, 0) <= $3 and until_revision > $3)
       select t.watchlist_versions_since as kept_since, p.domain, p.entry_id, p.entry
       from tenant t left join past p on true where t.tenant_id = $1 order by p.domain, p.entry_id`,
      [scope.tenantId, scope.domain, revision],
    ),
  );
  const placed = rows.flatMap(({ domain, entry_id: id, entry }) =>
    id === null ? [] : [{ id: placedWatchlistId(domain ?? '', id), entry }],
  );
  return {
    entries: placed.flatMap(({ id, entry }) => (entry === null ? [] : [{ ...entry, id }])),
    erased: placed.filter(({ entry }) => entry === null).map(({ id }) => id),
    keptSince: rows[0]?.kept_since.getTime() ?? 0,
  };
}

/** The revision of a tenant's list that a domain searched at a moment, by the changes that the domain sees. */
export async function watchlistRevisionAt(database: Database, scope: Scope, at: Date): Promise<number> {
  const [row] = await database.read(
    scope,
    statement<{ revision: number }>(
      `select coalesce(max(revision), 0)::int as revision from (
         select since_revision as revision, updated_at as at from watchlist_entry
         where tenant_id = $1 and domain in ('', $2)
         union all
         select unnest(array[since_revision, until_revision]), unnest(array[since_at, until_at]) from watchlist_entry_version
         where tenant_id = $1 and domain in ('', $2)) as changes
       where at <= $3`,
      [scope.tenantId, scope.domain, at],
    ),
  );
  return row?.revision ?? 0;
}

/** An entry whose earlier versions an operator erases. */
export interface EntryErasure extends Scope {
  readonly entryId: string;
  readonly actor: Actor;
}

/** `listed`: the entry is still on the list, and goes first. */
export type EntryErasureOutcome =
  | { readonly kind: 'erased'; readonly versions: number }
  | { readonly kind: 'listed' }
  | { readonly kind: 'notFound' };

/**
 * Erases what an entry of a list was in earlier versions. That it was there, and when, stays: as-of then says what it cannot search
 * any more.
 */
export function eraseEntryVersions(
  database: Pick<Database, 'operator'>,
  { tenantId, domain, entryId, actor }: EntryErasure,
): Promise<EntryErasureOutcome> {
  return database.operator(async (tx): Promise<EntryErasureOutcome> => {
    const values = [tenantId, domain, entryId];
    // Changes of one tenant's lists go one after the other.
    await tx.sql('select from gatehouse.tenant where tenant_id = $1 for no key update', [tenantId]);
    const of = 'tenant_id = $1 and domain = $2 and entry_id = $3';
    const listed = await tx.sql(`select from gatehouse.watchlist_entry where ${of}`, values);
    if (listed.length > 0) return { kind: 'listed' };
    const rows = await tx.sql(
      `update gatehouse.watchlist_entry_version set entry = null where ${of} and entry is not null returning entry_id`,
      values,
    );
    if (rows.length === 0) return { kind: 'notFound' };
    await recordAudit(
      tx,
      { tenantId, domain },
      {
        actor,
        act: 'watchlist_entry.erase',
        object: { kind: 'watchlist_entry', id: entryId },
        detail: { versions: rows.length },
      },
    );
    return { kind: 'erased', versions: rows.length };
  });
}

/** How long a version of an entry is kept after it was changed or removed, whatever was screened with it. */
const keptYears = 5;

/**
 * Removes versions of entries that were changed or removed more than five years ago, and before everything that is kept of the
 * tenant's screenings.
 */
export async function pruneWatchlistVersions(database: Pick<Database, 'operator'>, now: Date): Promise<void> {
  const cutoff = new Date(now);
  cutoff.setUTCFullYear(cutoff.getUTCFullYear() - keptYears);
  await database.operator((tx) =>
    tx.sql(
      `delete from gatehouse.watchlist_entry_version w where until_at < $1
     and not exists (select from gatehouse.execution e where e.tenant_id = w.tenant_id
       and (e.domain = w.domain or w.domain = '') and e.created_at < w.until_at)
     and not exists (select from gatehouse.quick_scan s where s.tenant_id = w.tenant_id
       and (s.domain = w.domain or w.domain = '') and s.created_at < w.until_at)`,
      [cutoff],
    ),
  );
}
