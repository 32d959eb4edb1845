import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Database } from '../database/index.ts';
import { Jobs } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import { createLogger } from '../lib/logger.ts';
import { describeOnStores } from '../tenants/stores.fixture.ts';
import { insertExecution } from './submit-queries.ts';

const queues = { execution: { batchSize: 1, lanes: 1, expireInSeconds: 20, retryLimit: 1 } };

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

describeOnStores('an accepted submit', (store) => {
  it('is written with its job while units are left, and afterwards neither is', async () => {
    const { database } = store();
    const scope = { tenantId: await tenantWith(database, 3), domain: 'retail' };
    const jobs = await Jobs.open<{ execution: object }>(database, queues, { logger: createLogger('fatal') });
    const queue = jobs.queue('execution');
    const submit = async () => {
      const executionId = newId();
      return insertExecution(database, scope, {
        firstJob: await queue.insertion({ id: executionId, data: { executionId } }),
        execution: {
          executionId,
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
          },
          data: {},
        },
      });
    };
    const taken = await Promise.all(Array.from({ length: 12 }, submit));
    expect(taken.filter(Boolean)).toHaveLength(3);
    expect(await jobs.pending('execution')).toBe(3);
    const [counts] = await database.operator((tx) =>
      tx.sql(
        `select (select used from event_quota where tenant_id = $1) as used,
           (select count(*)::int from execution where tenant_id = $1) as executions,
           (select count(*)::int from customer where tenant_id = $1) as customers,
           (select count(*)::int from usage_ledger where tenant_id = $1) as billed,
           (select count(*)::int from audit_event where tenant_id = $1) as audited`,
        [scope.tenantId],
      ),
    );
    expect(counts).toEqual({ used: 3, executions: 3, customers: 1, billed: 3, audited: 3 });
    await jobs.stop();
  });
});
