import { isDeepStrictEqual } from 'node:util';
import type { WatchlistChange, WatchlistEntry } from '@gatehouse/contract';
import type { AuditVerb } from '@gatehouse/contract/audit-actions';
import { type Actor, recordAudit, recordAudits } from '../../audit/index.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';
import { lockOwnEntries, writeEntries } from './watchlist-queries.ts';

/** The result of changing a list. */
export interface ChangedEntries {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
}

/** Puts entries on the domain's own list; with `replace`, those that are not among them go. */
export function saveEntries(
  database: Database,
  scope: Scope,
  request: { readonly entries: readonly WatchlistEntry[]; readonly replace: boolean; readonly actor: Actor },
): Promise<ChangedEntries> {
  return database.transaction(scope, async (tx) => {
    const wanted = new Map(request.entries.map((entry) => [entry.id, jsonForm(entry)]));
    const stored = await lockOwnEntries(tx, scope, request.replace ? undefined : [...wanted.keys()]);
    const added = [...wanted.keys()].filter((id) => !stored.has(id));
    const changed = [...wanted].flatMap(([id, entry]) =>
      stored.has(id) && !isDeepStrictEqual(stored.get(id), entry) ? [id] : [],
    );
    const removed = request.replace ? [...stored.keys()].filter((id) => !wanted.has(id)) : [];
    const kept = [...added, ...changed].map((id) => wanted.get(id)!);
    await writeEntries(tx, scope, { kept, removed });
    const unchanged = wanted.size - kept.length;
    await recordChanges(tx, scope, { changes: { added, changed, removed, unchanged }, actor: request.actor });
    return { added, changed, removed, unchanged };
  });
}

/** The outcome of one entry that was kept. */
export function changeOf({ added, changed }: ChangedEntries): WatchlistChange {
  if (added.length > 0) return 'added';
  return changed.length > 0 ? 'changed' : 'unchanged';
}

/** Takes an entry off the domain's own list; false when it has none of that id. */
export function removeEntry(
  database: Database,
  scope: Scope,
  { entryId, actor }: { readonly entryId: string; readonly actor: Actor },
): Promise<boolean> {
  return database.transaction(scope, async (tx) => {
    const stored = await lockOwnEntries(tx, scope, [entryId]);
    if (!stored.has(entryId)) return false;
    const changes = { added: [], changed: [], removed: [entryId], unchanged: 0 };
    await writeEntries(tx, scope, { kept: [], removed: [entryId] });
    await recordChanges(tx, scope, { changes, actor });
    return true;
  });
}

/** Puts on record that somebody took the domain's own entries away as a file. */
export function recordExport(
  tx: Tx,
  scope: Scope,
  { actor, entries }: { readonly actor: Actor; readonly entries: number },
): Promise<void> {
  const object = { kind: 'watchlist', id: scope.domain };
  return recordAudit(tx, scope, { actor, act: 'watchlist.export', object, detail: { entries } });
}

/** Names of people stay out of the audit log: an entry can be erased, a record cannot. */
function recordChanges(
  tx: Tx,
  scope: Scope,
  { changes, actor }: { changes: ChangedEntries; actor: Actor },
): Promise<void> {
  const record = (action: AuditVerb<'watchlist_entry'>) => (id: string) => ({
    actor,
    act: `watchlist_entry.${action}` as const,
    object: { kind: 'watchlist_entry', id },
  });
  return recordAudits(tx, scope, [
    ...changes.added.map(record('create')),
    ...changes.changed.map(record('change')),
    ...changes.removed.map(record('remove')),
  ]);
}

/** As the store gives it back, so that what is equal compares equal. */
function jsonForm(entry: WatchlistEntry): WatchlistEntry {
  return JSON.parse(JSON.stringify(entry)) as WatchlistEntry;
}
