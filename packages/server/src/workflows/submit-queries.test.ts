import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/index.ts';
import type { StoredExecution } from '../interpreter/index.ts';
import { Jobs } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import { createLogger } from '../lib/logger.ts';
import { describeOnStores } from '../tenants/stores.fixture.ts';
import { SubmitBatches } from './submit-batches.ts';
import type { NewExecution } from './submit-queries.ts';

const queues = { execution: { batchSize: 1, consumers: 1, expireInSeconds: 20, retryLimit: 1 } };

/** A tenant that may submit so many events. */
async function tenantWith(database: Database, granted: number): Promise<string> {
  const tenantId = `tenant-${randomUUID()}`;
  await database.operator(async (tx) => {
    await tx.sql(
      `insert into tenant (tenant_id, name, enabled, billing_blocked, events, quick_scan_granted)
       values ($1, 'Tenant', true, false, '{KYC_EVENT}', 0)`,
      [tenantId],
    );
    await tx.sql(`insert into event_quota (tenant_id, event_type, granted) values ($1, 'KYC_EVENT', $2)`, [
      tenantId,
      granted,
    ]);
  });
  return tenantId;
}

function executionOf(customer: Partial<NewExecution['customer']> = {}): NewExecution {
  return {
    executionId: newId(),
    auditId: newId(),
    eventType: 'KYC_EVENT',
    source: 'API',
    workflowId: 'wf',
    version: 1,
    apiKey: 'ak',
    requestId: newId(),
    customer: {
      customerId: 'c',
      customerType: null,
      name: null,
      profile: {},
      subject: null,
      monitored: null,
      idType: null,
      idNumber: null,
      ...customer,
    },
    data: {},
  };
}

describeOnStores('accepted submits', (store) => {
  let jobs: Jobs<{ execution: object }>;
  let batches: SubmitBatches;
  beforeAll(async () => {
    const { database } = store();
    jobs = await Jobs.open<{ execution: object }>(database, queues, { logger: createLogger('fatal') });
    const queue = jobs.queue('execution');
    const creation = async (_scope: object, ids: readonly string[]) => ({
      firstJobs: await queue.insertion(ids.map((id) => ({ id, data: { executionId: id } }))),
      ownerNode: null,
    });
    const discardJobs = (ids: readonly string[]) => database.operator((tx) => queue.finish(tx, ids));
    batches = new SubmitBatches({ database, creation, discardJobs });
  });
  afterAll(() => jobs.stop());

  async function counts(tenantId: string): Promise<unknown> {
    const [row] = await store().database.operator((tx) =>
      tx.sql(
        `select (select used from event_quota where tenant_id = $1) as used,
           (select count(*)::int from execution where tenant_id = $1) as executions,
           (select count(*)::int from customer where tenant_id = $1) as customers,
           (select coalesce(sum(units), 0)::int from daily_usage where tenant_id = $1) as billed,
           (select count(*)::int from audit_event where tenant_id = $1) as audited`,
        [tenantId],
      ),
    );
    return row;
  }

  it('are written with their jobs while units are left, and afterwards none is', async () => {
    const scope = { tenantId: await tenantWith(store().database, 3), domain: 'retail' };
    const before = await jobs.pending('execution');
    const taken = await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        batches.submit(scope, executionOf({ customerId: `c${turn % 2}` })),
      ),
    );
    expect(taken.filter(Boolean)).toHaveLength(3);
    expect(await jobs.pending('execution')).toBe(before + 3);
    expect(await counts(scope.tenantId)).toEqual({
      used: 3,
      executions: 3,
      customers: 2,
      billed: 3,
      audited: 3,
    });
  });

  it('under a key that is taken leave no job behind', async () => {
    const scope = { tenantId: await tenantWith(store().database, 100), domain: 'retail' };
    const before = await jobs.pending('execution');
    const keyed = (): NewExecution => {
      const execution = executionOf({ customerId: 'c-keyed' });
      const answer = { code: 200, executionId: execution.executionId } as never;
      const kept = { idempotencyKey: 'k-1', requestDigest: '00', answer, answersWithinMs: null };
      return { ...execution, kept };
    };
    const results = await Promise.all([
      ...Array.from({ length: 4 }, () => batches.submit(scope, keyed())),
      ...Array.from({ length: 4 }, (_, turn) =>
        batches.submit(scope, executionOf({ customerId: `c-${turn}` })),
      ),
    ]);
    expect(results.filter((result) => result === 'keyTaken')).toHaveLength(3);
    expect(await counts(scope.tenantId)).toMatchObject({ executions: 5, used: 5 });
    expect(await jobs.pending('execution')).toBe(before + 5);
  });

  it('that come together share commits, and keep the order of a customer', async () => {
    const { database } = store();
    const scope = { tenantId: await tenantWith(database, 100), domain: 'retail' };
    const names = Array.from({ length: 40 }, (_, turn) => `Name ${turn}`);
    const accepted = await Promise.all(
      names.map((name, turn) =>
        batches.submit(
          scope,
          executionOf({ customerId: `c${turn % 20}`, name, profile: { [`p${turn}`]: 1 } }),
        ),
      ),
    );
    // What is stored of the customer holds what the submit told and what was known before.
    expect(accepted.map((stored) => (stored as StoredExecution).customer)).toEqual(
      names.map((name, turn) => ({
        ...{ customerId: `c${turn % 20}`, customerType: null, name, idType: null, idNumber: null },
        profile: turn < 20 ? { [`p${turn}`]: 1 } : { [`p${turn - 20}`]: 1, [`p${turn}`]: 1 },
      })),
    );
    const customers = await database.operator((tx) =>
      tx.sql<{ name: string; commits: number }>(
        `select name, (select count(distinct created_at)::int from execution where tenant_id = $1) as commits
         from customer where tenant_id = $1`,
        [scope.tenantId],
      ),
    );
    expect(customers.map(({ name }) => name).toSorted()).toEqual(names.slice(20).toSorted());
    // The first, those that came meanwhile, and the second turn of each customer.
    expect(customers[0]!.commits).toBeLessThanOrEqual(4);
  });

  it('are written without the one among them that cannot be', async () => {
    const scope = { tenantId: await tenantWith(store().database, 100), domain: 'retail' };
    const bad = executionOf({ customerId: 'bad', name: 'a\0b' });
    const results = await Promise.allSettled(
      [executionOf({ customerId: 'a' }), bad, executionOf({ customerId: 'b' })].map((execution) =>
        batches.submit(scope, execution),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await counts(scope.tenantId)).toEqual({
      used: 2,
      executions: 2,
      customers: 2,
      billed: 2,
      audited: 2,
    });
  });
});
