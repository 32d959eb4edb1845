import { join } from 'node:path';
import { chooseEngines, type WatchlistFileEntry } from '@gatehouse/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newDirectory } from '../../test/support/new-directory.ts';
import { type Database, type OpenDatabase, openDatabase } from '../database/index.ts';
import { ListRegistry } from '../lists/index-files/index.ts';
import { madeUpList, writeListFile } from '../lists/index-files/made-up-list.fixture.ts';
import { appendRuling, newestRulings } from './ruling-queries.ts';
import type { RulingFacts } from './rulings.ts';
import { Screening } from './screening.ts';
import { ListsNotLoaded } from './screening-errors.ts';
import { WatchlistIndexes } from './watchlist-indexes.ts';

const quillon = { id: 9001, first: 'Quillon', last: 'Zorblax' };
const scope = { tenantId: 'acme', domain: 'retail' };
const other = { tenantId: 'other', domain: 'retail' };

let database: OpenDatabase;
let lists: ListRegistry;
let listFile: string;
beforeAll(async () => {
  const folder = newDirectory();
  listFile = join(folder, 'lists', 'un-sc', 'consolidated.xml');
  await writeListFile(listFile, madeUpList([quillon]));
  lists = new ListRegistry({ dataDir: join(folder, 'data'), listsDir: join(folder, 'lists') });
  database = await openDatabase({ dataDir: join(folder, 'data') });
});
afterAll(() => database.close());

beforeEach(() =>
  database.operator(async (tx) => {
    // What goes with its tenant leaves no versions.
    await tx.sql("set local gatehouse.leaving = 'on'");
    await tx.sql('delete from watchlist_entry');
    await tx.sql('delete from watchlist_entry_version');
    await tx.sql('delete from ruling');
    await tx.sql('delete from tenant_domain');
    await tx.sql('delete from tenant');
    for (const { tenantId, domain } of [scope, other]) {
      await tx.sql(
        `insert into tenant (tenant_id, name, enabled, billing_blocked, events, quick_scan_granted)
         values ($1, $1, true, false, '{}', 0)`,
        [tenantId],
      );
      await tx.sql('insert into tenant_domain (tenant_id, domain) values ($1, $2)', [tenantId, domain]);
    }
  }),
);

/** Puts entries on a tenant's own list and answers its new revision. */
function watch(tenantId: string, names: readonly string[]): Promise<number> {
  return database.operator(async (tx) => {
    for (const name of names) {
      const entry: WatchlistFileEntry = {
        id: name,
        name,
        aliases: [],
        type: 'individual',
        countries: [],
        identifiers: [],
      };
      await tx.sql('insert into watchlist_entry (tenant_id, entry_id, entry) values ($1, $2, $3::jsonb)', [
        tenantId,
        name,
        JSON.stringify(entry),
      ]);
    }
    const [row] = await tx.sql<{ watchlist_revision: number }>(
      `update tenant set watchlist_revision = watchlist_revision + 1 where tenant_id = $1
       returning watchlist_revision`,
      [tenantId],
    );
    return row!.watchlist_revision;
  });
}

