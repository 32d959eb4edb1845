import type { Job } from './jobs.ts';

interface BegunJob {
  readonly job: Job<object>;
  readonly since: number;
}

/**
 * Jobs that this node began and that no lane has taken yet, oldest first. One that waited too long is forgotten:
 * when its head start is over, lanes fetch it from the store, and a node that is behind must not do its work twice.
 */
export class BegunJobs {
  readonly #patienceMs: number;
  #jobs: BegunJob[] = [];

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** How many are waiting for a lane, those to be forgotten at the next look among them. */
  get count(): number {
    return this.#jobs.length;
  }

  /** `now` is of a clock that never goes back, in milliseconds. */
  add(job: Job<object>, now: number): void {
    this.#jobs.push({ job, since: now });
  }

  take(count: number, now: number): Job<object>[] {
    const fresh = this.#jobs.findIndex(({ since }) => now - since < this.#patienceMs);
    if (fresh !== 0) this.#jobs = fresh < 0 ? [] : this.#jobs.slice(fresh);
    return this.#jobs.splice(0, count).map(({ job }) => job);
  }
}
