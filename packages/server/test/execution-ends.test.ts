import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Interpreter } from '../src/interpreter/index.ts';
import { jobSchema } from '../src/jobs/index.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createLogger } from '../src/lib/logger.ts';
import { abandonDeliveries } from '../src/webhooks/deliveries/index.ts';
import { cipherOf } from '../src/webhooks/deliveries/sealed-calls.ts';
import { person, signIn } from './support/console.ts';
import { personalKeysOf } from './support/personal-keys.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { until } from './support/server-process.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

type Json = Record<string, unknown>;

interface SealedResult {
  readonly tenantId: string;
  readonly deliveryId: string;
  readonly wrappedKey: Buffer;
  readonly result: unknown;
}

const eventType = 'TRANSACTION_EVENT';
const fine = { id: 'fine', type: 'decision', outcome: 'approve' };
const no = { id: 'no', type: 'decision', outcome: 'reject' };

describe.each(storyStores())('an execution that is ended where it stands, %s', (store) => {
  let service: TestService;
  let receiver: Receiver;
  beforeAll(async () => {
    service = await startTestService(store, {
      GATEHOUSE_EGRESS_ALLOW: '127.0.0.1',
      GATEHOUSE_CANCELLED_STATUS: 'STORY_CANCELLED',
    });
  });
  afterAll(() => service?.stop());
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.stop());

  /** Submits to one node after the other. */
  async function submit(nodes: readonly Json[], workflow: Json = {}) {
    const edges = nodes.map(({ id }, index) => ({ from: nodes[index - 1]?.['id'] ?? 'start', to: id }));
    const entry = [{ name: 'details', type: 'object', required: true }];
    const tenant = aTenant({
      users: [person('root', ['admin'])],
      webhooks: [
        {
          id: 'wh',
          name: 'CRM',
          url: `${receiver.url}/hook`,
          inputs: ['customerId'],
          retry: { maxAttempts: 3, backoffMs: 1000 },
          timeoutMs: 20_000,
        },
      ],
      workflows: [
        {
          domain: 'retail',
          workflow: { id: 'wf', name: 'Ending', eventType, entry, nodes, edges, ...workflow },
        },
      ],
    });
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const answer = await client.workflow.submit({
      eventType,
      data: { customerId: 'c-1', details: {} } as never,
    });
    const { executionId } = answer;
    const scope = { tenantId: tenant.id, domain: 'retail' };
    return { answer, executionId, scope, tenant, status: () => client.workflow.status(executionId) };
  }

  /** Cancels as the console does; answers the result. */
  async function ask(
    { tenant, executionId }: Pick<Awaited<ReturnType<typeof submit>>, 'tenant' | 'executionId'>,
    body: { expectedNodeId: string | null; reason?: string },
    by: TestService = service,
  ) {
    const root = await signIn(by, tenant, 'root');
    const address = `/domains/retail/executions/${executionId}/cancellation`;
    const full = { reason: 'sent twice', ...body };
    const { status, text } = await root.send(address, { method: 'POST', body: full });
    const { code, message, state } = JSON.parse(text) as Json;
    return status === 200 ? { status, state } : { status, code, message };
  }

  const week = { id: 'pause', type: 'wait', for: 'P7D' };
  const stands = (execution: Awaited<ReturnType<typeof submit>>) =>
    until('the wait', async () => (await execution.status())?.status === 'WAITING');

  const call = { id: 'crm', type: 'webhook', webhook: 'wh', inputs: { customerId: 'data.customerId' } };

  function cancel({ executionId, scope }: Awaited<ReturnType<typeof submit>>) {
    const { database } = service.app;
    const unused = () => Promise.reject(new Error('not needed to cancel'));
    const interpreter = new Interpreter({
      database,
      cancelledStatus: 'STORY_CANCELLED',
      abandon: abandonDeliveries,
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
    return database.transaction(scope, (tx) => interpreter.cancelExecution(tx, scope, cancellation));
  }

  /** The rest of an execution that has ended; nothing of it may be open anywhere. */
  async function left(executionId: string): Promise<Json> {
    await service.drain();
    const { rows } = await service.app.database.executeSql(
      `select e.state, e.pending, e.due_at as due, e.owner_node as owner, e.finished_at is not null as finished,
         e.failure ->> 'reason' as reason, (select count(*)::int from gatehouse.node_runs(e.tenant_id, e.domain, e.execution_id)) as visits,
         array(select d.state from gatehouse.webhook_delivery d where d.execution_id = e.execution_id) as deliveries,
         array(select a.act from gatehouse.audit_event a where a.object_id = e.execution_id::text order by a.at) as audited,
         (select count(*)::int from ${jobSchema}.job j where j.data ->> 'executionId' = e.execution_id::text
           and j.state < 'completed') as jobs
       from gatehouse.execution e where e.execution_id = $1`,
      [executionId],
    );
    return rows[0]!;
  }

  const nothing = { pending: null, due: null, owner: null, finished: true, jobs: 0 };
  const cancelled = {
    ...nothing,
    state: 'CANCELLED',
    reason: null,
    visits: 0,
    deliveries: ['ABANDONED'],
    audited: ['execution.submit', 'execution.cancel'],
  };

  it('is cancelled between two attempts, and calls nobody again', async () => {
    receiver.answer('/hook', { status: 503 });
    const execution = await submit([call, fine]);
    const waits = `select 1 from gatehouse.webhook_attempt a join gatehouse.webhook_delivery d using (tenant_id, domain, delivery_id)
      where d.execution_id = $1 and a.attempt = 2`;
    await until('the second attempt to be intended', async () => {
      const { rows } = await service.app.database.executeSql(waits, [execution.executionId]);
      return rows.length === 1;
    });
    expect(await cancel(execution)).toMatchObject({ kind: 'ended' });
    expect(await left(execution.executionId)).toEqual(cancelled);
    expect(receiver.calls).toHaveLength(1);
    expect(await execution.status()).toMatchObject({ status: 'STORY_CANCELLED', caseStatus: '' });
  });

  it('is cancelled during a call, whose answer changes nothing any more', async () => {
    receiver.answer('/hook', { status: 200, afterMs: 600 });
    const execution = await submit([call, fine]);
    await until('the call', () => receiver.calls.length === 1);
    expect(await cancel(execution)).toMatchObject({ kind: 'ended' });
    expect(await left(execution.executionId)).toEqual(cancelled);
    expect(receiver.calls).toHaveLength(1);
  });

  it.each([
    [200, 'succeeded', null],
    // Another attempt was allowed, and does not follow.
    [503, 'retry', expect.stringContaining('503')],
  ])(
    'keeps what the server answered to a call that was under way when it was cancelled: %i',
    async (...answer) => {
      const [status, outcome, failure] = answer;
      receiver.answer('/hook', { status, body: { tier: 'gold' }, afterMs: 600 });
      const execution = await submit([call, fine]);
      await until('the call', () => receiver.calls.length === 1);
      expect(await cancel(execution)).toMatchObject({ kind: 'ended' });
      expect(await left(execution.executionId)).toEqual(cancelled);
      const { rows } = await service.app.database.executeSql(
        `select d.tenant_id as "tenantId", d.delivery_id::text as "deliveryId", d.state, a.attempt, a.outcome, a.http_status as status,
         a.failure, a.result, a.finished_at > d.finished_at as later, k.wrapped_key as "wrappedKey"
       from gatehouse.webhook_attempt a join gatehouse.webhook_delivery d using (tenant_id, domain, delivery_id)
       left join gatehouse.personal_key k on (k.tenant_id, k.domain, k.key_id) = (d.tenant_id, d.domain, d.delivery_id)
       where d.execution_id = $1`,
        [execution.executionId],
      );
      expect(rows).toMatchObject([{ state: 'ABANDONED', attempt: 1, outcome, status, failure, later: true }]);
      const [{ tenantId, deliveryId, wrappedKey, result }] = rows as [Json & SealedResult];
      const scope = { tenantId, domain: 'retail' };
      const cipher = await cipherOf(personalKeysOf(service.app), scope, { deliveryId, wrappedKey });
      expect(cipher.openResult(1, result)).toMatchObject({ response: { body: '{"tier":"gold"}' } });
    },
  );

  it('is cancelled by who may, where they saw it stand, with the reason in the record', async () => {
    const execution = await submit([week, fine]);
    await stands(execution);
    expect(await ask(execution, { expectedNodeId: 'fine' })).toMatchObject({
      status: 409,
      code: 'MOVE_REFUSED',
      message: 'the execution has moved on to pause: review it again',
    });
    expect((await ask(execution, { expectedNodeId: 'pause', reason: '  ' })).status).toBe(422);
    expect(await execution.status()).toMatchObject({ status: 'WAITING' });
    expect(await ask(execution, { expectedNodeId: 'pause' })).toEqual({ status: 200, state: 'CANCELLED' });
    expect(await execution.status()).toMatchObject({ status: 'STORY_CANCELLED', caseStatus: '' });
    expect(await left(execution.executionId)).toEqual({
      ...cancelled,
      deliveries: [],
      audited: ['execution.submit', 'execution.wait', 'execution.cancel'],
    });
    const { rows } = await service.app.database.executeSql(
      `select actor, detail from gatehouse.audit_event where object_id = $1 and act = 'execution.cancel'`,
      [execution.executionId],
    );
    expect(rows).toEqual([{ actor: 'root@example.test', detail: { nodeId: 'pause', reason: 'sent twice' } }]);
    expect(await ask(execution, { expectedNodeId: 'pause' })).toMatchObject({
      status: 409,
      message: 'the execution is already CANCELLED',
    });
  });

  it('is cancelled during a call over the console, and calls nobody again', async () => {
    receiver.answer('/hook', { status: 503, afterMs: 600 });
    const execution = await submit([call, fine]);
    await until('the call', () => receiver.calls.length === 1);
    expect(await ask(execution, { expectedNodeId: 'crm' })).toEqual({ status: 200, state: 'CANCELLED' });
    expect(await left(execution.executionId)).toEqual(cancelled);
    expect(receiver.calls).toHaveLength(1);
  });

  it('is cancelled by its case alone while that is open, and not once it has ended', async () => {
    const manual = await submit([{ id: 'look', type: 'decision', outcome: 'manual' }]);
    await service.drain();
    const caseNo = (await manual.status())!.caseNo;
    expect(await ask(manual, { expectedNodeId: 'look' })).toMatchObject({
      code: 'MOVE_REFUSED',
      message: `the execution has the open case ${caseNo}: cancel the case instead`,
    });
    const ended = await submit([fine]);
    await service.drain();
    expect(await ask(ended, { expectedNodeId: 'fine' })).toMatchObject({
      code: 'MOVE_REFUSED',
      message: 'the execution is already COMPLETED',
    });
    const nobodys = { ...ended, executionId: '01890000-0000-7000-8000-000000000001' };
    expect((await ask(nobodys, { expectedNodeId: null })).status).toBe(404);
  });

  it('fails after a wait with the reason, its node and nothing left open', async () => {
    const look = { id: 'look', type: 'branch' };
    const execution = await submit([{ id: 'pause', type: 'wait', for: 'PT1S' }, look, fine, no], {
      edges: [
        { from: 'start', to: 'pause' },
        { from: 'pause', to: 'look' },
        { from: 'look', to: 'fine', when: 'data.details.amount > 5' },
        { from: 'look', to: 'no', otherwise: true },
      ],
    });
    await until('the end', async () => (await execution.status())?.status === 'FAILED');
    expect(await left(execution.executionId)).toMatchObject({
      ...nothing,
      state: 'FAILED',
      reason: expect.stringContaining('data.details.amount is missing'),
      visits: 2,
      audited: ['execution.submit', 'execution.wait', 'execution.fail'],
    });
  });

  it('answers a sync call at once when it fails within the budget, as what it is', async () => {
    receiver.answer('/hook', { status: 404 });
    const requested = performance.now();
    const execution = await submit([call, fine], { mode: 'sync', budgetMs: 10_000 });
    expect(performance.now() - requested).toBeLessThan(10_000);
    expect(execution.answer).toMatchObject({ code: 200, status: 'EXECUTING', sync: false });
    expect(execution.answer).not.toHaveProperty('output');
    expect(await execution.status()).toMatchObject({ status: 'FAILED', caseStatus: '' });
    expect(await left(execution.executionId)).toMatchObject({ ...nothing, deliveries: ['FAILED'] });
  });
});
