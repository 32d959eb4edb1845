import type { WatchlistEntry } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../database/index.ts';
import { usualStores } from '../../database/stores.fixture.ts';
import { removeEntry, saveEntries } from './watchlist-commands.ts';
import { readWatchlist } from './watchlist-queries.ts';
import {
  eraseEntryVersions,
  pruneWatchlistVersions,
  readWatchlistAt,
  watchlistRevisionAt,
} from './watchlist-versions.ts';

const scope = { tenantId: 'acme', domain: 'retail' };
const other = { tenantId: 'acme', domain: 'private' };
const stranger = { tenantId: 'other', domain: 'retail' };
const actor = { kind: 'user', id: 'ana' } as const;

function entry(id: string, name: string): WatchlistEntry {
  return { id, type: 'individual', name, aliases: [], countries: [] } as unknown as WatchlistEntry;
}

describe.each(usualStores)('versions of a watchlist on $kind', (store) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await store.open();
    await database.operator(async (tx) => {
      for (const tenantId of ['acme', 'other']) {
        await tx.sql(
          `insert into tenant (tenant_id, name, enabled, billing_blocked, events, quick_scan_granted)
           values ($1, $1, true, false, '{}', 0)`,
          [tenantId],
        );
        for (const domain of ['retail', 'private']) {
          await tx.sql('insert into tenant_domain (tenant_id, domain) values ($1, $2)', [tenantId, domain]);
        }
      }
    });
  });
  afterAll(() => database.close());

  const save = (entries: readonly WatchlistEntry[], replace = false, of = scope) =>
    saveEntries(database, of, { entries, replace, actor });
  const namesAt = async (revision: number, of = scope) =>
    (await readWatchlistAt(database, of, revision)).entries.map(({ id, name }) => `${id} ${name}`);

  it('say what was searched at each revision, and no other domain or tenant', async () => {
    const searched = new Map<number, string[]>();
    const times = new Map<number, Date>();
    const note = async () => {
      const { revision, entries } = await readWatchlist(database, scope);
      searched.set(
        revision,
        entries.map(({ id, name }) => `${id} ${name}`),
      );
      // A Date has milliseconds, the store microseconds: the moment lies between two changes.
      const [now] = await database.operator((tx) =>
        tx.sql<{ now: Date }>(`select clock_timestamp() + interval '2 ms' as now, pg_sleep(0.005)`),
      );
      times.set(revision, now!.now);
    };
    await note();
    await save([entry('a', 'Ana'), entry('b', 'Bo')]);
    await note();
    await save([entry('a', 'Ana Bel'), entry('b', 'Bo')]);
    await note();
    await save([entry('x', 'Elsewhere')], false, other);
    await note();
    await removeEntry(database, scope, { entryId: 'b', actor });
    await note();
    await save([entry('b', 'Bo again')]);
    await note();
    // As a tenant file writes entries of every domain.
    await database.operator(async (tx) => {
      await tx.sql(
        `insert into watchlist_entry (tenant_id, domain, entry_id, entry) values ('acme', '', 'e', $1)`,
        [JSON.stringify(entry('e', 'Every'))],
      );
      await tx.sql(`update tenant set watchlist_revision = watchlist_revision + 1 where tenant_id = 'acme'`);
    });
    await note();
    await save([entry('c', 'Cy')], true);
    await note();
    expect(searched.size).toBe(8);
    for (const [revision, names] of searched) {
      expect(await namesAt(revision), `revision ${revision}`).toEqual(names);
      const at = await watchlistRevisionAt(database, scope, times.get(revision)!);
      expect(await namesAt(at), `revision ${at} at the time of ${revision}`).toEqual(names);
    }
    expect(await namesAt(3, other)).toEqual(['private:x Elsewhere']);
    expect(await namesAt(9, stranger)).toEqual([]);
    const seen = await database.transaction(stranger, (tx) => tx.sql('select from watchlist_entry_version'));
    expect(seen).toEqual([]);
  });

  it('lose what an entry was when it is erased, and say so', async () => {
    const before = await readWatchlistAt(database, scope, 2);
    expect(before.erased).toEqual([]);
    const erase = (entryId: string) => eraseEntryVersions(database, { ...scope, entryId, actor });
    expect(await erase('c')).toEqual({ kind: 'listed' });
    expect(await erase('x')).toEqual({ kind: 'notFound' });
    expect(await erase('a')).toEqual({ kind: 'erased', versions: 2 });
    const records = await database.operator((tx) =>
      tx.sql(`select act, object_id, detail from audit_event where act = 'watchlist_entry.erase'`),
    );
    expect(records).toEqual([{ act: 'watchlist_entry.erase', object_id: 'a', detail: { versions: 2 } }]);
    const after = await readWatchlistAt(database, scope, 2);
    expect(after.erased).toEqual(['retail:a']);
    expect(after.entries).toEqual(before.entries.filter(({ id }) => id !== 'retail:a'));
  });

  it('go after five years, unless a screening from before is kept', async () => {
    const left = () => database.operator((tx) => tx.sql('select from watchlist_entry_version'));
    const later = new Date(Date.now() + 6 * 366 * 86_400_000);
    const count = (await left()).length;
    expect(count).toBeGreaterThan(3);
    await pruneWatchlistVersions(database, new Date());
    expect(await left()).toHaveLength(count);
    await database.operator((tx) =>
      tx.sql(
        `insert into quick_scan (tenant_id, domain, scan_id, state, subject, engines, request_id, created_at)
         values ('acme', 'retail', gen_random_uuid(), 'DONE', '{}', '{}', 'r', '2020-01-01')`,
      ),
    );
    await pruneWatchlistVersions(database, later);
    expect(await left()).toHaveLength(count);
    await database.operator((tx) => tx.sql('delete from quick_scan'));
    await pruneWatchlistVersions(database, later);
    expect(await left()).toHaveLength(0);
  });
});
