import { setTimeout as sleep } from 'node:timers/promises';
import { type Fetch, type FetchResult, fetchFairBatches, JobSlots } from './fair-fetch.ts';
import type { BatchHandler, Job } from './job.ts';

/** Wakes an idle consumer: `start` for jobs that this server node enqueued for itself, `poll` for jobs in the store. */
export interface JobListener {
  start(): void;
  poll(): void;
}

/** What one consumer needs: where jobs come from and what runs them. */
export interface QueueConsumer<Data> {
  readonly batchSize: number;
  /** Jobs run concurrently and one by one, at most `batchSize` at a time, instead of in batches. */
  readonly unbatched?: boolean;
  /** How often tenants that had no job in a full batch are served first, in milliseconds. */
  readonly othersEveryMs: number;
  readonly signal: AbortSignal;
  /** The consumer registers here while it runs. */
  readonly listeners: Set<JobListener>;
  /** Jobs that this server node enqueued for itself. */
  started(batchSize: number): Job<Data>[];
  readonly fetch: Fetch<Data>;
  handle: BatchHandler<Data>;
  returnJobs(jobs: readonly Job<Data>[], error: unknown): Promise<void>;
  onError(error: unknown): void;
}

const returnAttempts = 40;
const returnPauseMs = 500;

/**
 * Fetches and runs batches until the signal aborts. It fetches from the store at its start, when a listener says so, and
 * again after a fetch that filled its capacity. Stored jobs come before further local ones.
 */
export async function runQueueConsumer<Data>(consumer: QueueConsumer<Data>): Promise<void> {
  const wakeSignal = new WakeSignal();
  const busy = new Set<Promise<void>>();
  const fetch: Fetch<Data> = (count, passedOver) => fetchSafely(consumer, count, passedOver);
  const slots = new JobSlots(fetch, consumer.batchSize);
  const fetchBatch = fetchFairBatches(fetch, consumer.othersEveryMs);
  let isFetchDue = true;
  const listener = {
    start: () => wakeSignal.set(),
    poll: () => {
      isFetchDue = true;
      wakeSignal.set();
    },
  };
  consumer.listeners.add(listener);
  try {
    while (!consumer.signal.aborted) {
      const { capacity } = slots;
      const jobs = capacity > 0 ? consumer.started(capacity) : [];
      if (capacity > 0 && isFetchDue) {
        // Before the fetch, so that a wake-up during it is for jobs that it may not see.
        isFetchDue = false;
        const poll: FetchResult<Data> = await (consumer.unbatched ? slots.poll() : fetchBatch(capacity));
        if (poll.areMore) isFetchDue = true;
        jobs.push(...poll.jobs);
      }
      // Without capacity there is nothing to fetch until a job ends, which sets the signal.
      if (jobs.length === 0) await wakeSignal.wait();
      else if (consumer.unbatched) for (const job of jobs) runUnbatched(job);
      else await handleBatch(consumer, jobs);
    }
    await Promise.race([Promise.all(busy), sleep(stopTimeoutMs, undefined, { ref: false })]);
  } finally {
    consumer.listeners.delete(listener);
  }

  function runUnbatched(job: Job<Data>): void {
    slots.take(job);
    const done = handleBatch(consumer, [job]).finally(() => {
      busy.delete(done);
      if (slots.free(job)) isFetchDue = true;
      wakeSignal.set();
    });
    busy.add(done);
  }
}

/**
 * How long unbatched jobs may still run when the consumer stops. Another node runs the unfinished ones again, as after a
 * crash.
 */
const stopTimeoutMs = 8_000;

async function fetchSafely<Data>(
  consumer: QueueConsumer<Data>,
  count: number,
  passedOver: readonly string[],
): Promise<readonly Job<Data>[]> {
  try {
    return await consumer.fetch(count, passedOver);
  } catch (error) {
    consumer.onError(error);
    return [];
  }
}

async function handleBatch<Data>(consumer: QueueConsumer<Data>, jobs: Job<Data>[]): Promise<void> {
  try {
    await consumer.handle(jobs);
  } catch (error) {
    await returnJobs(consumer, jobs, error);
  }
}

/** Retries, because the batch often failed for a store that is unavailable. Without success the jobs expire. */
async function returnJobs<Data>(
  consumer: QueueConsumer<Data>,
  jobs: Job<Data>[],
  error: unknown,
): Promise<void> {
  for (let attempt = 1; attempt <= returnAttempts; attempt += 1) {
    try {
      await consumer.returnJobs(jobs, error);
      return;
    } catch (failure) {
      consumer.onError(failure);
    }
    await sleep(returnPauseMs, undefined, { signal: consumer.signal }).catch(() => undefined);
    if (consumer.signal.aborted) return;
  }
}

/** An auto-reset event: it stays set while nobody waits, so that no wake-up is lost between fetch and wait. */
class WakeSignal {
  #isSet = false;
  #wake: (() => void) | undefined;

  set(): void {
    this.#isSet = true;
    this.#wake?.();
  }

  /** Resolves once it is set, and resets it. */
  async wait(): Promise<void> {
    if (!this.#isSet) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#wake = undefined;
    this.#isSet = false;
  }
}
