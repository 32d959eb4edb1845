/**
 * How screening scales over threads: one index in shared memory, the same names screened by one thread alone and by
 * several at once, in turns. By the clock, and by processor time a name, which tells how much the threads take from
 * each other's memory where other work holds the processors.
 *
 *     node --max-old-space-size=8192 bench/screening/threads.ts [entities] [threads] [rounds] [--kept folder]
 */
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { enginePolicies, openIndex, screen } from '../../packages/matching/src/index.ts';
import { hasData } from '../../packages/matching/src/testing/lists.ts';
import { benchRows, loadList, percentile } from './lists.ts';
import { madeUpIndex, retainedFolder } from './made-up-index.ts';

const NAMES = 1500;
/** What tells a thread to stop. */
const STOP = 'stop';

interface Share {
  buffer: SharedArrayBuffer;
  names: string[];
}

interface Done {
  wallMs: number;
  cpuMs: number;
}

function serve({ buffer, names }: Share): void {
  const index = openIndex(buffer);
  const policy = enginePolicies.GLOBAL_CHECK({ matchStrength: 'STRONG', maxHits: 20 });
  const screenAll = () => {
    for (const name of names) screen([index], { name, type: 'individual' }, policy);
  };
  screenAll();
  parentPort!.on('message', (message) => {
    if (message === STOP) {
      parentPort!.close();
      return;
    }
    const before = process.threadCpuUsage();
    const started = performance.now();
    screenAll();
    const { user, system } = process.threadCpuUsage(before);
    const done: Done = { wallMs: performance.now() - started, cpuMs: (user + system) / 1000 };
    parentPort!.postMessage(done);
  });
  parentPort!.postMessage('ready');
}

async function runRound(workers: readonly Worker[]): Promise<Done> {
  const answers = workers.map((worker) => once(worker, 'message') as Promise<[Done]>);
  for (const worker of workers) worker.postMessage('go');
  const done = (await Promise.all(answers)).map(([answer]) => answer);
  return {
    wallMs: Math.max(...done.map((one) => one.wallMs)),
    cpuMs: done.reduce((sum, one) => sum + one.cpuMs, 0) / done.length,
  };
}

function spread(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  return `${percentile(sorted, 0.5).toFixed(2)} (${sorted[0]!.toFixed(2)}–${sorted.at(-1)!.toFixed(2)})`;
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const numbers = args.filter((arg) => /^\d+$/.test(arg)).map(Number);
  const [size = 1_000_000, threads = 2, rounds = 7] = numbers;
  const lists = [await loadList('un-sc'), await loadList('us-ofac-sdn')];
  const real = lists.flatMap((list) => list.entries);
  const built = new Uint8Array(madeUpIndex(real, size, retainedFolder(args)).buffer);
  const buffer = new SharedArrayBuffer(built.length);
  new Uint8Array(buffer).set(built);
  const rows = benchRows('negatives_global.csv') ?? [];
  const workers: Worker[] = [];
  for (let i = 0; i < threads; i++) {
    const names = rows.slice(i * NAMES, (i + 1) * NAMES).map((row) => row['full_name']!);
    const share: Share = { buffer, names };
    const worker = new Worker(new URL(import.meta.url), { workerData: share });
    await once(worker, 'message');
    workers.push(worker);
  }
  const byClock: number[] = [];
  const byProcessor: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const alone: Done[] = [];
    for (const worker of workers) alone.push(await runRound([worker]));
    const together = await runRound(workers);
    const wallAlone = alone.reduce((sum, one) => sum + one.wallMs, 0);
    const cpuAlone = alone.reduce((sum, one) => sum + one.cpuMs, 0) / threads;
    byClock.push(wallAlone / together.wallMs);
    byProcessor.push((threads * cpuAlone) / together.cpuMs);
  }
  for (const worker of workers) worker.postMessage(STOP);
  console.log(
    `${size} entities, ${threads} threads over one shared index, ${NAMES} names each, ${rounds} rounds: as many times the work of one thread, median (lowest–highest): ${spread(byClock)} by the clock, ${spread(byProcessor)} by processor time a name`,
  );
}

if (!isMainThread) serve(workerData as Share);
else if (hasData) await main();
else benchRows('negatives_global.csv');
