import type { Job } from './job.ts';

/** Jobs that a fetch got, and whether they filled its capacity: then there are probably more. */
export interface FetchResult<Data> {
  readonly jobs: readonly Job<Data>[];
  readonly areMore: boolean;
}

/** Fetches jobs, oldest first, of all tenants except `passedOver`. */
export type Fetch<Data> = (count: number, passedOver: readonly string[]) => Promise<readonly Job<Data>[]>;

/** The tenant of a job; empty for a job without one. */
export function tenantOf({ data }: Pick<Job<unknown>, 'data'>): string {
  return typeof data === 'object' && data !== null && 'tenantId' in data ? String(data.tenantId) : '';
}

/**
 * Fetches batches, fair between tenants. The store returns the oldest jobs first. After a full batch the next fetch
 * prefers tenants that had no job in it, at most once in `everyMs`, so that no tenant waits behind all jobs of another.
 */
export function fetchFairBatches<Data>(
  fetch: Fetch<Data>,
  everyMs: number,
): (capacity: number) => Promise<FetchResult<Data>> {
  let served: readonly string[] = [];
  let othersAt = 0;
  return async (capacity) => {
    const jobs: Job<Data>[] = [];
    if (served.length > 0 && performance.now() >= othersAt) {
      othersAt = performance.now() + everyMs;
      jobs.push(...(await fetch(capacity, served)));
    }
    if (jobs.length < capacity) jobs.push(...(await fetch(capacity - jobs.length, [])));
    const areMore = jobs.length === capacity;
    served = areMore ? [...new Set(jobs.map(tenantOf))].filter((tenant) => tenant !== '') : [];
    return { jobs, areMore };
  };
}

/**
 * Slots of unbatched jobs; each job holds one for as long as it runs. One tenant never fills the last quarter of them:
 * its other jobs are passed over while it holds more than half.
 */
export class JobSlots<Data> {
  readonly #fetch: Fetch<Data>;
  readonly #size: number;
  readonly #portion: number;
  readonly #held = new Map<string, number>();
  #taken = 0;
  #passedOver: readonly string[] = [];

  constructor(fetch: Fetch<Data>, size: number) {
    this.#fetch = fetch;
    this.#size = size;
    this.#portion = Math.max(1, Math.floor(size / 4));
  }

  get capacity(): number {
    return this.#size - this.#taken;
  }

  /** Fetches a portion at a time, so that no tenant gets more slots in one fetch than it may hold. */
  async poll(): Promise<FetchResult<Data>> {
    const count = Math.min(this.capacity, this.#portion);
    this.#passedOver = [...this.#held.keys()].filter((tenant) => this.#hasItsShare(tenant));
    const jobs = await this.#fetch(count, this.#passedOver);
    return { jobs, areMore: jobs.length === count };
  }

  take(job: Job<Data>): void {
    this.#taken += 1;
    const tenant = tenantOf(job);
    if (tenant !== '') this.#held.set(tenant, (this.#held.get(tenant) ?? 0) + 1);
  }

  /** Returns whether a tenant that was passed over has capacity again. */
  free(job: Job<Data>): boolean {
    this.#taken -= 1;
    const tenant = tenantOf(job);
    const held = (this.#held.get(tenant) ?? 1) - 1;
    if (held === 0) this.#held.delete(tenant);
    else this.#held.set(tenant, held);
    return this.#passedOver.includes(tenant) && !this.#hasItsShare(tenant);
  }

  #hasItsShare(tenant: string): boolean {
    return (this.#held.get(tenant) ?? 0) > this.#size - 2 * this.#portion;
  }
}
