/**
 * The service of this clone against that of another one, as of another commit: submits that are screened and decided,
 * 128 under way, and statuses one after the other. Rounds alternate in order, each service on a store of its own. The
 * services are started anew twice, the other one first the second time: the one that starts first has been slower. Processor time
 * tells more on a machine with other work.
 *
 *   node bench/executions/two-clones.ts CLONE [rounds] [seconds a round] [store] [NAME=value...]
 *
 * The other clone needs its packages (`npm ci`) and its pages (`npm run build`). Settings are those of this clone's
 * service alone: with `.` as the other clone they tell what a setting costs.
 */
import { type Connection, openConnections, signedCall } from '../rig/calls.ts';
import { machineLine, median, percentile } from '../rig/figures.ts';
import { postgresCpuSeconds } from '../rig/processes.ts';
import { listSettings, listsNote, type RunningService, startService, untilReady } from '../rig/service.ts';
import { type BenchStores, openStores, type StoreName } from '../rig/stores.ts';
import { benchTenants, caller, nextSubmit } from '../rig/tenant.ts';
import { closedSubmits, untilDecided } from './load.ts';

const [other, roundsText = '9', secondsText = '8', storeName, ...settings] = process.argv.slice(2);
if (other === undefined)
  throw new Error(
    'usage: node bench/executions/two-clones.ts CLONE [rounds] [seconds] [store] [NAME=value...]',
  );
const ownSettings = Object.fromEntries(
  settings.map((setting): [string, string] => {
    const equals = setting.indexOf('=');
    return [setting.slice(0, equals), setting.slice(equals + 1)];
  }),
);
const rounds = Number(roundsText);
const seconds = Number(secondsText);
const connections = 32;
const statuses = 2_000;

/** Milliseconds, but for the first. */
interface Round {
  readonly submitsPerSecond: number;
  readonly submitMedian: number;
  readonly submitP99: number;
  readonly statusMedian: number;
  readonly statusP99: number;
  /** Processor time of the service and of PostgreSQL for a submit and its execution. */
  readonly serviceMs: number;
  readonly databaseMs: number;
}

const stores = await openStores(storeName);
try {
  console.log(machineLine());
  for (const name of stores.names) await compare(stores, name);
  console.log(machineLine());
} finally {
  await stores.stop();
}

async function compare(all: BenchStores, name: StoreName): Promise<void> {
  const pairs: (readonly [ours: Round, others: Round])[] = [];
  for (const first of [0, 1]) {
    const services = await startBoth(all, name, first);
    const until = first === 0 ? Math.ceil(rounds / 2) : rounds;
    while (pairs.length < until) pairs.push(await measurePair(services, pairs.length % 2));
    for (const service of services) await service.stop();
  }
  console.log(`${name}, ${rounds} rounds of ${seconds} s, ${listsNote}; this clone to the other, by rounds:`);
  for (const figure of Object.keys(pairs[0]![0]) as (keyof Round)[]) {
    // The embedded store is the process of the service.
    if (figure === 'databaseMs' && name === 'embedded') continue;
    const ratios = pairs.map(([ours, others]) => ours[figure] / others[figure]).sort((a, b) => a - b);
    const values = [0, 1].map((side) => median(pairs.map((pair) => pair[side]![figure])).toFixed(2));
    const spread = ratios.map((ratio) => ratio.toFixed(3)).join(' ');
    console.log(
      `    ${figure}: median ${median(ratios).toFixed(3)} of ${spread} (medians ${values.join(' and ')})`,
    );
  }
}

/** This clone's service and the other's, `first` started first: 0 is this clone. */
async function startBoth(
  all: BenchStores,
  name: StoreName,
  first: number,
): Promise<[RunningService, RunningService]> {
  const clones = [undefined, other];
  const services: RunningService[] = [];
  for (const side of [first, 1 - first]) {
    const clone = clones[side];
    const options = {
      tenants: benchTenants(),
      settings: clone === undefined ? { ...listSettings, ...ownSettings } : listSettings,
      ...(clone !== undefined && { clone }),
    };
    services[side] = await startService(await all.create(name), options);
    await untilReady(services[side]);
  }
  // The first seconds compile code and fill caches.
  for (const side of [first, 1 - first]) await measure(services[side]!, 3);
  return [services[0]!, services[1]!];
}

async function measurePair(
  services: readonly [RunningService, RunningService],
  first: number,
): Promise<readonly [ours: Round, others: Round]> {
  const measured: Round[] = [];
  for (const side of [first, 1 - first]) measured[side] = await measure(services[side]!, seconds);
  return [measured[0]!, measured[1]!];
}

async function measure(service: RunningService, forSeconds: number): Promise<Round> {
  const { port } = service;
  const before = { service: service.cpuSeconds(), database: postgresCpuSeconds() };
  const submitted = await closedSubmits(port, { seconds: forSeconds, connections, next: nextSubmit });
  await untilDecided(port, submitted.lastIds);
  const perSubmit = (cpuSeconds: number) => (cpuSeconds * 1000) / submitted.count;
  const serviceMs = perSubmit(service.cpuSeconds() - before.service);
  const databaseMs = perSubmit(postgresCpuSeconds() - before.database);
  const [connection] = await openConnections(port, 1);
  const answered = await askStatuses(connection!, submitted.lastIds);
  connection!.close();
  return {
    submitsPerSecond: submitted.count / submitted.seconds,
    submitMedian: median(submitted.milliseconds),
    submitP99: percentile(submitted.milliseconds, 0.99),
    statusMedian: median(answered),
    statusP99: percentile(answered, 0.99),
    serviceMs,
    databaseMs,
  };
}

async function askStatuses(connection: Connection, ids: readonly string[]): Promise<number[]> {
  const milliseconds: number[] = [];
  for (let turn = 0; turn < statuses; turn += 1) {
    const from = performance.now();
    await connection.send(
      signedCall(caller, 'workflow.execution.status', { executionId: ids[turn % ids.length] }),
    );
    milliseconds.push(performance.now() - from);
  }
  return milliseconds;
}
