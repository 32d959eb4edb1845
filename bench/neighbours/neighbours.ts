/**
 * What one tenant's calls notice of another tenant that has its expressions, the paths of its webhooks' outputs and its
 * workflow files take as long as they may: p99 of signed calls at a fixed rate, quiet and beside each load, in turns.
 *
 *   node bench/neighbours/neighbours.ts [rounds] [seconds a round] [loads, such as rules,paths,yaml,all] [PostgreSQL or embedded]
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, signedCall } from '../rig/calls.ts';
import { ConsoleCaller } from '../rig/console.ts';
import { machineLine, percentile, spread } from '../rig/figures.ts';
import { type RunningService, startService, untilReady } from '../rig/service.ts';
import { openStores } from '../rig/stores.ts';
import { benchTenants, caller, nextTrivialSubmit } from '../rig/tenant.ts';

const rounds = Number(process.argv[2] ?? 3);
const seconds = Number(process.argv[3] ?? 8);
const loads = (process.argv[4] ?? 'rules,paths,yaml,all').split(',') as (keyof typeof busy | 'all')[];
const kind = process.argv[5] === 'embedded' ? 'embedded' : 'PostgreSQL';
/** Calls a second of the tenant that is measured. */
const rate = 40;
const password = 'correct-horse-battery';
const noisy = { apiKey: 'ak_noisy', secret: 'a-secret-of-the-noisy-one', domain: 'retail' };

/** Each element is looked at with each other one: 400 such rules are valid, and none is dear by itself. */
const items = Array.from({ length: 60 }, (_, index) => index);
const rules = Array.from({ length: 400 }, (_, index) => ({
  when: `data.items.exists(a, data.items.exists(b, a + b < 0 - ${index}))`,
  add: 1,
  reason: `rule ${index}`,
}));
/** Almost 256 KiB in which each row equals what it is compared with, to its end. */
const row = Array.from({ length: 200 }, (_, id) => ({ id }));
const answer = JSON.stringify({ all: row, rows: Array.from({ length: 120 }, () => row) });
/** Almost 1 MiB, the longest text that is taken. */
const yaml = Array.from({ length: 78_000 }, (_, index) => `key${index}: 1`).join('\n');

const receiver = createServer((request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json').end(answer);
}).listen(0, '127.0.0.1');

/** One call after the other, as long as the round lasts. */
const busy = {
  rules: (service: RunningService) => submitting(service, 'KYB_EVENT'),
  paths: (service: RunningService) => submitting(service, 'TRANSACTION_EVENT'),
  yaml: async (service: RunningService) => {
    const who = { tenant: 'noisy', email: 'dev@bench.test', password };
    const person = await ConsoleCaller.signIn(service.port, who);
    return () => person.post('/domains/retail/workflows/check', { text: yaml });
  },
};

