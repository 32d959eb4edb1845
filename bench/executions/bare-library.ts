/**
 * The yardstick of executions: the job library alone, with its defaults, on the same store with the same durability.
 * A workflow of three steps is three jobs in a chain, as the library's users write it: a step that is done adds the next
 * one. As many callers as the service has executions under way begin one each and the next when theirs is done; consumers
 * fetch and complete batches as large as the service's, and add the next steps of a batch in one call, without pause.
 * Nothing is done for a job.
 *
 * The library's own `work` waits between its looks; calling `fetch` without pause is the most it can do.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PgBoss } from 'pg-boss';
import { queueDefinitions } from '../../packages/server/src/app/queues.ts';
import { type DatabaseLocation, openDatabase } from '../../packages/server/src/database/index.ts';
import { cpuSecondsOf } from '../rig/processes.ts';
import type { BenchStore } from '../rig/stores.ts';

/** Steps of a workflow, as many as the service's trivial one has. */
export const steps = 3;
/** As many as the closed loop of `sustained.ts` keeps under way. */
const callers = 128;
const queue = 'bare';

export interface BareLibrary {
  /** Workflows of `steps` chained jobs that ended, a second. */
  round(seconds: number): Promise<number>;
  /** CPU seconds that its process has used. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** Starts it in a process of its own. */
export async function startBareLibrary(store: BenchStore): Promise<BareLibrary> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(store.place)]);
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const ended = once(child, 'exit');
  const answer = async () => {
    const [value] = (await Promise.race([
      once(child, 'message'),
      ended.then(() => Promise.reject(new Error('the bare library ended'))),
    ])) as [number];
    return value;
  };
  await answer();
  return {
    round: (seconds) => {
      const rate = answer();
      child.send(seconds);
      return rate;
    },
    cpuSeconds: () => cpuSecondsOf(child.pid!),
    stop: async () => {
      process.removeListener('exit', endWithUs);
      child.send('stop');
      await ended;
    },
  };
}

interface StepJob {
  readonly caller: string;
  /** From 1. */
  readonly step: number;
}

async function serve(place: DatabaseLocation): Promise<void> {
  const library = await openLibrary(place);
  const { boss } = library;
  await boss.createQueue(queue);
  process.on('message', (asked: number | 'stop') => {
    if (asked === 'stop') {
      void library.close().then(() => process.exit(0));
      return;
    }
    void round(boss, asked).then((rate) => process.send!(rate));
  });
  process.send!(0);
}

/** With its own connections on PostgreSQL; on the embedded store through the one session that there is. */
async function openLibrary(place: DatabaseLocation): Promise<{ boss: PgBoss; close(): Promise<void> }> {
  const settings = { schedule: false, supervise: false } as const;
  if ('url' in place) {
    const boss = new PgBoss({ ...settings, connectionString: place.url, max: 15 });
    await boss.start();
    return { boss, close: () => boss.stop({ graceful: false }) };
  }
  const database = await openDatabase(place, { embeddedMemory: 'large' });
  const boss = new PgBoss({
    ...settings,
    backend: 'pglite',
    db: { executeSql: (text, values) => database.executeSql(text, values) as Promise<{ rows: never[] }> },
  });
  await boss.start();
  return {
    boss,
    close: async () => {
      await boss.stop({ graceful: false });
      await database.close();
    },
  };
}

async function round(boss: PgBoss, seconds: number): Promise<number> {
  const done = new Map<string, () => void>();
  const { batchSize, consumers } = queueDefinitions.execution;
  const start = performance.now();
  const end = start + seconds * 1000;
  let working = true;
  let completed = 0;
  const consumer = async () => {
    while (working) {
      const jobs = await boss.fetch<StepJob>(queue, { batchSize });
      if (jobs.length === 0) {
        await sleep(1);
        continue;
      }
      await boss.complete(
        queue,
        jobs.map(({ id }) => id),
      );
      const next = jobs.flatMap(({ data }) =>
        data.step < steps ? [{ data: { caller: data.caller, step: data.step + 1 } satisfies StepJob }] : [],
      );
      if (next.length > 0) await boss.insert(queue, next);
      for (const { data } of jobs) {
        if (data.step < steps) continue;
        completed += 1;
        done.get(data.caller)?.();
      }
    }
  };
  const caller = async (_: unknown, index: number) => {
    const name = String(index);
    while (performance.now() < end) {
      const { promise, resolve } = Promise.withResolvers<void>();
      done.set(name, resolve);
      await boss.send(queue, { caller: name, step: 1 } satisfies StepJob);
      await promise;
    }
  };
  const consumersRunning = Array.from({ length: consumers }, consumer);
  await Promise.all(Array.from({ length: callers }, caller));
  const took = (performance.now() - start) / 1000;
  working = false;
  await Promise.all(consumersRunning);
  return completed / took;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await serve(JSON.parse(process.argv[2]!) as DatabaseLocation);
}
