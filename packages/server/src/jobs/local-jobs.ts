import { tenantOf } from './fair-fetch.ts';
import type { Job } from './job.ts';

interface StartedJob {
  readonly job: Job<object>;
  readonly since: number;
}

/**
 * Jobs that this server node enqueued for itself and that no consumer has taken yet. Consumers get them round robin by tenant, each
 * tenant's oldest first. A job that waited too long is dropped: when its head start is over, consumers fetch it from the
 * store, and a slow server node must not run it twice.
 */
export class LocalJobs {
  readonly #timeoutMs: number;
  /** By tenant; the next one to be served comes first. */
  readonly #queues = new Map<string, StartedJob[]>();
  #count = 0;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** How many wait for a consumer, including stale ones that the next `take` drops. */
  get count(): number {
    return this.#count;
  }

  /** `now` is of a clock that never goes back, in milliseconds. */
  add(job: Job<object>, now: number): void {
    const tenant = tenantOf(job);
    const queue = this.#queues.get(tenant);
    if (queue) queue.push({ job, since: now });
    else this.#queues.set(tenant, [{ job, since: now }]);
    this.#count += 1;
  }

  take(count: number, now: number): Job<object>[] {
    this.#dropStale(now);
    const jobs: Job<object>[] = [];
    for (const [tenant, queue] of this.#queues) {
      if (jobs.length === count) break;
      jobs.push(queue.shift()!.job);
      // To the end of the round.
      this.#queues.delete(tenant);
      if (queue.length > 0) this.#queues.set(tenant, queue);
    }
    this.#count -= jobs.length;
    return jobs;
  }

  #dropStale(now: number): void {
    for (const [tenant, queue] of this.#queues) {
      const fresh = queue.findIndex(({ since }) => now - since < this.#timeoutMs);
      const dropped = queue.splice(0, fresh < 0 ? queue.length : fresh);
      if (queue.length === 0) this.#queues.delete(tenant);
      this.#count -= dropped.length;
    }
  }
}
