import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Interpreter } from '../src/interpreter/index.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createLogger } from '../src/lib/logger.ts';
import { createDeployment, type Deployment } from './support/deployment.ts';
import { until } from './support/server-process.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const eventType = 'KYC_EVENT';

function waitingWorkflow(duration: string): Record<string, unknown> {
  return {
    id: 'wf_waiting',
    name: 'Waiting',
    eventType,
    nodes: [
      { id: 'pause', type: 'wait', for: duration },
      { id: 'fine', type: 'decision', outcome: 'approve' },
    ],
    edges: [
      { from: 'start', to: 'pause' },
      { from: 'pause', to: 'fine' },
    ],
  };
}

describe.each(storyStores())('a wait node, %s', (store) => {
  let service: TestService;
  beforeAll(async () => {
    // The log is read as it was written.
    service = await startTestService(store, { GATEHOUSE_SEAL_EXECUTIONS: 'off' });
  });
  afterAll(() => service?.stop());

  async function submitWaiting(duration: string) {
    const tenant = aTenant({ workflows: [{ domain: 'retail', workflow: waitingWorkflow(duration) }] });
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const { executionId } = await client.workflow.submit({ eventType, data: { customerId: 'c-1' } });
    await service.drain();
    return {
      tenant,
      executionId,
      scope: { tenantId: tenant.id, domain: 'retail' },
      status: () => client.workflow.status(executionId),
    };
  }

  const sql = (text: string, values: unknown[]) =>
    service.app.database.operator((tx) => tx.sql<Record<string, unknown>>(text, values));

  it('waits and goes on by itself, not before its time', async () => {
    const { executionId, status } = await submitWaiting('PT2S');
    expect(await status()).toMatchObject({ status: 'WAITING', caseStatus: '' });
    await until('the end', async () => (await status())?.status === 'COMPLETED');
    const [row] = await sql(
      `select extract(epoch from finished_at - started_at)::float as seconds, input, output
       from visit where execution_id = $1 and node_id = 'pause'`,
      [executionId],
    );
    expect(row).toMatchObject({ input: { for: 'PT2S' }, output: {} });
    expect(row!['seconds']).toBeGreaterThanOrEqual(1.9);
  });

  it('is nothing but a row while it waits, and wakes when its time has come', async () => {
    const { executionId, status } = await submitWaiting('P30D');
    const [row] = await sql(
      `select extract(epoch from due_at - updated_at)::int as seconds, owner_node,
         (select count(*)::int from gatehouse_jobs.job where data ->> 'executionId' = $1 and state < 'completed') as jobs
       from execution where execution_id = $1::uuid`,
      [executionId],
    );
    expect(row).toEqual({ seconds: 30 * 86_400, owner_node: null, jobs: 0 });
    expect(await status()).toMatchObject({ status: 'WAITING' });
    await sql('update execution set due_at = now() where execution_id = $1', [executionId]);
    await until('the end', async () => (await status())?.caseStatus === 'APPROVED');
  });

  it('ends on the version that it began with, beside newer ones', async () => {
    const { tenant, executionId, status } = await submitWaiting('P30D');
    const newer = { ...waitingWorkflow('PT1S'), nodes: [{ id: 'no', type: 'decision', outcome: 'reject' }] };
    const workflow = { ...newer, edges: [{ from: 'start', to: 'no' }] };
    await service.provision({ ...tenant, workflows: [{ domain: 'retail', workflow }] });
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const later = await client.workflow.submit({ eventType, data: { customerId: 'c-2' } });
    await service.drain();
    expect(await client.workflow.status(later.executionId)).toMatchObject({ caseStatus: 'REJECTED' });
    await sql('update execution set due_at = now() where execution_id = $1', [executionId]);
    await until('the end', async () => (await status())?.caseStatus === 'APPROVED');
  });

  it('does not wake once its execution is cancelled', async () => {
    const { executionId, scope } = await submitWaiting('PT1S');
    const { database } = service.app;
    const unused = () => Promise.reject(new Error('not needed to cancel'));
    const interpreter = (cancelledStatus: string | undefined) =>
      new Interpreter({
        database,
        cancelledStatus,
        abandon: async () => undefined,
        notify: unused,
        record: unused,
        workflow: unused,
        handlers: {} as never,
        queue: {} as never,
        externalQueue: {} as never,
        clock: systemClock,
        logger: createLogger('silent'),
        nodeId: 'story',
      });
    const cancellation = { executionId, actor: { kind: 'user', id: 'ana@example.test' } } as const;
    const cancel = (cancelledStatus?: string) =>
      database.transaction(scope, (tx) =>
        interpreter(cancelledStatus).cancelExecution(tx, scope, cancellation),
      );
    expect(await cancel()).toMatchObject({
      kind: 'refused',
      refusal: { code: 'refusals.executionCancelNotConfigured' },
    });
    expect(await cancel('STOPPED')).toMatchObject({ kind: 'ended' });
    expect(await cancel('STOPPED')).toEqual({ kind: 'unchanged', state: 'CANCELLED' });
    // One that is due later is woken no sooner.
    const later = await submitWaiting('PT1S');
    await until('a later timer', async () => (await later.status())?.caseStatus === 'APPROVED');
    expect(
      await sql('select state, due_at, visits from execution where execution_id = $1', [executionId]),
    ).toEqual([{ state: 'CANCELLED', due_at: null, visits: 0 }]);
  });
});

// On PostgreSQL the stories that kill servers wait over restarts.
describe('a wait over a restart, embedded', () => {
  let deployment: Deployment | undefined;
  afterEach(() => deployment?.remove());

  it('ends after the server was killed and started again', { timeout: 120_000 }, async () => {
    deployment = await createDeployment('embedded');
    const tenant = {
      ...deployment.tenant,
      workflows: [{ domain: 'retail', workflow: waitingWorkflow('PT2S') }],
    };
    const file = await deployment.provisionFile(tenant);
    const first = deployment.serve({ provision: file });
    const { executionId } = await deployment
      .client(await first.ready)
      .workflow.submit({ eventType, data: { customerId: 'c-1' } });
    first.signal('SIGKILL');
    await first.ended;
    const second = deployment.serve({ provision: file });
    const client = deployment.client(await second.ready);
    await until(
      'the end',
      async () => (await client.workflow.status(executionId))?.caseStatus === 'APPROVED',
    );
  });
});
