import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runGatehouse } from './support/command-line.ts';
import { person, signIn } from './support/console.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { everyStore, startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

type Json = Record<string, unknown>;

const eventType = 'TRANSACTION_EVENT';
const call = { id: 'crm', type: 'webhook', webhook: 'wh', inputs: { customerId: 'data.customerId' } };
const screen = {
  id: 'screen',
  type: 'screening',
  engines: { GLOBAL_CHECK: { matchStrength: 'STRONG' } },
  subject: { name: 'data.sender' },
};
const look = { id: 'look', type: 'decision', outcome: 'manual' };
const fine = { id: 'fine', type: 'decision', outcome: 'approve' };

describe.each(everyStore())('a failed execution, %s', (store) => {
  let service: TestService;
  let receiver: Receiver;
  beforeAll(async () => {
    service = await startTestService(store, { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
  });
  afterAll(() => service?.stop());
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.stop());

  /** Submits a listed sender to these nodes and waits for what it comes to. */
  async function fail(nodes: readonly Json[], edges?: readonly Json[]) {
    const tenant = aTenant({
      users: [person('root', ['admin']), person('ana', ['analyst'])],
      webhooks: [{ id: 'wh', name: 'CRM', url: `${receiver.url}/hook`, inputs: ['customerId'] }],
      workflows: [
        {
          domain: 'retail',
          workflow: {
            id: 'wf',
            name: 'Failing',
            eventType,
            entry: [
              { name: 'sender', type: 'string', required: true },
              { name: 'details', type: 'object', required: true },
            ],
            nodes,
            edges:
              edges ?? nodes.map(({ id }, index) => ({ from: nodes[index - 1]?.['id'] ?? 'start', to: id })),
          },
        },
      ],
    });
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const data = { customerId: 'c-1', sender: 'Osama bin Laden', details: {} };
    const { executionId } = await client.workflow.submit({ eventType, data: data as never });
    await service.drain();
    expect(await client.workflow.status(executionId)).toMatchObject({ status: 'FAILED', caseStatus: '' });
    return { tenant, executionId, status: () => client.workflow.status(executionId) };
  }

  type Failed = Awaited<ReturnType<typeof fail>>;

  /** Resumes as the console does. */
  async function resume({ tenant, executionId }: Pick<Failed, 'tenant' | 'executionId'>, by = 'root') {
    const someone = await signIn(service, tenant, by);
    const address = `/domains/retail/executions/${executionId}/resumption`;
    const { status, text } = await someone.send(address, {
      method: 'POST',
      body: { reason: 'the CRM is back' },
    });
    const { code, message, state } = JSON.parse(text) as Json;
    await service.drain();
    return status === 200 ? { status, state } : { status, code, message };
  }

  const sql = async (text: string, values: unknown[]) =>
    (await service.app.database.executeSql(text, values)).rows;

  const accountOf = async ({ tenant, executionId }: Failed) =>
    (
      await sql(
        `select (select sum(units)::int from gatehouse.daily_usage where tenant_id = $2 and kind = 'event') as units,
           (select count(*)::int from gatehouse.alert where execution_id = $1) as alerts,
           array(select state from gatehouse.webhook_delivery where execution_id = $1 order by delivery_id) as deliveries,
           array(select act || coalesce(' ' || (detail ->> 'reason'), '') from gatehouse.audit_event
             where object_id = $1::uuid::text order by event_id) as audited,
           (select failure ->> 'class' from gatehouse.execution where execution_id = $1) as class`,
        [executionId, tenant.id],
      )
    )[0];

  it('goes on at its failed webhook as the same execution, with a new delivery and no further unit', async () => {
    receiver.answer('/hook', { status: 404 }, { status: 200 });
    const failed = await fail([screen, call, look]);
    expect(await accountOf(failed)).toMatchObject({ class: 'webhook', alerts: 1, deliveries: ['FAILED'] });
    expect(await resume(failed)).toEqual({ status: 200, state: 'RUNNING' });
    expect(await failed.status()).toMatchObject({
      executionId: failed.executionId,
      status: 'WAITING',
      caseStatus: 'UNASSIGNED',
    });
    expect(await accountOf(failed)).toEqual({
      units: 1,
      alerts: 1,
      deliveries: ['FAILED', 'SUCCEEDED'],
      audited: ['execution.submit', 'execution.fail', 'execution.resume the CRM is back', 'execution.wait'],
      class: null,
    });
    expect(new Set(receiver.calls.map(({ headers }) => headers['x-webhook-id'])).size).toBe(2);
    // The history tells the second call behind the failure and who resumed it, not where the first one began.
    const root = await signIn(service, failed.tenant, 'root');
    const { caseNo } = (await failed.status())!;
    const { timeline } = await root.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
    expect(timeline.map((entry) => (entry.kind === 'act' ? entry.act : entry.nodeId))).toEqual([
      'execution.submit',
      'screen',
      'crm',
      'execution.fail',
      'execution.resume',
      'crm',
      'look',
      'execution.wait',
    ]);
  });

  it('repeats no call that succeeded before the failure, and screens again what was not kept', async () => {
    receiver.answer('/hook', { status: 200 });
    const failed = await fail(
      [call, screen, look, fine],
      [
        { from: 'start', to: 'crm' },
        { from: 'crm', to: 'screen' },
        { from: 'screen', to: 'look', when: 'data.details.amount > 5' },
        { from: 'screen', to: 'fine', otherwise: true },
      ],
    );
    expect(await accountOf(failed)).toMatchObject({ class: 'edge', alerts: 0 });
    await sql(
      `update gatehouse.execution set data = data || '{"details":{"amount":9}}' where execution_id = $1`,
      [failed.executionId],
    );
    expect(await resume(failed)).toEqual({ status: 200, state: 'RUNNING' });
    expect(await failed.status()).toMatchObject({ status: 'WAITING', caseStatus: 'UNASSIGNED' });
    expect(receiver.calls).toHaveLength(1);
    expect(await accountOf(failed)).toMatchObject({ alerts: 1, deliveries: ['SUCCEEDED'] });
  });

  it('fails again with the same words while its cause is there', async () => {
    receiver.answer('/hook', { status: 404 });
    const failed = await fail([call, fine]);
    expect(await resume(failed)).toEqual({ status: 200, state: 'RUNNING' });
    expect(await failed.status()).toMatchObject({ status: 'FAILED' });
    expect(await resume(failed)).toEqual({ status: 200, state: 'RUNNING' });
    expect(receiver.calls).toHaveLength(3);
  });

  it('is resumed by those who manage executions, and only while it is one that can be', async () => {
    receiver.answer('/hook', { status: 404 });
    const failed = await fail([call, fine]);
    expect(await resume(failed, 'ana')).toMatchObject({ status: 403 });
    const unknown = { ...failed, executionId: '01890000-0000-7000-8000-000000000001' };
    expect((await resume(unknown)).status).toBe(404);
    await sql('update gatehouse.execution set resume_from = null where execution_id = $1', [
      failed.executionId,
    ]);
    expect(await resume(failed)).toMatchObject({
      status: 409,
      message: expect.stringContaining('failed under an older version of Gatehouse'),
    });
    await sql(`update gatehouse.execution set state = 'COMPLETED' where execution_id = $1`, [
      failed.executionId,
    ]);
    expect(await resume(failed)).toMatchObject({
      code: 'MOVE_REFUSED',
      message: 'the execution is COMPLETED: only a FAILED one can be resumed',
    });
  });

  it('is resumed by an operator’s command', async () => {
    receiver.answer('/hook', { status: 404 }, { status: 200 });
    const failed = await fail([call, fine]);
    if (store === 'PostgreSQL') {
      const command = ['executions', 'resume', failed.executionId, '--reason', 'mended'];
      expect(await runGatehouse(command, { env: service.env })).toEqual({
        code: 0,
        stdout: `execution ${failed.executionId} is RUNNING again\n`,
        stderr: '',
      });
    } else {
      const { executionId } = failed;
      expect(await service.app.resume({ executionId, reason: 'mended' })).toMatchObject({ kind: 'resumed' });
    }
    await service.drain();
    expect(await failed.status()).toMatchObject({ status: 'COMPLETED', caseStatus: 'APPROVED' });
    expect((await accountOf(failed))?.['audited']).toContain('execution.resume mended');
  });
});
