import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Job } from './job.ts';
import { type JobListener, type QueueConsumer, runQueueConsumer } from './queue-consumer.ts';

function job(id: string): Job<string> {
  return { id, data: id, retryCount: 0 };
}

/** A consumer over two heaps of jobs; `fetches` counts the looks into the store. */
class ConsumerBench {
  readonly started: Job<string>[] = [];
  readonly stored: Job<string>[] = [];
  readonly batches: string[][] = [];
  readonly givenBack: string[][] = [];
  readonly errors: unknown[] = [];
  readonly listeners = new Set<JobListener>();
  readonly #stopping = new AbortController();
  fetches = 0;
  #running: Promise<void> = Promise.resolve();

  start(parts: Partial<QueueConsumer<string>> = {}): void {
    this.#running = runQueueConsumer<string>({
      batchSize: 3,
      othersEveryMs: 1,
      signal: this.#stopping.signal,
      listeners: this.listeners,
      started: (batchSize) => this.started.splice(0, batchSize),
      fetch: async (batchSize) => {
        this.fetches += 1;
        return this.stored.splice(0, batchSize);
      },
      handle: async (jobs) => void this.batches.push(jobs.map(({ id }) => id)),
      returnJobs: async (jobs) => void this.givenBack.push(jobs.map(({ id }) => id)),
      onError: (error) => void this.errors.push(error),
      ...parts,
    });
  }

  startJobs(...ids: string[]): void {
    this.started.push(...ids.map(job));
    for (const listener of this.listeners) listener.start();
  }

  poll(): void {
    for (const listener of this.listeners) listener.poll();
  }

  get done(): string[] {
    return this.batches.flat();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.poll();
    await this.#running;
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(1);
}

