/**
 * What waiting executions cost, and how soon they go on: the processor time of a service without and with them,
 * the time from a timer's due moment and from a person's ruling to what follows, and what happens when all
 * timers are due at once while others submit.
 *
 *   node bench/waiting/waiting.ts [timers] [seconds of each idle measurement] [store]
 *
 * A tenth as many cases are open beside the timers. The rows are copies, in the store, of an execution that the
 * service made itself.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, dataOf, openConnections, signedCall } from '../rig/calls.ts';
import { ConsoleCaller } from '../rig/console.ts';
import { machineLine, percentile } from '../rig/figures.ts';
import { postgresCpuSeconds } from '../rig/processes.ts';
import { type RunningService, startService, untilReady } from '../rig/service.ts';
import { type BenchStore, openStores, type StoreName } from '../rig/stores.ts';
import { caller } from '../rig/tenant.ts';
import { copiedCaseNo, copyId, fill, makeDue, readEnded } from './fill.ts';
import { analyst, waitingTenants } from './tenant.ts';

const timers = Number(process.argv[2] ?? 100_000);
const idleSeconds = Number(process.argv[3] ?? 60);
const cases = Math.max(20, Math.round(timers / 10));

/** How many timers and cases are woken one by one. */
const samples = 20;
/** The wait of those timers, as the workflow says it. */
const shortWaitMs = 3000;

const submitsPerSecond = 20;

let customers = 0;
const run = Date.now().toString(36);

const hooks = await startHookReceiver();
const stores = await openStores(process.argv[4]);
try {
  for (const name of stores.names) {
    console.log(machineLine());
    await measure(await stores.create(name), name);
    console.log(machineLine());
  }
} finally {
  await stores.stop();
  hooks.close();
}

async function measure(store: BenchStore, name: StoreName): Promise<void> {
  console.log(`waiting executions on ${name}: ${timers} timers, ${cases} cases`);
  const templates = await serving(store, async (service) => {
    const [connection] = await openConnections(service.port, 1);
    const timer = await submit(connection!, 'KYB_EVENT');
    const review = await submit(connection!, 'TRANSACTION_EVENT');
    await sleep(1500);
    connection!.close();
    return { timer, review };
  });
  printIdle('without them', await serving(store, idle));
  await fill(store.place, {
    timers: { of: templates.timer, count: timers },
    cases: { of: templates.review, count: cases },
  });
  const from = new Date();
  await serving(store, async (service) => {
    printIdle('with them', await idle(service));
    await wakeOneByOne(service);
    tell('a ruling to the call of its hook', await ruleOneByOne(service));
  });
  const woken = await readEnded(store.place, from);
  tell(
    'a timer’s due moment to the decision',
    woken.filter(({ waited }) => waited).map(({ tookMs }) => tookMs - shortWaitMs),
  );
  // Later than it takes to say so in the store and to start.
  const dueAt = Date.now() + 15_000 + timers / 2;
  await makeDue(store.place, { of: templates.timer, count: timers }, new Date(dueAt));
  await wakeAll(store, templates.timer, dueAt);
}

async function serving<T>(store: BenchStore, work: (service: RunningService) => Promise<T>): Promise<T> {
  const service = await startService(store, {
    tenants: waitingTenants(hooks.url),
    settings: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' },
  });
  try {
    await untilReady(service);
    return await work(service);
  } finally {
    await service.stop();
  }
}

async function submit(connection: Connection, eventType: string): Promise<string> {
  customers += 1;
  const data = { customerId: `${run}-${customers}` };
  const answer = await connection.send(
    signedCall(caller, 'workflow.apply.submit', { eventType, source: 'API', data }),
  );
  return dataOf(answer)['executionId'] as string;
}

interface IdleCost {
  readonly service: number;
  readonly postgres: number;
}

/** The processor time of a service that nobody calls, in seconds a minute. */
async function idle(service: RunningService): Promise<IdleCost> {
  // What belongs to the start has settled by then.
  await sleep(8000);
  const before = { service: service.cpuSeconds(), postgres: postgresCpuSeconds() };
  await sleep(idleSeconds * 1000);
  const aMinute = 60 / idleSeconds;
  return {
    service: (service.cpuSeconds() - before.service) * aMinute,
    postgres: (postgresCpuSeconds() - before.postgres) * aMinute,
  };
}

