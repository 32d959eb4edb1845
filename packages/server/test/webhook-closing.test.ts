import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ClosingReceiver, closingWays, startClosingReceiver } from './support/closing-receivers.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const executions = 12;

describe.each(storyStores())('a receiver that closes connections, %s', (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(store, { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
  });
  afterAll(() => service?.stop());

  const inputs = { customerId: 'data.customerId' };

  /** A tenant whose one workflow calls the receiver by a node, and tells its decision there. */
  function calling(url: string) {
    const webhook = (id: string) => ({ id, name: id, url: `${url}/${id}`, inputs: ['customerId'] });
    const hook = { enabled: true, webhook: 'hook', triggerOn: ['approve'], inputs };
    return aTenant({
      webhooks: [webhook('node'), webhook('hook')],
      workflows: [
        {
          domain: 'retail',
          workflow: {
            id: 'wf_calling',
            name: 'Calling',
            eventType: 'KYC_EVENT',
            nodes: [
              { id: 'call', type: 'webhook', webhook: 'node', inputs },
              { id: 'clear', type: 'decision', outcome: 'approve', hook },
            ],
            edges: [
              { from: 'start', to: 'call' },
              { from: 'call', to: 'clear' },
            ],
          },
        },
      ],
    });
  }

  /** How often the receiver got each delivery of a webhook, the attempts apart. */
  function timesReceived({ requests }: ClosingReceiver, path: string): number[] {
    const ids = requests
      .filter((request) => request.path === path)
      .map(({ headers }) => `${headers.get('x-webhook-id')}, attempt ${headers.get('x-webhook-attempt')}`);
    return [...Map.groupBy(ids, (id) => id).values()].map(({ length }) => length);
  }

  it.each(Object.entries(closingWays))(
    'and %s fails no execution and gets each decision once',
    async (_, way) => {
      const receiver = await startClosingReceiver(way);
      onTestFinished(() => receiver.stop());
      const tenant = calling(receiver.url);
      await service.provision(tenant);
      const client = service.client({ ...tenant.key, domain: 'retail' });
      for (let turn = 0; turn < executions; turn += 1) {
        const { executionId } = await client.workflow.submit({
          eventType: 'KYC_EVENT',
          data: { customerId: `c-${turn}` },
        });
        await service.drain();
        expect(await client.workflow.status(executionId)).toMatchObject({ status: 'COMPLETED' });
      }
      expect(timesReceived(receiver, '/hook')).toEqual(Array<number>(executions).fill(1));
      const byNode = timesReceived(receiver, '/node');
      expect(byNode).toHaveLength(executions);
      expect(Math.max(...byNode)).toBeLessThanOrEqual(2);
      const failed = await service.app.database.operator((tx) =>
        tx.sql("select state from webhook_delivery where tenant_id = $1 and state <> 'SUCCEEDED'", [
          tenant.id,
        ]),
      );
      expect(failed).toEqual([]);
    },
  );
});
