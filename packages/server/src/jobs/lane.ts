import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchHandler, Job } from './job.ts';
import { type Fetch, type FetchResult, fetchFairBatches, Places } from './tenant-turns.ts';

/** Wakes an idle lane: `begin` for jobs begun here, `look` for jobs in the store. */
export interface QueueListener {
  start(): void;
  poll(): void;
}

/** What one lane needs: where jobs come from and who does them. */
export interface Lane<Data> {
  readonly batchSize: number;
  /** Jobs are done one by one beside each other, at most `batchSize` at a time, instead of in batches. */
  readonly apart?: boolean;
  /** How often tenants that had none of a full batch have their turn, in milliseconds. */
  readonly othersEveryMs: number;
  readonly signal: AbortSignal;
  /** The lane is in it as long as it runs. */
  readonly wakers: Set<QueueListener>;
  /** Jobs that this node began itself. */
  started(batchSize: number): Job<Data>[];
  readonly fetch: Fetch<Data>;
  handle: BatchHandler<Data>;
  returnJobs(jobs: readonly Job<Data>[], error: unknown): Promise<void>;
  onError(error: unknown): void;
}

const returnAttempts = 40;
const returnPauseMs = 500;

/**
 * Takes and does batches until the signal. It looks into the store at its start, when it is told to, before further jobs
 * that were begun here, and again after a look that found all that there was capacity for.
 */
export async function runLane<Data>(lane: Lane<Data>): Promise<void> {
  const bell = new Bell();
  const busy = new Set<Promise<void>>();
  const fetch: Fetch<Data> = (count, passedOver) => fetchSafely(lane, count, passedOver);
  const places = new Places(fetch, lane.batchSize);
  const fetchBatch = fetchFairBatches(fetch, lane.othersEveryMs);
  let isToLook = true;
  const waker = {
    start: () => bell.ring(),
    poll: () => {
      isToLook = true;
      bell.ring();
    },
  };
  lane.wakers.add(waker);
  try {
    while (!lane.signal.aborted) {
      const { capacity } = places;
      const jobs = capacity > 0 ? lane.started(capacity) : [];
      if (capacity > 0 && isToLook) {
        // Before the fetch, so that a wake-up during it is for jobs that it may not see.
        isToLook = false;
        const poll: FetchResult<Data> = await (lane.apart ? places.poll() : fetchBatch(capacity));
        if (poll.areMore) isToLook = true;
        jobs.push(...poll.jobs);
      }
      // Without capacity there is nothing to look for until a job ends, which rings.
      if (jobs.length === 0) await bell.wait();
      else if (lane.apart) for (const job of jobs) doApart(job);
      else await handleBatch(lane, jobs);
    }
    await Promise.race([Promise.all(busy), sleep(lastChanceMs, undefined, { ref: false })]);
  } finally {
    lane.wakers.delete(waker);
  }

  function doApart(job: Job<Data>): void {
    places.take(job);
    const done = handleBatch(lane, [job]).finally(() => {
      busy.delete(done);
      if (places.free(job)) isToLook = true;
      bell.ring();
    });
    busy.add(done);
  }
}

/**
 * How long jobs that are done apart may still take when the lane stops. What is not through then is done
 * again by whoever takes the job over, as after a crash.
 */
const lastChanceMs = 8_000;

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

/** Insists, because what failed the batch is often a store that is away. Left undone, the jobs expire. */
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

/** Remembers a ring that comes while nobody waits, so that no wake-up is lost between fetch and wait. */
class Bell {
  #rung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Until the next ring. */
  async wait(): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#wake = undefined;
    this.#rung = false;
  }
}