const stores = await openStores(kind);
try {
  console.log(machineLine());
  const store = await stores.create(kind);
  const settings = { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' };
  const service = await startService(store, { tenants: tenants(), settings });
  await untilReady(service);
  await measure(service, 2);
  const quiet: number[] = [];
  const beside = new Map<string, number[]>(loads.map((load) => [load, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const load of loads) {
      quiet.push(percentile(await measure(service, seconds), 0.99));
      beside.get(load)!.push(await besideLoad(service, load));
    }
  }
  console.log(`p99 of ${rate} submits a second in ms, ${rounds} rounds of ${seconds} s:`);
  console.log(`  quiet            ${spread(quiet, 1)}`);
  for (const [load, values] of beside) console.log(`  beside ${load.padEnd(10)}${spread(values, 1)}`);
  await service.stop();
  console.log(machineLine());
} finally {
  receiver.close();
  await stores.stop();
}

async function besideLoad(service: RunningService, load: keyof typeof busy | 'all'): Promise<number> {
  const names = load === 'all' ? (Object.keys(busy) as (keyof typeof busy)[]) : [load];
  let isOver = false;
  const calls = names.map(async (name) => {
    const call = await busy[name](service);
    let count = 0;
    for (; !isOver; count += 1) await call();
    return `${name} ${count}`;
  });
  await sleep(500);
  const p99 = percentile(await measure(service, seconds), 0.99);
  isOver = true;
  console.log(`  calls of the other tenant beside: ${(await Promise.all(calls)).join(', ')}`);
  return p99;
}

async function submitting(service: RunningService, eventType: string): Promise<() => Promise<unknown>> {
  const connection = await Connection.open(service.port);
  let turn = 0;
  return () => {
    turn += 1;
    const data = { customerId: `noisy-${Date.now()}-${turn}`, items };
    const call = { eventType, source: 'API', data };
    // So that executions do not pile up behind each other, which would measure their queue.
    return Promise.all([connection.send(signedCall(noisy, 'workflow.apply.submit', call)), sleep(100)]);
  };
}

/** Milliseconds of each call, counted from when it was due. */
async function measure(service: RunningService, lasting: number): Promise<number[]> {
  const idle: Connection[] = [];
  const took: number[] = [];
  const calls: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let index = 0; index < lasting * rate; index += 1) {
    const dueAt = startedAt + (index * 1000) / rate;
    const wait = dueAt - performance.now();
    if (wait > 1) await sleep(wait);
    const request = signedCall(caller, 'workflow.apply.submit', nextTrivialSubmit());
    calls.push(
      (async () => {
        const connection = idle.pop() ?? (await Connection.open(service.port));
        const { status } = await connection.send(request);
        if (status !== 200) throw new Error(`a call was answered ${status}`);
        took.push(performance.now() - dueAt);
        idle.push(connection);
      })(),
    );
  }
  await Promise.all(calls);
  for (const connection of idle) connection.close();
  return took;
}

function tenants(): unknown {
  const { tenants: own } = benchTenants() as { tenants: unknown[] };
  const { port } = receiver.address() as AddressInfo;
  const outputs = [{ paramName: 'same', jsonPath: '$.rows[?@ == $.all]', paramType: 'array' }];
  const webhook = { id: 'wh', name: 'Answer', url: `http://127.0.0.1:${port}/`, inputs: [], outputs };
  const ends = [
    { id: 'yes', type: 'decision', outcome: 'approve' },
    { id: 'no', type: 'decision', outcome: 'reject' },
  ];
  const workflow = (eventType: string, node: Record<string, unknown>, more: unknown[]) => ({
    domain: noisy.domain,
    workflow: {
      id: `wf_${eventType.toLowerCase()}`,
      name: 'Noisy',
      eventType,
      entry: [{ name: 'items', type: 'list', required: true }],
      nodes: [{ id: 'dear', ...node }, ...ends],
      edges: [{ from: 'start', to: 'dear' }, ...more],
    },
  });
  const quotas = { KYB_EVENT: 1_000_000, TRANSACTION_EVENT: 1_000_000 };
  return {
    tenants: [
      ...own,
      {
        id: 'noisy',
        name: 'Noisy',
        domains: [noisy.domain],
        events: Object.keys(quotas),
        quotas,
        apiKeys: [{ key: noisy.apiKey, secret: noisy.secret }],
        users: [{ email: 'dev@bench.test', password, roles: ['developer'] }],
        webhooks: [webhook],
        workflows: [
          workflow('KYB_EVENT', { type: 'risk-score', rules }, [
            { from: 'dear', to: 'yes', when: 'riskScore < 50' },
            { from: 'dear', to: 'no', otherwise: true },
          ]),
          workflow('TRANSACTION_EVENT', { type: 'webhook', webhook: 'wh' }, [
            { from: 'dear', to: 'yes' },
            { from: 'dear', to: 'no', on: 'failure' },
          ]),
        ],
      },
    ],
  };
}
