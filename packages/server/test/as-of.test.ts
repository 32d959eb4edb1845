import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseEngines } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../src/app/app.ts';
import { type AsOfReport, screenAsOf, screenNameOnDate } from '../src/as-of/index.ts';
import { repeatScreenings } from '../src/as-of/repeat-screenings.ts';
import { readExecutionScreenings, readScanScreening } from '../src/as-of/stored-screenings.ts';
import { loadConfig } from '../src/config/index.ts';
import type { OpenDatabase } from '../src/database/index.ts';
import { createLogger } from '../src/lib/logger.ts';
import { unarchivedVersions } from '../src/lists/archive/index.ts';
import { startAdminSocket } from '../src/operator/admin-api/admin-socket.ts';
import { openCommandHost } from './support/command-line.ts';
import { personalKeysOf } from './support/personal-keys.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';
import { createWatchedList, type WatchedList } from './support/watched-list.ts';

const given = [
  'Wilhelmina',
  'Bartholomew',
  'Isadora',
  'Quentin',
  'Marigold',
  'Ottoline',
  'Thaddeus',
  'Agatha',
];
const family = [
  'Thornapple',
  'Quillfeather',
  'Hollowbeard',
  'Brackenbury',
  'Fennimore',
  'Wexcombe',
  'Ashgrove',
];
const nameOf = (id: number) => `${given[id % given.length]} ${family[(id * 3) % family.length]}`;
/** Each version has other people, and other dates of those who stay. */
const rowsOf = (version: number) =>
  Array.from({ length: 24 }, (_, at) => {
    const id = at + version * 4;
    return `${id},${nameOf(id)},individual,${nameOf(id + 11)},19${50 + ((id + version) % 40)}-03-1${id % 9},,sanctions,`;
  });
const versions = 3;

