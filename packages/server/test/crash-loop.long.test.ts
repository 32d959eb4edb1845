import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeployment, type Deployment } from './support/deployment.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { type ServerProcess, until, untilGreen } from './support/server-process.ts';
import { storyStores } from './support/service.ts';

const eventType = 'KYC_EVENT';
/** Far less than the time after which a crash counts. */
const aliveMs = 1_000;
/** More of them prove no more; by hand it was tried with twelve. */
const restarts = 2;

describe.each(storyStores())('a server in a crash loop, %s', (store) => {
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

  it('leaves work in hand alone and counts nothing, and counts a crash once it had been ready', {
    timeout: 240_000,
  }, async () => {
    receiver.answer('/hook', 'hang', 'hang', 'hang', { status: 200 });
    const file = await provision();
    const serve = () => deployment.serve({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' }, provision: file });
    const killAt = async (server: ServerProcess, calls: number): Promise<void> => {
      await until(`call ${calls}`, () => receiver.calls.length >= calls);
      server.signal('SIGKILL');
      await server.ended;
    };
    let server = serve();
    const client = deployment.client(await server.ready);
    const { executionId } = await client.workflow.submit({ eventType, data: { customerId: 'c-1' } });
    await killAt(server, 1);
    for (let restart = 0; restart < restarts; restart += 1) {
      server = serve();
      await untilGreen(await server.ready);
      await sleep(aliveMs);
      server.signal('SIGKILL');
      await server.ended;
    }
    expect(receiver.calls).toHaveLength(1);
    expect(await deaths()).toBe(0);
    // These two live until they take the work over: only then their crashes count.
    await killAt(serve(), 2);
    expect(await deaths()).toBe(0);
    await killAt(serve(), 3);
    expect(await deaths()).toBe(1);
    server = serve();
    const last = deployment.client(await server.ready);
    await until('the end', async () => (await last.workflow.status(executionId))?.status === 'COMPLETED');
  });

  function provision(): Promise<string> {
    const nodes = [
      { id: 'crm', type: 'webhook', webhook: 'wh', inputs: { customerId: 'data.customerId' } },
      { id: 'fine', type: 'decision', outcome: 'approve' },
    ];
    const edges = [
      { from: 'start', to: 'crm' },
      { from: 'crm', to: 'fine' },
    ];
    return deployment.provisionFile({
      ...deployment.tenant,
      webhooks: [
        { id: 'wh', name: 'CRM', url: `${receiver.url}/hook`, inputs: ['customerId'], timeoutMs: 20_000 },
      ],
      workflows: [{ domain: 'retail', workflow: { id: 'wf', name: 'Workflow', eventType, nodes, edges } }],
    });
  }

  /** The crashes that count against the execution. */
  async function deaths(): Promise<number> {
    const database = await deployment.open();
    try {
      const rows = await database.operator((tx) =>
        tx.sql<{ deaths: number }>('select deaths from execution'),
      );
      expect(rows).toHaveLength(1);
      return rows[0]!.deaths;
    } finally {
      await database.close();
    }
  }
});
