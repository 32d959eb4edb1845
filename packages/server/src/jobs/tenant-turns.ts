import type { Job } from './job.ts';

/** A look into the store, and whether it found all that it had capacity for: then there is probably more. */
export interface FetchResult<Data> {
  readonly jobs: readonly Job<Data>[];
  readonly areMore: boolean;
}

/** Fetches jobs, oldest first, of any tenant but those. */
export type Fetch<Data> = (count: number, passedOver: readonly string[]) => Promise<readonly Job<Data>[]>;

/** The tenant whose job it is; empty for a job of nobody's. */
export function tenantOf({ data }: Pick<Job<unknown>, 'data'>): string {
  return typeof data === 'object' && data !== null && 'tenantId' in data ? String(data.tenantId) : '';
}

/**
 * Looks for batches. The store gives the oldest jobs first: after a batch that it filled, the next look is for tenants that
 * had none in it, at most once in `everyMs`, so that nobody waits behind all that another tenant has asked for.
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
 * The places of jobs that are done apart, each for as long as it takes. The last quarter of them is never filled by one
 * tenant alone: its other jobs are passed over while it has more than half.
 */
export class Places<Data> {
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

  /** Looks for a portion at a time, so that none takes more places in one than it may have. */
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

  /** Answers whether a tenant that was passed over has capacity again. */
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
