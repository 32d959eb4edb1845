/**
 * Automatic screening executions a second, from the signed submit to the decision, sustained: whether the
 * service keeps up with a rate, for how long an execution is on its way, and what that does to memory.
 *
 *   node bench/executions/sustained.ts [seconds] [executions a second | max] [store] [trivial]
 *
 * With a rate the loop is open: submits leave when they are due, whether or not the service keeps up, and
 * latency counts from when they were due. With `max` the loop is closed: 128 executions are under way,
 * and the next are submitted when those are decided. The client runs on the same processors. `trivial` submits
 * to three nodes that only compute instead of screening. Before and after it the job library's own rate is taken.
 */
import { rm } from 'node:fs/promises';
import { machineLine, median, megabytes, percentile } from '../rig/figures.ts';
import { inspectable, type Memory, memoryAfterCollection } from '../rig/heap.ts';
import { listSettings, listsNote, type RunningService, startService, untilReady } from '../rig/service.ts';
import { type BenchStores, openStores, type StoreName } from '../rig/stores.ts';
import { benchTenants, nextSubmit, nextTrivialSubmit } from '../rig/tenant.ts';
import { pgbenchSubmits } from '../service/pgbench.ts';
import { type BareLibrary, startBareLibrary } from './bare-library.ts';
import { closedSubmits, openSubmits, Probe, type Submitted, untilDecided } from './load.ts';
import { type Record, readRecord } from './record.ts';

const seconds = Number(process.argv[2] ?? 60);
const rate = process.argv[3] === 'max' ? undefined : Number(process.argv[3] ?? 300);

const isTrivial = process.argv[5] === 'trivial';
const next = isTrivial ? nextTrivialSubmit : nextSubmit;
const work = isTrivial ? 'three steps that compute' : `screening by ${listsNote}, score, decision`;
const bareSeconds = 5;

const stores = await openStores(process.argv[4]);
try {
  for (const name of stores.names) await measure(stores, name);
} finally {
  await stores.stop();
}

async function measure(stores: BenchStores, name: StoreName): Promise<void> {
  console.log(machineLine());
  const library = await startBareLibrary(await stores.create(name));
  const bareBefore = await library.round(bareSeconds);
  const store = await stores.create(name);
  const inspected = await inspectable();
  const settings = { ...listSettings, ...inspected.settings };
  const service = await startService(store, { tenants: benchTenants(), settings });
  await untilReady(service);
  await warmUp(service);
  const heapBefore = await memoryAfterCollection(inspected.port);
  const goal = rate === undefined ? 'as many as it can' : `${rate}/s`;
  console.log(`executions on ${name}, ${work}, ${goal} for ${seconds} s, one tenant`);
  const memory = sampleMemory(service);
  const cpuBefore = service.cpuSeconds();
  const probe = rate === undefined ? undefined : Probe.start(service.port, next);
  const submitted = await load(service);
  const cpu = service.cpuSeconds() - cpuBefore;
  const probed = await probe?.stop();
  const drainMs = await untilDecided(service.port, submitted.lastIds);
  const resident = memory.stop();
  const heap = [heapBefore, await memoryAfterCollection(inspected.port)];
  await service.stop();
  const record = await readRecord(store.place, submitted);
  tell({ submitted, record, drainMs, cpu, resident, heap, probed });
  await printShare(library, record.decidedPerSecond, bareBefore);
  await library.stop();
  if ('url' in store.place) {
    const submits = await (await pgbenchSubmits(store.place, 5))?.();
    if (submits !== undefined) {
      console.log(
        `  of what pgbench submits (${submits.toFixed(0)}/s): ${(record.decidedPerSecond / submits).toFixed(2)}`,
      );
    }
  } else {
    await rm(store.directory, { recursive: true });
  }
  console.log(machineLine());
}

/** What was decided as a share of the jobs that the library alone adds, fetches and completes. */
async function printShare(library: BareLibrary, decidedPerSecond: number, before: number): Promise<void> {
  const after = await library.round(bareSeconds);
  const share = (rate: number) => (decidedPerSecond / rate).toFixed(2);
  console.log(
    `  of the job library’s bare rate: ${share((before + after) / 2)} (before ${before.toFixed(0)}/s: ${share(before)}, after ${after.toFixed(0)}/s: ${share(after)})`,
  );
}

/** The first seconds compile code and fill caches. */
async function warmUp(service: RunningService): Promise<void> {
  const { lastIds } = await openSubmits(service.port, { seconds: 3, perSecond: 50, next });
  await untilDecided(service.port, lastIds);
}

function load(service: RunningService): Promise<Submitted> {
  if (rate === undefined) return closedSubmits(service.port, { seconds, connections: 32, next });
  return openSubmits(service.port, { seconds, perSecond: rate, next });
}

function sampleMemory(service: RunningService): { stop(): number[] } {
  const samples = [service.residentBytes()];
  const timer = setInterval(() => samples.push(service.residentBytes()), Math.max(1000, seconds * 25));
  return {
    stop: () => {
      clearInterval(timer);
      return samples;
    },
  };
}

function tell(run: {
  readonly submitted: Submitted;
  readonly record: Record;
  readonly drainMs: number;
  readonly cpu: number;
  readonly resident: readonly number[];
  /** After forced collections before and after the load. */
  readonly heap: readonly Memory[];
  readonly probed: readonly number[] | undefined;
}): void {
  const { submitted, record, resident } = run;
  const both = (values: readonly number[]) =>
    `p50 ${percentile(values, 0.5).toFixed(1)} ms, p99 ${percentile(values, 0.99).toFixed(1)} ms`;
  console.log(
    `  due ${(submitted.count / submitted.seconds).toFixed(0)}/s, decided ${record.decidedPerSecond.toFixed(0)}/s while it lasted;` +
      ` in the end, with the probe's, ${record.approved} approved, ${record.waiting} open cases, ${record.failed} failed, ${record.takenTwice} taken more than once`,
  );
  console.log(`  submit answered: ${both(submitted.milliseconds)}`);
  console.log(`  submit to decision by the store's clock: ${both(record.milliseconds)}`);
  if (run.probed && run.probed.length > 0) {
    console.log(`  submit to decision as a polling client sees it: ${both(run.probed)}`);
  }
  console.log(
    `  backlog at each tenth: ${record.backlog.join(' ')}; all decided ${(run.drainMs / 1000).toFixed(1)} s after the last submit`,
  );
  console.log(
    `  resident memory: ${thinned(resident).map(megabytes).join(' ')} (median ${megabytes(median(resident))})`,
  );
  const formatted = (read: (memory: Memory) => number) =>
    run.heap.map((memory) => megabytes(read(memory))).join(' – ');
  console.log(
    `  after a forced collection, before – after: heap ${formatted(({ heapUsed }) => heapUsed)}, buffers ${formatted(({ external }) => external)}, resident ${formatted(({ rss }) => rss)}`,
  );
  console.log(
    `  processor: ${((run.cpu / submitted.seconds) * 100).toFixed(0)} % of one core by the service`,
  );
}

/** At most eleven of the samples, the first and the last among them. */
function thinned(samples: readonly number[]): number[] {
  const step = Math.max(1, Math.ceil((samples.length - 1) / 10));
  const kept = samples.filter((_sample, index) => index % step === 0);
  return (samples.length - 1) % step === 0 ? kept : [...kept, samples.at(-1)!];
}