describe('Screening', () => {
  let screening: Screening;
  beforeAll(() => {
    screening = new Screening({ database, lists, threads: 1 });
  });
  afterAll(() => screening.close());

  const screenName = (name: string, watchlistRevision: number, scopeOf = scope) =>
    screening.screen({
      scope: scopeOf,
      watchlistRevision,
      subjects: [{ name, type: 'individual' }],
      engines: chooseEngines(['GLOBAL_CHECK', 'WATCHLIST']),
    });

  it('refuses until the lists are loaded', async () => {
    expect(screening.ready()).toBe(false);
    await expect(screenName('Quillon Zorblax', 0)).rejects.toThrow(ListsNotLoaded);
    await lists.load();
    expect(screening.ready()).toBe(true);
  });

  it('searches the lists and the tenants own list, and tells the versions of both', async () => {
    const revision = await watch('acme', ['Ottoline Vantreely']);
    const answer = await screenName('Ottoline Vantreely', revision);
    expect(answer.results[0]?.WATCHLIST?.hits.map((hit) => hit.entityId)).toEqual([
      'watchlist:Ottoline Vantreely',
    ]);
    expect(answer.results[0]?.GLOBAL_CHECK?.hits).toEqual([]);
    expect(answer.engineVersion).toBe(lists.current()?.engineVersion);
    expect(answer.listVersions).toEqual({
      'un-sc': lists.current()?.lists[0]?.version,
      watchlist: String(revision),
    });
  });

  it('never shows one tenant the list of another', async () => {
    const revision = await watch('acme', ['Ottoline Vantreely']);
    const answer = await screenName('Ottoline Vantreely', revision, other);
    expect(answer.results[0]?.WATCHLIST).toEqual({ hits: [], capped: false });
  });

  it('sees a changed list at its next revision', async () => {
    const before = await watch('acme', ['Ottoline Vantreely']);
    expect((await screenName('Peregrine Marrowby', before)).results[0]?.WATCHLIST?.hits).toEqual([]);
    const after = await watch('acme', ['Peregrine Marrowby']);
    expect((await screenName('Peregrine Marrowby', after)).results[0]?.WATCHLIST?.hits).toHaveLength(1);
  });

  it('screens against new lists after a swap', async () => {
    expect((await screenName('Peregrine Marrowby', 0)).results[0]?.GLOBAL_CHECK?.hits).toEqual([]);
    await writeListFile(listFile, madeUpList([quillon, { id: 9003, first: 'Peregrine', last: 'Marrowby' }]));
    await lists.load();
    const hits = (await screenName('Peregrine Marrowby', 0)).results[0]?.GLOBAL_CHECK?.hits;
    expect(hits?.map((hit) => hit.entityId)).toEqual(['un-sc:9003']);
  });

  it('goes on against the lists that a scan began with, also after a swap', async () => {
    const snapshot = screening.activeLists()!;
    await writeListFile(
      listFile,
      madeUpList([{ id: 9005, first: 'Tamsin', last: 'Quorrel' }], '2026-03-05T00:00:00Z'),
    );
    await lists.load();
    const ask = (pinned?: typeof snapshot) =>
      screening.screen({
        scope,
        watchlistRevision: 0,
        subjects: [{ name: 'Tamsin Quorrel', type: 'individual' }],
        engines: { GLOBAL_CHECK: { matchStrength: 'STRONG', maxHits: 20 } },
        snapshot: pinned,
      });
    const [before, after, again] = await Promise.all([ask(snapshot), ask(), ask(snapshot)]);
    const hits = [before, after, again].map(({ results }) => results[0]!.GLOBAL_CHECK!.hits.length);
    expect(hits).toEqual([0, 1, 0]);
    expect(before!.listVersions).toEqual(again!.listVersions);
    expect(after!.listVersions).not.toEqual(before!.listVersions);
  });

  it('refuses an engine that searches no list', async () => {
    const engines = chooseEngines(['INTERNET_SEARCH']);
    const request = { scope, watchlistRevision: 0, subjects: [], engines };
    await expect(screening.screen(request)).rejects.toThrow('INTERNET_SEARCH searches no list');
  });
});

