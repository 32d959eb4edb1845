import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeployment, type Deployment } from './support/deployment.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { until } from './support/server-process.ts';
import { storyStores } from './support/service.ts';

const eventType = 'KYC_EVENT';

describe.each(storyStores())('a server killed between an attempt and its record, %s', (store) => {
  let receiver: Receiver;
  let deployment: Deployment;
  beforeEach(async () => {
    receiver = await startReceiver();
    deployment = await createDeployment(store);
  });
  afterEach(async () => {
    await deployment?.remove();
    await receiver?.stop();
  });

  /** A tenant whose workflow does one node and then decides. */
  const provision = (nodes: readonly Record<string, unknown>[], edges: readonly Record<string, unknown>[]) =>
    deployment.provisionFile({
      ...deployment.tenant,
      webhooks: [
        {
          id: 'wh',
          name: 'CRM',
          url: `${receiver.url}/hook`,
          inputs: ['customerId', 'caseNo'],
          retry: { maxAttempts: 2, backoffMs: 100 },
          timeoutMs: 20_000,
        },
      ],
      workflows: [{ domain: 'retail', workflow: { id: 'wf', name: 'Workflow', eventType, nodes, edges } }],
    });
  const serve = (file: string) =>
    deployment.serve({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' }, provision: file });

  const inputs = { customerId: 'data.customerId', caseNo: 'case.caseNo' };

  /** Submits, kills the server when the call `kills` arrives, and starts it again, until the receiver answers. */
  async function submitAndKill(file: string, kills: number): Promise<string> {
    let executionId = '';
    for (let kill = 0; kill < kills; kill += 1) {
      receiver.answer('/hook', 'hang');
      const server = serve(file);
      const client = deployment.client(await server.ready);
      if (kill === 0) {
        ({ executionId } = await client.workflow.submit({ eventType, data: { customerId: 'c-1' } }));
      }
      await until(`call ${kill + 1}`, () => receiver.calls.length > kill);
      server.signal('SIGKILL');
      await server.ended;
    }
    return executionId;
  }

  it('repeats the attempt under the same id and number, and counts no crash as an attempt', {
    timeout: 180_000,
  }, async () => {
    const file = await provision(
      [
        { id: 'crm', type: 'webhook', webhook: 'wh', inputs },
        { id: 'fine', type: 'decision', outcome: 'approve' },
      ],
      [
        { from: 'start', to: 'crm' },
        { from: 'crm', to: 'fine' },
      ],
    );
    const executionId = await submitAndKill(file, 3);
    receiver.answer('/hook', { status: 503 }, { status: 200 });
    const server = serve(file);
    const client = deployment.client(await server.ready);
    await until('the end', async () => (await client.workflow.status(executionId))?.status === 'COMPLETED');
    const seen = receiver.calls.map(({ headers, body }) => ({
      id: headers['x-webhook-id'],
      attempt: headers['x-webhook-attempt'],
      body,
    }));
    const { id, body } = seen[0]!;
    expect(seen).toEqual(['1', '1', '1', '1', '2'].map((attempt) => ({ id, attempt, body })));
  });

  it('repeats a decision’s hook under the same id', { timeout: 180_000 }, async () => {
    const hook = { enabled: true, webhook: 'wh', triggerOn: ['approve'], inputs };
    const file = await provision(
      [{ id: 'fine', type: 'decision', outcome: 'approve', hook }],
      [{ from: 'start', to: 'fine' }],
    );
    const executionId = await submitAndKill(file, 1);
    receiver.answer('/hook', { status: 503 });
    const server = serve(file);
    const client = deployment.client(await server.ready);
    expect(await client.workflow.status(executionId)).toMatchObject({ caseStatus: 'APPROVED' });
    await until('the second call', () => receiver.calls.length === 2);
    server.signal('SIGTERM');
    await server.ended;
    expect(new Set(receiver.calls.map(({ headers }) => headers['x-webhook-id'])).size).toBe(1);
    const database = await deployment.open();
    try {
      const rows = await database.operator((tx) =>
        tx.sql(
          `select state, (select count(*)::int from webhook_attempt) as attempts,
             (select count(*)::int from audit_event where act = 'decision_hook.fail') as audited
           from webhook_delivery`,
        ),
      );
      expect(rows).toEqual([{ state: 'FAILED', attempts: 1, audited: 1 }]);
    } finally {
      await database.close();
    }
  });
});
