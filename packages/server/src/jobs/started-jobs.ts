import type { Job } from './job.ts';
import { tenantOf } from './tenant-turns.ts';

interface StartedJob {
  readonly job: Job<object>;
  readonly since: number;
}

/**
 * Jobs that this node began and that no lane has taken yet: those of tenants in turns, each tenant's oldest first, so
 * that nobody waits behind all that another one has asked for. One that waited too long is forgotten: when its head start
 * is over, lanes fetch it from the store, and a node that is behind must not do its work twice.
 */
export class StartedJobs {
  readonly #timeoutMs: number;
  /** By tenant; whose turn it is comes first. */
  readonly #lines = new Map<string, StartedJob[]>();
  #count = 0;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** How many are waiting for a lane, those to be forgotten at the next look among them. */
  get count(): number {
    return this.#count;
  }

  /** `now` is of a clock that never goes back, in milliseconds. */
  add(job: Job<object>, now: number): void {
    const tenant = tenantOf(job);
    const line = this.#lines.get(tenant);
    if (line) line.push({ job, since: now });
    else this.#lines.set(tenant, [{ job, since: now }]);
    this.#count += 1;
  }

  take(count: number, now: number): Job<object>[] {
    this.#forget(now);
    const jobs: Job<object>[] = [];
    for (const [tenant, line] of this.#lines) {
      if (jobs.length === count) break;
      jobs.push(line.shift()!.job);
      // Behind everybody else, where this walk comes by again.
      this.#lines.delete(tenant);
      if (line.length > 0) this.#lines.set(tenant, line);
    }
    this.#count -= jobs.length;
    return jobs;
  }

  #forget(now: number): void {
    for (const [tenant, line] of this.#lines) {
      const fresh = line.findIndex(({ since }) => now - since < this.#timeoutMs);
      const forgotten = line.splice(0, fresh < 0 ? line.length : fresh);
      if (line.length === 0) this.#lines.delete(tenant);
      this.#count -= forgotten.length;
    }
  }
}