describe('WatchlistIndexes', () => {
  /** Builds nothing that could be searched: `bytes` of memory, and a count of how often. */
  function indexes(bytes: number, maxBytes: number) {
    const built: string[] = [];
    const kept = new WatchlistIndexes({
      maxBytes,
      build: async ({ version }) => {
        built.push(version);
        return new SharedArrayBuffer(bytes);
      },
    });
    return { kept, built };
  }

  it('builds an index once for a revision, also when several ask at once', async () => {
    const revision = await watch('acme', ['Ottoline Vantreely']);
    const { kept, built } = indexes(1_000, 1_000_000);
    const requested = Array.from({ length: 5 }, () => kept.watchlistIndex(database, scope, revision));
    const answers = new Set(await Promise.all(requested));
    expect(answers.size).toBe(1);
    expect(await kept.watchlistIndex(database, scope, revision - 1)).toBe([...answers][0]);
    expect(built).toEqual([String(revision)]);
  });

  it('drops what was used longest ago when there is no more room', async () => {
    const [acme, others] = [await watch('acme', ['A B']), await watch('other', ['C D'])];
    const { kept, built } = indexes(1_000, 2_000);
    for (const [of, revision] of [
      [scope, acme],
      [other, others],
      [scope, acme],
    ] as const) {
      await kept.watchlistIndex(database, of, revision);
    }
    expect(built).toHaveLength(3);
    expect(kept.bytes).toBeLessThanOrEqual(2_000);
  });

  it('keeps an empty list without building anything', async () => {
    const { kept, built } = indexes(1_000, 1_000_000);
    expect(await kept.watchlistIndex(database as Database, scope, 0)).toEqual({ revision: 0, entries: 0 });
    expect(built).toEqual([]);
  });
});

describe('rulings', () => {
  const facts: RulingFacts = {
    type: ['individual'],
    names: ['quillon zorblax'],
    births: [],
    nationalities: [],
    countries: [],
    gender: [],
    identifiers: [],
  };
  const made = {
    customerId: 'c1',
    entityId: 'un-sc:9001',
    subject: { key: 'self', name: 'Quillon Zorblax', role: 'self', percent: null },
    reason: 'another date of birth',
    entityFacts: facts,
    subjectFacts: facts,
    ruledBy: 'ana@acme.test',
  } as const;
  const read = (of: typeof scope, entityIds: string[]) =>
    database.transaction(of, (tx) =>
      newestRulings(tx, of, { customerId: 'c1', subjectKeys: ['self'], entityIds }),
    );

  it('are appended, and the newest of an entity is read', async () => {
    const revisions = await database.transaction(scope, async (tx) => [
      await appendRuling(tx, scope, { ...made, ruling: 'FALSE_POSITIVE' }),
      await appendRuling(tx, scope, { ...made, ruling: 'TRUE_MATCH', caseNo: 'C000001' }),
    ]);
    expect(revisions).toEqual([1, 2]);
    expect(await read(scope, ['un-sc:9001', 'un-sc:9001', 'un-sc:9002'])).toEqual(
      new Map([
        [
          'self',
          new Map([
            [
              'un-sc:9001',
              {
                entityId: 'un-sc:9001',
                ruling: 'TRUE_MATCH',
                revision: 2,
                entityFacts: facts,
                subjectFacts: facts,
              },
            ],
          ]),
        ],
      ]),
    );
  });

  it('on a party of a customer say nothing of the customer, nor of another party', async () => {
    const customerId = 'c-parties';
    const subject = { key: 'party:1', name: 'Quillon Zorblax', role: 'owner', percent: 50 };
    await database.transaction(scope, (tx) =>
      appendRuling(tx, scope, { ...made, customerId, subject, ruling: 'FALSE_POSITIVE' }),
    );
    const found = await database.transaction(scope, (tx) =>
      newestRulings(tx, scope, {
        customerId,
        subjectKeys: ['self', 'party:1', 'party:2'],
        entityIds: ['un-sc:9001'],
      }),
    );
    expect([...found.keys()]).toEqual(['party:1']);
  });

  it('of another tenant or domain do not exist', async () => {
    await database.transaction(scope, (tx) => appendRuling(tx, scope, { ...made, ruling: 'FALSE_POSITIVE' }));
    expect(await read(other, ['un-sc:9001'])).toEqual(new Map());
    expect(await read({ ...scope, domain: 'corporate' }, ['un-sc:9001'])).toEqual(new Map());
    expect(await read(scope, [])).toEqual(new Map());
  });
});