function printIdle(when: string, { service, postgres }: IdleCost): void {
  console.log(
    `  idle, ${when}: ${service.toFixed(2)} s of processor time a minute, PostgreSQL ${postgres.toFixed(2)} s`,
  );
}

function tell(what: string, milliseconds: readonly number[]): void {
  const [p50, p99, most] = [
    percentile(milliseconds, 0.5),
    percentile(milliseconds, 0.99),
    Math.max(...milliseconds),
  ];
  console.log(
    `  ${what}: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, most ${most.toFixed(0)} ms of ${milliseconds.length}`,
  );
}

async function wakeOneByOne(service: RunningService): Promise<void> {
  const [connection] = await openConnections(service.port, 1);
  const ids: string[] = [];
  for (let turn = 0; turn < samples; turn += 1) {
    ids.push(await submit(connection!, 'KYC_EVENT'));
    await sleep(137);
  }
  for (const id of ids) await untilCompleted(connection!, id);
  connection!.close();
}

async function untilCompleted(connection: Connection, executionId: string): Promise<void> {
  for (;;) {
    const answer = await connection.send(signedCall(caller, 'workflow.execution.status', { executionId }));
    if (dataOf(answer)['status'] === 'COMPLETED') return;
    await sleep(200);
  }
}

async function ruleOneByOne(service: RunningService): Promise<number[]> {
  const person = await ConsoleCaller.signIn(service.port, analyst);
  const took: number[] = [];
  for (let n = 1; n <= samples; n += 1) {
    const path = `/domains/${caller.domain}/cases/${copiedCaseNo(n)}`;
    const called = hooks.next(copiedCaseNo(n));
    await person.post(`${path}/moves`, {
      move: 'claim',
      expectedRevision: (await person.get(path))['revision'],
    });
    const { revision } = await person.get(path);
    const ruledAt = performance.now();
    await person.post(`${path}/moves`, { move: 'approve', expectedRevision: revision, reason: 'fine' });
    await called;
    took.push(performance.now() - ruledAt);
  }
  return took;
}

/** Waits until the last timer has woken its execution, while others submit. */
async function wakeAll(store: BenchStore, template: string, dueAt: number): Promise<void> {
  const from = new Date();
  let seconds = 0;
  let cpu = 0;
  await serving(store, async (service) => {
    const [asking, ...submitting] = await openConnections(service.port, 5);
    if (Date.now() > dueAt) console.log('  they were due before the service was there');
    await sleep(Math.max(0, dueAt - Date.now()));
    const wokenFrom = performance.now();
    const cpuBefore = service.cpuSeconds();
    let over = false;
    const others = submitting.map(async (connection) => {
      while (!over) {
        await submit(connection, 'WEB3_TRANSACTION_EVENT');
        await sleep((submitting.length * 1000) / submitsPerSecond);
      }
    });
    await untilCompleted(asking!, copyId(template, timers));
    seconds = (performance.now() - wokenFrom) / 1000;
    cpu = service.cpuSeconds() - cpuBefore;
    over = true;
    await Promise.all(others);
    await sleep(1000);
    for (const connection of [asking!, ...submitting]) connection.close();
  });
  console.log(
    `  all due at once: ${(timers / seconds).toFixed(0)} woken and decided a second, the last after ${seconds.toFixed(1)} s; ${((cpu / seconds) * 100).toFixed(0)} % of one core by the service`,
  );
  const others = (await readEnded(store.place, from)).filter(({ waited }) => !waited);
  tell(
    '  submits meanwhile, to the decision',
    others.map(({ tookMs }) => tookMs),
  );
}

/** A server that hears the hooks of decisions. */
async function startHookReceiver() {
  const waiting = new Map<string, () => void>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      response.end('{}');
      waiting.get((JSON.parse(body) as { caseNo: string }).caseNo)?.();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return {
    url,
    /** Resolves at the call that tells the decision of a case. */
    next: (caseNo: string) => new Promise<void>((resolve) => waiting.set(caseNo, resolve)),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
