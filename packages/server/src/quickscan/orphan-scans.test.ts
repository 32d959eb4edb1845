import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenDatabase, startLease } from '../database/index.ts';
import { stopTenant } from '../database/running-tenants.fixture.ts';
import { stores } from '../database/stores.fixture.ts';
import { Jobs, jobSchema, maxCrashes, poisonReason, quarantineCrashes } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import { createLogger } from '../lib/logger.ts';
import { masterKeySet, newMasterKeyText, parseMasterKey } from '../lib/secrets.ts';
import { PersonalKeys } from '../personal-keys/index.ts';
import { DataKeys } from '../tenants/index.ts';
import { claimScans, type ScanJob } from './quickscan-queries.ts';
import { ScanBatches } from './scan-batches.ts';
import type { EngineTools } from './scan-engines.ts';
import { ScanRunner } from './scan-runner.ts';
import { scanKeyMissing } from './sealed-scans.ts';

const masterKeys = masterKeySet(parseMasterKey(newMasterKeyText())!);
const scope = { tenantId: 'acme', domain: 'retail' };
const engines = { GLOBAL_CHECK: { matchStrength: 'STRONG', maxHits: 20 }, WATCHLIST: {} } as const;

describe.each(stores)('quick scans whose node died, on the $kind store', (store) => {
  let database: OpenDatabase;
  let jobs: Jobs<{ quickscan: ScanJob; quickscanOutside: ScanJob }>;
  let runner: ScanRunner;
  let batches: ScanBatches;
  const finished: string[] = [];

  beforeEach(async () => {
    finished.length = 0;
    database = await store.open();
    const logger = createLogger('silent');
    const definition = { batchSize: 10, consumers: 1, expireInSeconds: 20, retryLimit: 10 };
    jobs = await Jobs.open(database, { quickscan: definition, quickscanOutside: definition }, { logger });
    const queues = {
      quickscan: jobs.queue('quickscan'),
      quickscanOutside: jobs.queue('quickscanOutside'),
    };
    const personalKeys = new PersonalKeys(database, new DataKeys(database, masterKeys));
    batches = new ScanBatches({ database, queues, personalKeys, nodeId: 'node-z' });
    runner = new ScanRunner({
      database,
      queues,
      personalKeys,
      // Nothing is scanned here.
      tools: {} as EngineTools,
      logger,
      nodeId: 'node-z',
      onFinished: (state) => finished.push(state),
    });
    await database.operator((tx) =>
      tx.sql(
        `insert into tenant (tenant_id, name, enabled, billing_blocked, events, quick_scan_granted, quick_scan_used)
         values ($1, 'Acme', true, false, '{}', 10, 5)`,
        [scope.tenantId],
      ),
    );
  });
  afterEach(async () => {
    await jobs.stop();
    await database.close();
  });

  async function submit(): Promise<string> {
    const scanId = newId();
    await batches.accept({
      scope,
      queue: 'quickscan',
      scanId,
      subject: { name: 'Jane Example', customerType: 'Individual' },
      engines,
      paidEngines: [],
      description: undefined,
      apiKey: 'ak_test',
      requestId: 'r',
    });
    return scanId;
  }

  /** A server node takes scans and dies. */
  const die = (node: string, ...scanIds: readonly string[]) =>
    database.operator(async (tx) => {
      const taken = await claimScans(
        tx,
        node,
        scanIds.map((scanId) => ({ ...scope, scanId })),
      );
      return taken.length;
    });

  async function scan(scanId: string) {
    const { rows } = await database.executeSql(
      `select state, deaths, owner_node, failure, (select quick_scan_used from gatehouse.tenant) as used,
         (select array_agg(kind || ' ' || units) from gatehouse.usage_ledger where reference::text = $1) as returned,
         (select array_agg(act) from gatehouse.audit_event where object_id::text = $1) as acts
       from gatehouse.quick_scan where scan_id::text = $1`,
      [scanId],
    );
    return rows[0];
  }

  async function jobIds(): Promise<Set<unknown>> {
    const { rows } = await database.executeSql(
      `select id::text as id from ${jobSchema}.job where name = 'quickscan' and state < 'completed'`,
    );
    return new Set(rows.map(({ id }) => id));
  }

  it('have one job at a time: nobody waits for that of a dead node to expire', async () => {
    const id = await submit();
    const first = await jobIds();
    expect(await die('node-a', id)).toBe(1);
    await runner.requeueOrphans();
    const second = await jobIds();
    expect([first.size, second.size]).toEqual([1, 1]);
    expect(second.isDisjointFrom(first)).toBe(true);
  });

  it('are done again, and fail with their credits given back once too many nodes died with them', async () => {
    const poison = await submit();
    for (let deaths = 0; deaths < maxCrashes; deaths += 1) {
      const node = `node-${deaths}`;
      expect(await die(node, poison)).toBe(1);
      expect(await scan(poison)).toMatchObject({ state: 'RUNNING', deaths, owner_node: node });
      // An old job of its own that comes back does not take it past the count.
      expect(await die('node-y', poison)).toBe(0);
      expect(finished).toEqual([]);
      await runner.requeueOrphans();
    }
    expect(finished).toEqual(['FAILED']);
    expect(await scan(poison)).toEqual({
      state: 'FAILED',
      deaths: maxCrashes - 1,
      owner_node: null,
      failure: { reason: poisonReason },
      used: 4,
      returned: ['creditReturned -1'],
      acts: ['quickscan.submit', 'quickscan.failed'],
    });
    expect(await die('node-x', poison)).toBe(0);
  });

  it('of a tenant that is stopped stay as they are, so that they hold up no other', async () => {
    const poison = await submit();
    await database.executeSql(`update gatehouse.quick_scan set deaths = ${maxCrashes - 1}`);
    expect(await die('node-a', poison)).toBe(1);
    await stopTenant(database, scope.tenantId);
    await runner.requeueOrphans();
    expect(await scan(poison)).toMatchObject({ state: 'RUNNING', owner_node: 'node-a' });
  });

  it('do not fail for nodes that crash as soon as they are ready', async () => {
    const id = await submit();
    await database.executeSql(`update gatehouse.quick_scan set deaths = ${maxCrashes - 1}`);
    await database.executeSql(
      `insert into gatehouse.node_lease (node_id, version, started_at, beat_at)
       values ('node-a', '1', now() - interval '9 seconds', now() - interval '5 seconds')`,
    );
    expect(await die('node-a', id)).toBe(1);
    await runner.requeueOrphans();
    expect(finished).toEqual([]);
    expect(await scan(id)).toMatchObject({ state: 'RUNNING', deaths: maxCrashes - 1, owner_node: null });
  });

  it('are done in small groups and at last alone once many nodes died with them, so that none fails for another', async () => {
    const [poison, innocent] = [await submit(), await submit()];
    const deaths = (count: number) =>
      database.executeSql(`update gatehouse.quick_scan set deaths = ${count} where state = 'RUNNING'`);
    await deaths(quarantineCrashes - 1);
    expect(await die('node-a', poison, innocent)).toBe(2);
    const first = await jobIds();
    await runner.requeueOrphans();
    expect((await jobIds()).difference(first).size).toBe(2);
    await deaths(maxCrashes - 2);
    expect(await die('node-b', poison, innocent)).toBe(2);
    const before = await jobIds();
    expect(await runner.requeueOrphans()).toBe(true);
    const requeued = await jobIds();
    expect(requeued.difference(before).size).toBe(1);
    expect(before.difference(requeued).size).toBe(1);
    expect(await runner.requeueOrphans()).toBe(true);
    expect(await jobIds()).toEqual(requeued);
    expect(await die('node-c', poison)).toBe(1);
    await runner.requeueOrphans();
    await runner.requeueOrphans();
    expect(finished).toEqual(['FAILED']);
    expect(await scan(innocent)).toMatchObject({
      state: 'RUNNING',
      deaths: maxCrashes - 1,
      owner_node: null,
    });
  });

  it('fail where their key is gone, such as in a store that was restored without keys', async () => {
    const id = await submit();
    await database.executeSql('delete from gatehouse.personal_key');
    await runner.run('quickscan', [{ id, data: { ...scope, scanId: id }, retryCount: 0 }]);
    expect(finished).toEqual(['FAILED']);
    const { rows } = await database.executeSql('select failure from gatehouse.quick_scan');
    expect(rows).toEqual([{ failure: { reason: scanKeyMissing } }]);
  });

  it('fail alone where they were changed', async () => {
    const [changed, gone] = [await submit(), await submit()];
    await database.executeSql(
      `update gatehouse.quick_scan s set subject = o.subject from gatehouse.quick_scan o
       where s.scan_id::text = $1 and o.scan_id::text = $2`,
      [changed, gone],
    );
    await database.executeSql('delete from gatehouse.personal_key where key_id::text = $1', [gone]);
    const jobOf = (id: string) => ({ id, data: { ...scope, scanId: id }, retryCount: 5 });
    await runner.run('quickscan', [jobOf(changed), jobOf(gone)]);
    const { rows } = await database.executeSql(
      `select scan_id::text as id, failure ->> 'reason' as reason from gatehouse.quick_scan order by scan_id`,
    );
    expect(rows).toEqual([
      { id: changed, reason: expect.stringContaining('internal error') },
      { id: gone, reason: scanKeyMissing },
    ]);
  });

  it('are requeued while one before them waits for a time that is to come', async () => {
    const two = [await submit(), await submit()];
    await database.executeSql(`update gatehouse.quick_scan set deaths = ${maxCrashes - 2}`);
    expect(await die('node-a', ...two)).toBe(2);
    expect(await runner.requeueOrphans()).toBe(true);
    expect(await runner.requeueOrphans()).toBe(true);
    await database.executeSql(
      `update ${jobSchema}.job set start_after = now() + interval '1 minute'
       where id in (select job_id from gatehouse.quick_scan where owner_node is null)`,
    );
    expect(await runner.requeueOrphans()).toBe(false);
  });

  it('are left alone while their node lives, and taken by another when it throws', async () => {
    const held = await startLease(database, {
      nodeId: 'node-a',
      version: '1',
      onError: (error) => {
        throw error;
      },
    });
    const id = await submit();
    expect(await die('node-a', id)).toBe(1);
    await runner.requeueOrphans();
    expect(await scan(id)).toMatchObject({ deaths: 0, owner_node: 'node-a' });
    expect(await die('node-b', id)).toBe(1);
    await held.stop();
  });
});
