import { setTimeout as sleep } from 'node:timers/promises';
import { type Fetch, type FetchResult, fetchFairBatches, JobSlots } from './fair-fetch.ts';
import type { BatchHandler, Job } from './job.ts';

/** Wakes an idle lane: `start` for jobs that this node enqueued for itself, `poll` for jobs in the store. */
export interface JobListener {
  start(): void;
  poll(): void;
}

/** What one lane needs: where jobs come from and what runs them. */
export interface Lane<Data> {
  readonly batchSize: number;
  /** Jobs run concurrently and one by one, at most `batchSize` at a time, instead of in batches. */
  readonly unbatched?: boolean;
  /** How often tenants that had no job in a full batch are served first, in milliseconds. */
  readonly othersEveryMs: number;
  readonly signal: AbortSignal;
  /** The lane registers here while it runs. */
  readonly listeners: Set<JobListener>;
  /** Jobs that this node enqueued for itself. */
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
export async function runLane<Data>(lane: Lane<Data>): Promise<void> {
  const wakeSignal = new WakeSignal();
  const busy = new Set<Promise<void>>();
  const fetch: Fetch<Data> = (count, passedOver) => fetchSafely(lane, count, passedOver);
  const slots = new JobSlots(fetch, lane.batchSize);
  const fetchBatch = fetchFairBatches(fetch, lane.othersEveryMs);
  let isFetchDue = true;
  const listener = {
    start: () => wakeSignal.set(),
    poll: () => {
      isFetchDue = true;
      wakeSignal.set();
    },
  };
  lane.listeners.add(listener);
  try {
    while (!lane.signal.aborted) {
      const { capacity } = slots;
      const jobs = capacity > 0 ? lane.started(capacity) : [];
      if (capacity > 0 && isFetchDue) {
        // Before the fetch, so that a wake-up during it is for jobs that it may not see.
        isFetchDue = false;
        const poll: FetchResult<Data> = await (lane.unbatched ? slots.poll() : fetchBatch(capacity));
        if (poll.areMore) isFetchDue = true;
        jobs.push(...poll.jobs);
      }
      // Without capacity there is nothing to fetch until a job ends, which sets the signal.
      if (jobs.length === 0) await wakeSignal.wait();
      else if (lane.unbatched) for (const job of jobs) runUnbatched(job);
      else await handleBatch(lane, jobs);
    }
    await Promise.race([Promise.all(busy), sleep(stopTimeoutMs, undefined, { ref: false })]);
  } finally {
    lane.listeners.delete(listener);
  }

  function runUnbatched(job: Job<Data>): void {
    slots.take(job);
    const done = handleBatch(lane, [job]).finally(() => {
      busy.delete(done);
      if (slots.free(job)) isFetchDue = true;
      wakeSignal.set();
    });
    busy.add(done);
  }
}

/**
 * How long unbatched jobs may still run when the lane stops. Another node runs the unfinished ones again, as after a
 * crash.
 */
const stopTimeoutMs = 8_000;

async function fetchSafely<Data>(
  lane: Lane<Data>,
  count: number,
  passedOver: readonly string[],
): Promise<readonly Job<Data>[]> {
  try {
    return await lane.fetch(count, passedOver);
  } catch (error) {
    lane.onError(error);
    return [];
  }
}

async function handleBatch<Data>(lane: Lane<Data>, jobs: Job<Data>[]): Promise<void> {
  try {
    await lane.handle(jobs);
  } catch (error) {
    await returnJobs(lane, jobs, error);
  }
}

/** Retries, because the batch often failed for a store that is unavailable. Without success the jobs expire. */
async function returnJobs<Data>(lane: Lane<Data>, jobs: Job<Data>[], error: unknown): Promise<void> {
  for (let attempt = 1; attempt <= returnAttempts; attempt += 1) {
    try {
      await lane.returnJobs(jobs, error);
      return;
    } catch (failure) {
      lane.onError(failure);
    }
    await sleep(returnPauseMs, undefined, { signal: lane.signal }).catch(() => undefined);
    if (lane.signal.aborted) return;
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
