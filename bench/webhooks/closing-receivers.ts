/**
 * What becomes of webhooks at receivers that close connections: executions of one webhook node and a decision with a
 * hook, whose receiver answers each call whole and then closes the connection in its own way.
 *
 *   node bench/webhooks/closing-receivers.ts [executions] [store]
 *
 * Each delivery has one attempt. `twice` counts those that the receiver saw again under the same id and attempt.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../packages/server/src/database/index.ts';
import {
  type ClosingReceiver,
  closingWays,
  startClosingReceiver,
} from '../../packages/server/test/support/closing-receivers.ts';
import { type Connection, dataOf, openConnections, signedCall } from '../rig/calls.ts';
import { machineLine } from '../rig/figures.ts';
import { startService, untilReady } from '../rig/service.ts';
import { type BenchStore, openStores } from '../rig/stores.ts';
import { caller, scope } from '../rig/tenant.ts';

const executions = Number(process.argv[2] ?? 1000);
const maxSeconds = 300;
const callers = 16;
const quietSeconds = 8;
const eventType = 'KYC_EVENT';

const stores = await openStores(process.argv[3]);
try {
  for (const name of stores.names) {
    console.log(machineLine());
    console.log(`${executions} executions each on ${name}, a webhook node and a decision hook in each`);
    for (const [way, behaviour] of Object.entries(closingWays)) {
      const receiver = await startClosingReceiver(behaviour);
      try {
        console.log(`a receiver that ${way}: ${receiver.url}`);
        await measure(await stores.create(name), receiver);
      } finally {
        await receiver.stop();
      }
    }
    console.log(machineLine());
  }
} finally {
  await stores.stop();
}

async function measure(store: BenchStore, receiver: ClosingReceiver): Promise<void> {
  const service = await startService(store, {
    tenants: tenants(receiver.url),
    settings: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' },
  });
  await untilReady(service);
  const connections = await openConnections(service.port, callers);
  const until = performance.now() + maxSeconds * 1000;
  const statuses: unknown[] = [];
  let submitted = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (submitted < executions && performance.now() < until) {
        submitted += 1;
        statuses.push(await ended(connection, await submit(connection, submitted), until));
      }
    }),
  );
  for (const connection of connections) connection.close();
  await untilQuiet(receiver);
  await service.stop();
  const failed = statuses.filter((status) => status === 'FAILED').length;
  const open = statuses.filter((status) => status !== 'FAILED' && status !== 'COMPLETED').length;
  console.log(
    `  executions: ${statuses.length}, FAILED ${failed}${open === 0 ? '' : `, not ended in time ${open}`}; connections ${receiver.connections()}`,
  );
  for (const { kind, state, count } of await readDeliveries(store)) {
    console.log(`  deliveries, ${kind}: ${state} ${count}`);
  }
  printReceived('webhook node', receiver, '/node');
  printReceived('decision hook', receiver, '/hook');
}

/** Until no call has come for some seconds: the last hooks leave after their executions ended. */
async function untilQuiet({ requests }: ClosingReceiver): Promise<void> {
  for (let before = -1; requests.length > before; ) {
    before = requests.length;
    await sleep(quietSeconds * 1000);
  }
}

function printReceived(what: string, { requests }: ClosingReceiver, path: string): void {
  const counts = new Map<string, number>();
  const answered = new Set<string>();
  for (const request of requests.filter((each) => each.path === path)) {
    const key = `${request.headers.get('x-webhook-id')} ${request.headers.get('x-webhook-attempt')}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (request.isAnswered) answered.add(key);
  }
  const times = (wanted: (count: number) => boolean) => [...counts.values()].filter(wanted).length;
  console.log(
    `  ${what}, as received: once ${times((count) => count === 1)}, twice ${times((count) => count === 2)}, ` +
      `more often ${times((count) => count > 2)}; answered ${answered.size}`,
  );
}

async function submit(connection: Connection, turn: number): Promise<string> {
  const data = { customerId: `customer-${turn}` };
  const answer = await connection.send(
    signedCall(caller, 'workflow.apply.submit', { eventType, source: 'API', data }),
  );
  return dataOf(answer)['executionId'] as string;
}

async function ended(connection: Connection, executionId: string, until: number): Promise<unknown> {
  for (;;) {
    const { status } = dataOf(
      await connection.send(signedCall(caller, 'workflow.execution.status', { executionId })),
    );
    if (status === 'COMPLETED' || status === 'FAILED' || performance.now() > until) return status;
    await sleep(10);
  }
}

interface DeliveryCount {
  readonly kind: string;
  readonly state: string;
  readonly count: number;
}

async function readDeliveries(store: BenchStore): Promise<readonly DeliveryCount[]> {
  const database = await openDatabase(store.place);
  const rows = await database.operator((tx) =>
    tx.sql<DeliveryCount>(
      'select kind, state, count(*)::integer as count from webhook_delivery group by kind, state order by kind, state',
    ),
  );
  await database.close();
  return rows;
}

function tenants(url: string): unknown {
  const webhook = (id: string) => ({ id, name: id, url: `${url}/${id}`, inputs: ['customerId'] });
  const inputs = { customerId: 'data.customerId' };
  return {
    tenants: [
      {
        id: scope.tenantId,
        name: 'Benchmark',
        domains: [scope.domain],
        events: [eventType],
        quotas: { [eventType]: executions + callers },
        apiKeys: [{ key: caller.apiKey, secret: caller.secret }],
        webhooks: [webhook('node'), webhook('hook')],
        workflows: [
          {
            domain: scope.domain,
            workflow: {
              id: 'wf_calling',
              name: 'Calling',
              eventType,
              nodes: [
                { id: 'call', type: 'webhook', webhook: 'node', inputs },
                {
                  id: 'clear',
                  type: 'decision',
                  outcome: 'approve',
                  hook: { enabled: true, webhook: 'hook', triggerOn: ['approve'], inputs },
                },
              ],
              edges: [
                { from: 'start', to: 'call' },
                { from: 'call', to: 'clear' },
              ],
            },
          },
        ],
      },
    ],
  };
}