describe('a consumer', () => {
  let bench = new ConsumerBench();
  afterEach(async () => {
    await bench.stop();
    bench = new ConsumerBench();
  });

  async function idle(): Promise<void> {
    await until(() => bench.fetches > 0);
    await sleep(1);
  }

  it('does a job begun here at once, without a look into the store', async () => {
    bench.start();
    await idle();
    bench.startJobs('a');
    await until(() => bench.done.includes('a'));
    expect(bench.fetches).toBe(1);
  });

  it('looks into the store at once when it is told to', async () => {
    bench.start();
    await idle();
    bench.stored.push(job('a'));
    bench.poll();
    await until(() => bench.done.includes('a'));
  });

  it('looks again when it is told to while a look is under way that was too early for the job', async () => {
    bench.start({
      fetch: async (batchSize) => {
        bench.fetches += 1;
        const seen = bench.stored.splice(0, batchSize);
        if (bench.fetches === 1) {
          bench.stored.push(job('late'));
          bench.poll();
        }
        await sleep(1);
        return seen;
      },
    });
    await until(() => bench.done.includes('late'));
  });

  it('takes what was begun while it worked', async () => {
    bench.start({
      handle: async (jobs) => {
        bench.batches.push(jobs.map(({ id }) => id));
        if (jobs[0]?.id === 'a') bench.startJobs('b');
        await sleep(1);
      },
    });
    await idle();
    bench.startJobs('a');
    await until(() => bench.done.includes('b'));
  });

  it('does stored jobs although jobs begun here never cease', async () => {
    bench.stored.push(job('stored'));
    bench.started.push(...Array.from({ length: 3 }, (_, index) => job(`begun ${index}`)));
    let number = 3;
    bench.start({
      handle: async (jobs) => {
        bench.batches.push(jobs.map(({ id }) => id));
        bench.started.push(...Array.from({ length: 3 }, () => job(`begun ${number++}`)));
        await sleep(1);
      },
    });
    await until(() => bench.done.includes('stored'));
    bench.stored.push(job('stored later'));
    bench.poll();
    await until(() => bench.done.includes('stored later'));
    expect(bench.done.filter((id) => id.startsWith('begun')).length).toBeGreaterThan(3);
  });

  it('looks again at once after a full batch', async () => {
    bench.stored.push(...['a', 'b', 'c', 'd'].map(job));
    bench.start();
    await until(() => bench.done.length === 4);
    expect(bench.batches).toEqual([['a', 'b', 'c'], ['d']]);
  });

  it('gives back the jobs of a batch that failed and goes on', async () => {
    const fault = new Error('the batch failed');
    const reasons: unknown[] = [];
    bench.start({
      handle: async (jobs) => {
        if (jobs[0]?.id === 'a') throw fault;
        bench.batches.push(jobs.map(({ id }) => id));
      },
      returnJobs: async (jobs, reason) => {
        bench.givenBack.push(jobs.map(({ id }) => id));
        reasons.push(reason);
      },
    });
    await idle();
    bench.startJobs('a', 'b');
    await until(() => bench.givenBack.length > 0);
    bench.startJobs('c');
    await until(() => bench.done.includes('c'));
    expect(bench.givenBack).toEqual([['a', 'b']]);
    expect(reasons).toEqual([fault]);
  });

  it('insists on giving back while the store is away', async () => {
    let attempts = 0;
    bench.start({
      handle: () => Promise.reject(new Error('the store is away')),
      returnJobs: async (jobs) => {
        attempts += 1;
        if (attempts < 3) throw new Error('the store is still away');
        bench.givenBack.push(jobs.map(({ id }) => id));
      },
    });
    await idle();
    bench.startJobs('a');
    await until(() => bench.givenBack.length > 0);
    expect(bench.givenBack).toEqual([['a']]);
    expect(bench.errors).toHaveLength(2);
  });

  it('does not wait for a store that is away when it is to stop', async () => {
    bench.start({
      handle: () => Promise.reject(new Error('the store is away')),
      returnJobs: () => Promise.reject(new Error('the store is still away')),
    });
    await idle();
    bench.startJobs('a');
    await until(() => bench.errors.length > 0);
    await bench.stop();
    expect(bench.errors).toHaveLength(1);
  });

  it('survives looks that fail', async () => {
    const fault = new Error('the store is away');
    bench.start({
      fetch: async () => {
        bench.fetches += 1;
        if (bench.fetches === 1) throw fault;
        return bench.stored.splice(0);
      },
    });
    await until(() => bench.errors.length === 1);
    bench.stored.push(job('a'));
    bench.poll();
    await until(() => bench.done.includes('a'));
    expect(bench.errors).toEqual([fault]);
  });

  it('ends the batch in hand when it is stopped and takes no further one', async () => {
    const release = Promise.withResolvers<void>();
    bench.start({
      handle: async (jobs) => {
        await release.promise;
        bench.batches.push(jobs.map(({ id }) => id));
      },
    });
    await idle();
    bench.startJobs('a');
    await until(() => bench.started.length === 0);
    bench.startJobs('b');
    const stopped = bench.stop();
    release.resolve();
    await stopped;
    expect(bench.done).toEqual(['a']);
    expect(bench.listeners.size).toBe(0);
  });

  describe('whose jobs are done apart', () => {
    it('holds up no job by another, and does no more at a time than it may', async () => {
      const ends = new Map<string, () => void>();
      bench.start({
        unbatched: true,
        handle: async ([one]) => {
          bench.batches.push([one!.id]);
          await new Promise<void>((resolve) => ends.set(one!.id, resolve));
        },
      });
      await idle();
      bench.stored.push(...['a', 'b', 'c', 'd', 'e'].map(job));
      bench.poll();
      await until(() => bench.done.length === 3);
      expect(bench.done).toEqual(['a', 'b', 'c']);
      ends.get('b')!();
      await until(() => bench.done.includes('d'));
      ends.get('d')!();
      await until(() => bench.done.includes('e'));
      for (const end of ends.values()) end();
    });

    it('gives back only the job that failed', async () => {
      bench.start({
        unbatched: true,
        handle: async ([one]) => {
          if (one!.id === 'b') throw new Error('this job failed');
          bench.batches.push([one!.id]);
        },
      });
      await idle();
      bench.stored.push(...['a', 'b', 'c'].map(job));
      bench.poll();
      await until(() => bench.givenBack.length > 0 && bench.done.length === 2);
      expect(bench.givenBack).toEqual([['b']]);
    });

    it('lets jobs under way end when it is stopped', async () => {
      const release = Promise.withResolvers<void>();
      bench.start({
        unbatched: true,
        handle: async ([one]) => {
          await release.promise;
          bench.batches.push([one!.id]);
        },
      });
      bench.stored.push(job('a'));
      bench.poll();
      await until(() => bench.stored.length === 0);
      const stopped = bench.stop();
      release.resolve();
      await stopped;
      expect(bench.done).toEqual(['a']);
    });
  });
});
