import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, signIn } from './support/console.ts';
import { everyStore, startTestService, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow } from './support/tenants.ts';

type Want = 'approve' | 'reject' | 'close' | 'manual' | 'fail';

/** Ends as its submit wants. */
const workflow = (extra: Record<string, unknown> = {}) => ({
  id: 'wf_wanted',
  name: 'As wanted',
  eventType: 'TRANSACTION_EVENT',
  entry: [
    { name: 'want', type: 'string', required: true },
    { name: 'bag', type: 'object', required: true },
  ],
  nodes: [
    { id: 'split', type: 'branch' },
    ...['approve', 'reject', 'close', 'manual'].map((outcome) => ({
      id: outcome,
      type: 'decision',
      outcome,
    })),
  ],
  edges: [
    { from: 'start', to: 'split' },
    ...['approve', 'reject', 'close', 'manual'].map((outcome) => ({
      from: 'split',
      to: outcome,
      when: `data.want == '${outcome}'`,
    })),
    // The bag is empty, so that this fails the execution.
    { from: 'split', to: 'close', when: "data.bag.none == 'x'" },
    { from: 'split', to: 'close', otherwise: true },
  ],
  ...extra,
});

describe.each(everyStore())('a customer’s executions, %s', (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(store, { GATEHOUSE_CANCELLED_STATUS: 'STORY_CANCELLED' });
  });
  afterAll(() => service?.stop());

  async function aCaller(graph = workflow()) {
    const tenant = aTenant({
      users: [person('ana', ['analyst'], ['first-line'])],
      workflows: [
        { domain: 'retail', workflow: graph },
        { domain: 'retail', workflow: decidingWorkflow('KYC_EVENT') },
        { domain: 'corporate', workflow: graph },
      ],
    });
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    return { tenant, client, ana: await signIn(service, tenant, 'ana') };
  }

  const submit = async (client: GatehouseClient, want: Want, customerId = 'c-1') => {
    const data = { customerId, want, bag: {} } as never;
    const { executionId } = await client.workflow.submit({ eventType: 'TRANSACTION_EVENT', data });
    await service.drain();
    return executionId;
  };
  const query = (client: GatehouseClient, customerId = 'c-1') =>
    client.workflow.query({ eventType: 'TRANSACTION_EVENT', customerId });
  const none = { code: 200, executionId: '', status: '' };

  it('are told by the newest resolution, then by what is under way (interface specification 4.4)', async () => {
    const { client } = await aCaller();
    expect(await query(client)).toEqual(none);

    await submit(client, 'reject');
    expect(await query(client)).toEqual(none);
    await submit(client, 'close');
    expect(await query(client)).toEqual(none);

    const older = await submit(client, 'manual');
    expect(await query(client)).toEqual({ code: 200, executionId: older, status: 'RUNNING' });
    const newer = await submit(client, 'manual');
    expect(await query(client)).toEqual({ code: 200, executionId: newer, status: 'RUNNING' });

    await submit(client, 'approve');
    const approved = await submit(client, 'approve');
    expect(await query(client)).toEqual({ code: 200, executionId: approved, status: 'APPROVED' });
    await submit(client, 'manual');
    expect(await query(client)).toEqual({ code: 200, executionId: approved, status: 'APPROVED' });

    // An approval that a later rejection follows is none any more.
    await submit(client, 'reject');
    expect(await query(client)).toMatchObject({ status: 'RUNNING' });
  });

  it('are not changed by one that failed or was cancelled', async () => {
    const { client, ana } = await aCaller();
    const approved = await submit(client, 'approve');
    const failed = await submit(client, 'fail');
    expect(await client.workflow.status(failed)).toMatchObject({ status: 'FAILED', caseStatus: '' });
    const cancelled = await submit(client, 'manual');
    const status = await client.workflow.status(cancelled);
    await ana.post(`/domains/retail/cases/${status!.caseNo}/moves`, {
      move: 'cancel',
      expectedRevision: 1,
      reason: 'sent twice',
    });
    expect(await client.workflow.status(cancelled)).toMatchObject({ status: 'STORY_CANCELLED' });
    expect(await query(client)).toEqual({ code: 200, executionId: approved, status: 'APPROVED' });

    const onlyFailed = await submit(client, 'fail', 'c-2');
    expect(await client.workflow.status(onlyFailed)).toMatchObject({ status: 'FAILED' });
    expect(await query(client, 'c-2')).toEqual(none);
  });

  it('are those of the event type and the domain that is asked for', async () => {
    const { client, tenant } = await aCaller();
    await submit(client, 'approve');
    expect(await client.workflow.query({ eventType: 'KYC_EVENT', customerId: 'c-1' })).toEqual(none);
    expect(await query(service.client({ ...tenant.key, domain: 'corporate' }))).toEqual(none);
    expect(await query(client, 'c-1 ')).toEqual(none);
  });

  it('are not begun by a workflow of another event type or an unknown one, and no quota is touched', async () => {
    const { client, tenant } = await aCaller();
    for (const workflowId of ['wf_wanted', 'wf_wanted@1', 'wf_kyc_event@2', 'wf_nobody']) {
      const refused = client.workflow.submit({
        eventType: 'KYC_EVENT',
        workflowId,
        data: { customerId: 'c-1' },
      });
      await expect(refused).rejects.toMatchObject({
        code: 400,
        message: expect.stringContaining(workflowId),
        data: expect.objectContaining({ executionId: '', status: '' }),
      });
    }
    const used = await service.app.database.operator((tx) =>
      tx.sql('select sum(used)::int as used from event_quota where tenant_id = $1', [tenant.id]),
    );
    expect(used).toEqual([{ used: 0 }]);
  });

  it('that people are to decide answer a sync submit with their case', async () => {
    const { client } = await aCaller(workflow({ mode: 'sync', budgetMs: 20_000 }));
    const data = { customerId: 'c-1', want: 'manual', bag: {} } as never;
    const answer = await client.call('workflow.apply.submit', {
      eventType: 'TRANSACTION_EVENT',
      source: 'API',
      data,
    });
    expect(answer).toMatchObject({
      code: 200,
      status: 'EXECUTING',
      sync: true,
      output: { decision: 'manual', caseNo: expect.stringMatching(/^C\d{6}$/), caseStatus: 'UNASSIGNED' },
    });
    const status = (await client.workflow.status(answer.executionId))!;
    expect(status).toMatchObject({ status: 'WAITING', caseNo: answer.output!.caseNo });
    // Absent until they exist.
    for (const later of ['riskScore', 'resolvedAt']) expect(Object.keys(status)).not.toContain(later);
  });
});
