import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertInto, type OpenDatabase } from '../database/index.ts';
import { Jobs } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import { createLogger } from '../lib/logger.ts';
import { masterKeySet, newMasterKeyText, parseMasterKey } from '../lib/secrets.ts';
import { PersonalKeys } from '../personal-keys/index.ts';
import { DataKeys } from '../tenants/index.ts';
import { describeOnStores } from '../tenants/stores.fixture.ts';
import type { ScanJob } from './quickscan-queries.ts';
import { type AcceptedScan, ScanBatches } from './scan-batches.ts';

const masterKeys = masterKeySet(parseMasterKey(newMasterKeyText())!);
const definition = { batchSize: 32, consumers: 1, expireInSeconds: 20, retryLimit: 1 };
const paid = ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN'];

describeOnStores('accepted quick scans', (store) => {
  const nodes: ScanBatches[] = [];
  const opened: Jobs<{ quickscan: ScanJob; quickscanOutside: ScanJob }>[] = [];
  beforeAll(async () => {
    const { database, otherNode } = store();
    for (const node of new Set([database, otherNode])) {
      const logger = createLogger('silent');
      const jobs = await Jobs.open(node, { quickscan: definition, quickscanOutside: definition }, { logger });
      opened.push(jobs as (typeof opened)[number]);
      const queues = {
        quickscan: jobs.queue('quickscan'),
        quickscanOutside: jobs.queue('quickscanOutside'),
      };
      const personalKeys = new PersonalKeys(node, new DataKeys(node, masterKeys));
      nodes.push(new ScanBatches({ database: node, queues, personalKeys, nodeId: 'node-a' } as never));
    }
  });
  afterAll(async () => {
    for (const jobs of opened) await jobs.stop();
  });

  async function tenantWith(database: OpenDatabase, credits: number) {
    const tenantId = `t-${newId()}`;
    const tenant = { tenant_id: tenantId, name: 'Acme', enabled: true, billing_blocked: false, events: [] };
    await database.operator((tx) => tx.run(insertInto('tenant', { ...tenant, quick_scan_granted: credits })));
    return { tenantId, domain: 'retail' };
  }

  function scanOf(
    scope: AcceptedScan['scope'],
    cost: number,
    given: Partial<AcceptedScan> = {},
  ): AcceptedScan {
    const paidEngines = paid.slice(0, cost);
    return {
      scope,
      queue: 'quickscan',
      scanId: newId(),
      subject: { name: 'Jane Example', customerType: 'Individual' },
      engines: Object.fromEntries(['WATCHLIST', ...paidEngines].map((engine) => [engine, {}])),
      paidEngines,
      description: undefined,
      apiKey: 'ak',
      requestId: 'r',
      ...given,
    } as AcceptedScan;
  }

  async function books({ tenantId }: { readonly tenantId: string }): Promise<unknown> {
    const [row] = await store().database.operator((tx) =>
      tx.sql(
        `select quick_scan_used as used,
           (select coalesce(sum(units), 0)::int from usage_ledger where tenant_id = $1) as billed,
           (select count(*)::int from quick_scan where tenant_id = $1) as scans,
           (select count(*)::int from audit_event where tenant_id = $1 and act = 'quickscan.submit') as audited
         from tenant where tenant_id = $1`,
        [tenantId],
      ),
    );
    return row;
  }

  it('take exactly what was granted, each all of its credits or none, from several nodes', async () => {
    const scope = await tenantWith(store().database, 50);
    const before = await opened[0]!.pending('quickscan');
    const scans = Array.from({ length: 120 }, (_, index) => scanOf(scope, 1 + (index % 3)));
    const accepted = await Promise.all(scans.map((scan, index) => nodes[index % nodes.length]!.accept(scan)));
    const taken = scans.filter((_, index) => accepted[index] !== undefined);
    const used = taken.reduce((sum, { paidEngines }) => sum + paidEngines.length, 0);
    expect(used).toBe(50);
    expect(await books(scope)).toEqual({ used, billed: used, scans: taken.length, audited: taken.length });
    expect(await opened[0]!.pending('quickscan')).toBe(before + taken.length);
    expect(await nodes[0]!.accept(scanOf(scope, 1))).toBeUndefined();
    const free = scanOf(scope, 0);
    expect(await nodes[0]!.accept(free)).toMatchObject({ scanId: free.scanId, fence: 0 });
  });

  it('that come together share commits, in any order of their engines', async () => {
    const scope = await tenantWith(store().database, 1000);
    const scans = Array.from({ length: 60 }, () => scanOf(scope, 2));
    await Promise.all(scans.map((scan) => nodes[0]!.accept(scan)));
    const { rows } = await store().database.executeSql(
      `select count(distinct created_at)::int as commits, array_agg(distinct engines::text) as engines
       from gatehouse.quick_scan where tenant_id = $1`,
      [scope.tenantId],
    );
    expect(rows[0]).toEqual({
      commits: expect.any(Number),
      engines: ['{"WATCHLIST":{},"GLOBAL_CHECK":{},"RISK_LISTS":{}}'],
    });
    expect(Number(rows[0]!['commits'])).toBeLessThan(5);
  });

  it('fail for none but the one that the database refuses', async () => {
    const scope = await tenantWith(store().database, 10);
    const scans = Array.from({ length: 6 }, () => scanOf(scope, 1));
    scans[3] = { ...scans[3]!, scanId: 'not an id' };
    const results = await Promise.allSettled(scans.map((scan) => nodes[0]!.accept(scan)));
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
      ...[true, true, true],
      ...[false, true, true],
    ]);
    expect(await books(scope)).toEqual({ used: 5, billed: 5, scans: 5, audited: 5 });
  });
});