describe.each(storyStores())('screenings as of their day, %s', (store) => {
  let service: TestService;
  let list: WatchedList;
  const tenant = aTenant({
    workflows: [{ domain: 'retail', workflow: screeningWorkflow() }],
    quickScanCredits: 1_000,
    quotas: { MANUAL_CASE_EVENT: 1_000 },
    watchlist: [{ id: 'w0', name: nameOf(1) }],
  });
  const scope = { tenantId: tenant.id, domain: 'retail' };
  const ids: string[] = [];
  /** When each version was the active one. */
  const moments: number[] = [];
  let database: OpenDatabase;
  let dataDir: string;
  const host = openCommandHost();

  beforeAll(async () => {
    list = await createWatchedList();
    await list.write(rowsOf(0));
    const env = { GATEHOUSE_LISTS_DIR: list.listsDir };
    service = await startTestService(store, env, { listTiming: { pollIntervalMs: 50 } });
    dataDir = service.env['GATEHOUSE_DATA_DIR']!;
    database = service.app.database;
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    for (let version = 0; version < versions; version++) {
      if (version > 0) {
        await list.publish(service.app, rowsOf(version));
        await service.provision({ ...tenant, watchlist: [{ id: 'w0', name: nameOf(version + 1) }] });
      }
      for (let at = 0; at < 20; at++) {
        const name = at % 5 === 4 ? nameOf(at).replace('e', 'a') : nameOf(at + version);
        const { executionId } = await client.workflow.submit({
          eventType: 'MANUAL_CASE_EVENT',
          data: {
            customerId: `c-${version}-${at}`,
            name,
            customerType: 'individual',
            dateOfBirth: `19${50 + at}-03-11`,
          },
        });
        const { id } = await client.quickscan.submit({
          name,
          customerType: at % 2 === 0 ? 'Individual' : 'Business',
          providers: ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN', 'WATCHLIST'],
          globalCheck: { matchStrength: 'WEAK' },
        } as Parameters<typeof client.quickscan.submit>[0]);
        ids.push(executionId, id);
      }
      await service.drain();
      moments.push(Date.now());
    }
    while ((await unarchivedVersions(database, 'custom-csv')).length > 0) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }, 180_000);
  afterAll(async () => {
    await host.close();
    await service?.stop();
    await list?.remove();
  });

  const tools = () => {
    const personalKeys = personalKeysOf({ database, masterKeys: service.app.masterKeys });
    return { database, personalKeys, dataDir };
  };
  const again = (id: string) => screenAsOf(tools(), scope, { id, actor: { kind: 'user', id: 'ana' } });
  const readStored = async (of: readonly string[]) => {
    const found = await Promise.all(
      of.map(
        async (id) =>
          (await readExecutionScreenings(tools(), scope, id)) ?? [
            await readScanScreening(tools(), scope, id),
          ],
      ),
    );
    return found.flat().filter((one) => one !== undefined);
  };
  const resultsOf = (report: AsOfReport) =>
    report.kind === 'repeated' ? report.screenings.flatMap(({ results }) => results) : [];
  /** What this node has on its disk of earlier versions, and indexes of any. */
  const forgetFiles = async () => {
    const folder = join(dataDir, 'lists', 'custom-csv', 'files');
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
    await rm(join(dataDir, 'as-of'), { recursive: true, force: true });
  };

  it('give the same hits, byte for byte, over several versions of lists and watchlist', async () => {
    await forgetFiles();
    const stored = await readStored(ids);
    const repeated = await repeatScreenings(tools(), scope, stored);
    const results = repeated.flatMap((one) => one.results);
    for (const { engine, state, differences, why } of results) {
      expect({ engine, state, differences, why }).toEqual({
        engine,
        state: 'SAME',
        differences: [],
        why: null,
      });
    }
    expect(repeated).toHaveLength(ids.length);
    expect(results.reduce((sum, result) => sum + result.hits, 0)).toBeGreaterThan(150);
    await again(ids[0]!);
    const records = await database.operator((tx) =>
      tx.sql<{ detail: { engines: object[] } }>(
        `select detail from audit_event where act = 'execution.screen_again' and object_id = $1`,
        [ids[0]],
      ),
    );
    expect(records[0]!.detail).toMatchObject({
      engines: [{ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), icu: process.versions['icu'] }],
      different: 0,
      notRepeatable: 0,
    });
    const reports = [await again(ids[0]!), await again(ids.at(-1)!)];
    const searched = reports.map((report) => (report.kind === 'repeated' ? report.screenings[0]!.lists : {}));
    expect(searched[0]!['custom-csv']).not.toBe(searched[1]!['custom-csv']);
    expect(searched[0]!['watchlist']).not.toBe(searched[1]!['watchlist']);
  }, 180_000);

  it('say which bytes differ', async () => {
    const id = ids[1]!;
    const stored = await readScanScreening(tools(), scope, id);
    const [first] = stored!.hits.filter(({ engine }) => engine === 'GLOBAL_CHECK');
    const write = (json: string) =>
      database.operator((tx) =>
        tx.sql(
          `update quick_scan_hit h set hit = $2::json from (select hit from quick_scan_hit where scan_id = $1 and engine = 'GLOBAL_CHECK'
             and position = 0) before
           where h.scan_id = $1 and h.engine = 'GLOBAL_CHECK' and h.position = 0 returning before.hit::text as before`,
          [id, json],
        ),
      );
    const [{ before } = {}] = await write(first!.json.replace('"category":"sanctions"', '"category":"pep"'));
    const different = resultsOf(await again(id)).filter(({ state }) => state !== 'SAME');
    expect(different.map(({ engine }) => engine)).toEqual(['GLOBAL_CHECK']);
    expect(different[0]!.differences[0]).toEqual({
      hitId: expect.stringMatching(/^GLOBAL_CHECK:/),
      kind: 'changed',
    });
    await write(String(before));
  });

  it('answer whether a name would have been hit on a day, and by which version', async () => {
    const subject = { name: 'Nobody Atall', type: 'individual' as const };
    // On the list from the second version on.
    const [, , , , , , , , newcomer] = rowsOf(1).toReversed();
    const name = newcomer!.split(',')[1]!;
    const at = async (moment: number, of = { ...subject, name }) =>
      screenNameOnDate(
        { database, dataDir },
        { scope, subject: of, engines: chooseEngines(['GLOBAL_CHECK', 'WATCHLIST']), at: moment },
      );
    const answers = [await at(moments[0]!), await at(moments[1]!), await at(moments[0]!, subject)];
    const found = answers.map((answer) => (answer.kind === 'screened' ? answer : undefined));
    expect(found[0]!.lists['custom-csv']).not.toBe(found[1]!.lists['custom-csv']);
    expect(found[1]!.hits.GLOBAL_CHECK!.length).toBeGreaterThan(0);
    expect(found[2]!.hits).toEqual({ GLOBAL_CHECK: [], WATCHLIST: [] });
    expect(await at(Date.parse('2020-01-01'))).toEqual({ kind: 'noLists' });
    const watched = await at(moments[0]!, { ...subject, name: nameOf(1) });
    expect(watched.kind === 'screened' && watched.hits.WATCHLIST!.map(({ entityId }) => entityId)).toEqual([
      'watchlist:w0',
    ]);
  });

  it('are told by the command, while the server runs', async () => {
    // A server of its own process listens on it; with PostgreSQL the command opens the store.
    await using closing = new AsyncDisposableStack();
    if (store === 'embedded') {
      const socket = await startAdminSocket(service.app, dataDir);
      closing.defer(() => socket.close());
    }
    const run = (...line: string[]) => host.run(['as-of', ...line], { env: { ...service.env } });
    const same = await run('screening', scope.tenantId, scope.domain, ids[0]!);
    expect(same.stderr).toBe('');
    expect(same.stdout).toContain('same hits, byte for byte');
    expect(same.stdout).toMatch(/Engine \d+\.\d+\.\d+; lists custom-csv [0-9a-f]{16}, watchlist \d+\n/);
    expect(same.code).toBe(0);
    const unknown = await run(
      'screening',
      scope.tenantId,
      scope.domain,
      '00000000-0000-7000-8000-000000000000',
    );
    expect(unknown).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no execution and no ended quick scan'),
    });
    const named = await run('name', nameOf(8), new Date(moments[2]!).toISOString());
    expect(named.stdout).toMatch(/SCORE +NAME +ENTITY +ENGINE +LIST VERSION/);
    const wrong = await run('name', nameOf(2), 'tomorrow');
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('is no date') });
  });

  it('name what cannot be repeated: another server’s answer, data that is gone, an engine that is not kept', async () => {
    const [, outside, , gone, , older, , unfinished, , keyless] = ids as string[] as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    await database.operator(async (tx) => {
      await tx.sql(
        `update quick_scan set list_versions = jsonb_set(list_versions, '{engines,GLOBAL_CHECK,remote}', '{}') where scan_id = $1`,
        [outside],
      );
      await tx.sql(
        `update quick_scan set list_versions = jsonb_set(list_versions, '{engineVersion}', '"0.0.1"') where scan_id = $1`,
        [older],
      );
      await tx.sql('delete from quick_scan_hit where scan_id = $1', [gone]);
      await tx.sql('delete from quick_scan where scan_id = $1', [gone]);
    });
    const states = new Map(resultsOf(await again(outside)).map(({ engine, why }) => [engine, why]));
    expect(states.get('GLOBAL_CHECK')).toEqual({ reason: 'OUTSIDE_SERVICE', engine: 'GLOBAL_CHECK' });
    expect(states.get('RISK_LISTS')).toBeNull();
    expect(await again(gone)).toMatchObject({
      kind: 'erased',
      of: 'quickscan',
      auditRecords: [expect.any(String), expect.any(String)],
    });
    expect(new Set(resultsOf(await again(older)).map(({ why }) => why?.reason))).toEqual(
      new Set(['ENGINE_NOT_KEPT']),
    );
    const hitsOf = async () => resultsOf(await again(keyless)).map(({ engine, hits }) => [engine, hits]);
    const hits = await hitsOf();
    await database.operator((tx) => tx.sql('delete from personal_key where key_id = $1', [keyless]));
    expect(new Set(resultsOf(await again(keyless)).map(({ why }) => why?.reason))).toEqual(
      new Set(['SUBJECT_NOT_KEPT']),
    );
    expect(await hitsOf()).toEqual(hits);
    // It has audit records too, and nothing of it was erased.
    const become = (state: string) =>
      database.operator((tx) =>
        tx.sql('update quick_scan set state = $2 where scan_id = $1', [unfinished, state]),
      );
    await become('FAILED');
    expect(await again(unfinished)).toEqual({ kind: 'notFound' });
    await become('DONE');
    ids.splice(0, 10);
  });

  it('are the same after a restart, and name the list file that was changed', async () => {
    await service.app.close();
    const { config } = loadConfig({ ...service.env });
    const app = await createApp(config, { logger: createLogger('silent'), checkOutput: true });
    await app.ready;
    try {
      database = app.database;
      await forgetFiles();
      const repeated = await repeatScreenings(tools(), scope, await readStored(ids));
      expect(repeated).toHaveLength(ids.length);
      const states = repeated.flatMap(({ results }) => results.map(({ state }) => state));
      expect(new Set(states)).toEqual(new Set(['SAME']));
      const first = createHash('sha256')
        .update(`${['id,name,type,aliases,dateOfBirth,countries,category,note', ...rowsOf(0)].join('\n')}\n`)
        .digest('hex');
      await app.database.operator((tx) =>
        tx.sql(
          `update list_archive_piece set content = overlay(content placing '\\x00ff' from 12)
           where pieces_id = (select pieces_id from list_archive_file where sha256 = $1)`,
          [first],
        ),
      );
      await forgetFiles();
      const report = await again(ids[0]!);
      const why = { reason: 'LIST_FILE_CHANGED', source: 'custom-csv', file: 'list.csv', sha256: first };
      for (const result of resultsOf(report)) expect(result).toMatchObject({ state: 'NOT_REPEATABLE', why });
      // The version after it is the difference to it. The files of the last one may be written again meanwhile: it is active.
      expect(resultsOf(await again(ids.at(-60)!))[0]!.why).toMatchObject(why);
    } finally {
      await app.close();
    }
  }, 120_000);
});
