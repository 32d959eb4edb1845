/**
 * What a call of a webhook costs in the service of this clone and in that of another one, as of another commit: processor time of
 * service and database with the execution that makes it, and rows and bytes of the tables of webhooks and keys. Rounds alternate in
 * order, each service has a store of its own. Each execution asks a webhook by a node and tells its decision by a hook: two calls.
 *
 *   node bench/webhooks/two-clones.ts CLONE [rounds] [seconds a round] [store]
 *
 * The other clone needs its packages (`npm ci`) and its pages (`npm run build`).
 */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { closedSubmits, type Submitted } from '../executions/load.ts';
import { machineLine, spread } from '../rig/figures.ts';
import { postgresCpuSeconds } from '../rig/processes.ts';
import { type RunningService, startService, untilReady } from '../rig/service.ts';
import { measureStore } from '../rig/store-size.ts';
import { type BenchStore, openStores, type StoreName } from '../rig/stores.ts';
import { caller, nextSubmit, scope } from '../rig/tenant.ts';

const [other, roundsText = '6', secondsText = '5', storeName] = process.argv.slice(2);
if (other === undefined)
  throw new Error('usage: node bench/webhooks/two-clones.ts CLONE [rounds] [seconds] [store]');
const rounds = Number(roundsText);
const seconds = Number(secondsText);
const tables = ['webhook_delivery', 'webhook_attempt', 'personal_key'];
const answer = JSON.stringify({ accepted: true, id: 'b1c2d3e4-0000-4000-8000-000000000000', tier: 'gold' });

interface Side {
  readonly store: BenchStore;
  readonly service: RunningService;
  calls: number;
}
/** Milliseconds of processor a call. */
interface Cost {
  readonly service: number;
  readonly database: number;
}

let received = 0;
const receiver = createServer((request, response) => {
  request.resume().on('end', () => {
    received += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const stores = await openStores(storeName);
try {
  console.log(machineLine());
  for (const name of stores.names) await compare(name);
  console.log(machineLine());
} finally {
  await stores.stop();
  receiver.closeAllConnections();
  receiver.close();
}

async function compare(name: StoreName): Promise<void> {
  const sides = [await startSide(name), await startSide(name, other)];
  // The first seconds compile code and fill caches.
  for (const side of sides) await measure(side, 3);
  const costs: (readonly [ours: Cost, others: Cost])[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const pair: Cost[] = [];
    for (const index of [round % 2, 1 - (round % 2)]) pair[index] = await measure(sides[index]!, seconds);
    costs.push([pair[0]!, pair[1]!]);
  }
  console.log(`${name}, ${rounds} rounds of ${seconds} s; this clone, the other, ratio:`);
  const figures = {
    'processor of the service, ms a call': (cost: Cost) => cost.service,
    'processor of PostgreSQL, ms a call': (cost: Cost) => cost.database,
    'both, ms a call': (cost: Cost) => cost.service + cost.database,
  };
  for (const [label, figure] of Object.entries(figures)) {
    const [ours, others] = [0, 1].map((side) => spread(costs.map((pair) => figure(pair[side]!))));
    const ratio = spread(
      costs.map(([mine, its]) => figure(mine) / figure(its)),
      3,
    );
    if (name !== 'embedded' || !label.includes('PostgreSQL'))
      console.log(`  ${label}: ${ours}; ${others}; ${ratio}`);
  }
  for (const [index, side] of sides.entries()) {
    await side.service.stop();
    await weigh(index === 0 ? 'this clone' : 'the other', side);
  }
}

async function startSide(name: StoreName, clone?: string): Promise<Side> {
  const store = await stores.create(name);
  const settings = { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' };
  const service = await startService(store, { tenants: tenants(), settings, ...(clone && { clone }) });
  await untilReady(service);
  return { store, service, calls: 0 };
}

async function measure(side: Side, forSeconds: number): Promise<Cost> {
  const { service } = side;
  const before = { service: service.cpuSeconds(), database: postgresCpuSeconds(), received };
  const load = { seconds: forSeconds, connections: 8, underWay: 64, next: nextSubmit };
  const submitted = await closedSubmits(service.port, load);
  const calls = await untilReceived(before.received, submitted);
  side.calls += calls;
  return {
    service: ((service.cpuSeconds() - before.service) * 1000) / calls,
    database: ((postgresCpuSeconds() - before.database) * 1000) / calls,
  };
}

/** Until all calls came, and no more come. Returns how many that are. */
async function untilReceived(before: number, { count }: Submitted): Promise<number> {
  for (let last = -1; received < before + 2 * count || received > last; ) {
    last = received;
    await sleep(500);
  }
  return received - before;
}

/** The tables of webhooks and keys, a call. */
async function weigh(whose: string, { store, calls }: Side): Promise<void> {
  const size = await measureStore(store);
  for (const table of tables) {
    const { rows, tableBytes, indexBytes } = size.get(`gatehouse.${table}`)!;
    const each = (value: number) => (value / calls).toFixed(value === rows ? 2 : 0);
    console.log(
      `  ${whose}, ${calls} calls, ${table}: rows ${each(rows)}, table ${each(tableBytes)}, index ${each(indexBytes)}`,
    );
  }
}

function tenants(): unknown {
  const { port } = receiver.address() as { port: number };
  const inputs = {
    customerId: 'data.customerId',
    name: 'data.name',
    dateOfBirth: 'data.dateOfBirth',
    countryOfResidence: 'data.countryOfResidence',
  };
  const webhook = (id: string) => ({
    id,
    name: id,
    url: `http://127.0.0.1:${port}/${id}`,
    inputs: Object.keys(inputs),
  });
  const plenty = 2_000_000_000;
  return {
    tenants: [
      {
        id: scope.tenantId,
        name: 'Benchmark',
        domains: [scope.domain],
        events: ['MANUAL_CASE_EVENT'],
        quotas: { MANUAL_CASE_EVENT: plenty },
        groups: ['first-line'],
        apiKeys: [{ key: caller.apiKey, secret: caller.secret }],
        webhooks: [webhook('node'), webhook('hook')],
        workflows: [{ domain: scope.domain, workflow: callingWorkflow(inputs) }],
      },
    ],
  };
}

function callingWorkflow(inputs: Readonly<Record<string, string>>): unknown {
  const hook = { enabled: true, webhook: 'hook', triggerOn: ['approve'], inputs };
  return {
    id: 'wf_calling',
    name: 'Calling',
    eventType: 'MANUAL_CASE_EVENT',
    nodes: [
      { id: 'call', type: 'webhook', webhook: 'node', inputs },
      { id: 'clear', type: 'decision', outcome: 'approve', hook },
    ],
    edges: [
      { from: 'start', to: 'call' },
      { from: 'call', to: 'clear' },
    ],
  };
}
