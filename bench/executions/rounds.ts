/**
 * The most executions a second that the service decides, as a share of the workflows of three chained jobs that the job
 * library alone brings to their end: rounds in turns, each contender on a store of its own, 128 under way.
 *
 *   node bench/executions/rounds.ts [rounds] [seconds a round] [store]
 */
import { machineLine, percentile, spread } from '../rig/figures.ts';
import { postgresCpuSeconds } from '../rig/processes.ts';
import { listSettings, listsNote, startService, untilReady } from '../rig/service.ts';
import { type BenchStores, openStores, type StoreName } from '../rig/stores.ts';
import { benchTenants, nextSubmit, nextTrivialSubmit } from '../rig/tenant.ts';
import { startBareLibrary, steps } from './bare-library.ts';
import { closedSubmits, type NextSubmit, type Submitted, untilDecided } from './load.ts';
import { readRecord } from './record.ts';

const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 8);
const connections = 32;

const contenders: readonly { readonly name: string; readonly next: NextSubmit }[] = [
  { name: `screening by ${listsNote}, score, decision`, next: nextSubmit },
  { name: 'three steps that compute', next: nextTrivialSubmit },
];

const stores = await openStores(process.argv[4]);
try {
  console.log(machineLine());
  for (const name of stores.names) await measure(stores, name);
  console.log(machineLine());
} finally {
  await stores.stop();
}

async function measure(stores: BenchStores, name: StoreName): Promise<void> {
  const library = await startBareLibrary(await stores.create(name));
  const store = await stores.create(name);
  const service = await startService(store, { tenants: benchTenants(), settings: listSettings });
  await untilReady(service);
  const run = async (next: NextSubmit, forSeconds: number) => {
    const submitted = await closedSubmits(service.port, { seconds: forSeconds, connections, next });
    await untilDecided(service.port, submitted.lastIds);
    return submitted;
  };
  const cost = () => ({
    service: service.cpuSeconds(),
    postgres: postgresCpuSeconds(),
    bare: library.cpuSeconds(),
    client: clientCpuSeconds(),
  });
  // The first seconds compile code and fill caches.
  await library.round(2);
  for (const { next } of contenders) await run(next, 2);
  const bare: number[] = [];
  const bareCosts: Cost[] = [];
  const runs = contenders.map((): Submitted[] => []);
  const costs = contenders.map((): Cost[] => []);
  for (let turn = 0; turn < rounds; turn += 1) {
    const before = cost();
    const rate = await library.round(seconds);
    bare.push(rate);
    bareCosts.push(costOf(before, cost(), rate * seconds));
    for (const [index, { next }] of contenders.entries()) {
      const from = cost();
      const submitted = await run(next, seconds);
      runs[index]!.push(submitted);
      costs[index]!.push(costOf(from, cost(), submitted.count));
    }
  }
  await library.stop();
  await service.stop();
  console.log(
    `executions on ${name}, ${rounds} rounds of ${seconds} s, 128 under way, one tenant; the library alone: ${spread(bare, 0)} workflows of ${steps} chained jobs a second`,
  );
  console.log(`    processor of a workflow: ${formatCost(bareCosts)}`);
  for (const [index, { name: what }] of contenders.entries()) {
    const rates: number[] = [];
    const milliseconds: number[] = [];
    for (const submitted of runs[index]!) {
      const record = await readRecord(store.place, submitted);
      rates.push(record.decidedPerSecond);
      milliseconds.push(...record.milliseconds);
    }
    const shares = rates.map((rate, turn) => rate / bare[turn]!);
    console.log(`  ${what}: ${spread(rates, 0)} decided a second, ${spread(shares)} of the library alone`);
    console.log(`    processor of an execution: ${formatCost(costs[index]!)}`);
    console.log(
      `    submit to decision: p50 ${percentile(milliseconds, 0.5).toFixed(0)} ms, p99 ${percentile(milliseconds, 0.99).toFixed(0)} ms`,
    );
  }
}

/**
 * Milliseconds of processor time for one execution or workflow: of the process that does it, of PostgreSQL, and of this
 * process, which signs and sends the service's calls; the library's callers are in its own process.
 */
interface Cost {
  readonly process: number;
  readonly postgres: number;
  readonly client: number;
}

interface CpuSeconds {
  readonly service: number;
  readonly postgres: number;
  readonly bare: number;
  readonly client: number;
}

function clientCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function costOf(before: CpuSeconds, after: CpuSeconds, count: number): Cost {
  const each = (seconds: number) => (seconds * 1000) / count;
  return {
    process: each(after.service - before.service + after.bare - before.bare),
    postgres: each(after.postgres - before.postgres),
    client: each(after.client - before.client),
  };
}

function formatCost(costs: readonly Cost[]): string {
  const of = (read: (cost: Cost) => number) => spread(costs.map(read));
  return `${of(({ process }) => process)} ms, PostgreSQL ${of(({ postgres }) => postgres)} ms, this client ${of(({ client }) => client)} ms`;
}
