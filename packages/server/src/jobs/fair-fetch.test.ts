import { describe, expect, it } from 'vitest';
import { fetchFairBatches, JobSlots } from './fair-fetch.ts';
import type { Job } from './job.ts';

interface Data {
  readonly tenantId?: string;
}

const jobsOf = (tenantId: string, count: number): Job<Data>[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${tenantId}-${index}`,
    data: { tenantId },
    retryCount: 0,
  }));

/** Stored jobs, the oldest first. */
function shelf(...stored: readonly Job<Data>[][]) {
  const jobs = stored.flat();
  const looks: (readonly string[])[] = [];
  const fetch = async (count: number, passedOver: readonly string[]) => {
    looks.push(passedOver);
    const found = jobs.filter(({ data }) => !passedOver.includes(data.tenantId ?? '')).slice(0, count);
    for (const job of found) jobs.splice(jobs.indexOf(job), 1);
    return found;
  };
  return { jobs, looks, fetch };
}

const ids = (jobs: readonly Job<Data>[]) => jobs.map(({ id }) => id);

describe('looks for batches', () => {
  it('are first for tenants that had none in a batch that was filled', async () => {
    const { fetch } = shelf(jobsOf('many', 10), jobsOf('few', 2));
    const look = fetchFairBatches<Data>(fetch, 0);
    expect(ids((await look(4)).jobs)).toEqual(['many-0', 'many-1', 'many-2', 'many-3']);
    expect(ids((await look(4)).jobs)).toEqual(['few-0', 'few-1', 'many-4', 'many-5']);
    expect(ids((await look(4)).jobs)).toEqual(['many-6', 'many-7', 'many-8', 'many-9']);
    expect(await look(4)).toEqual({ jobs: [], areMore: false });
  });

  it('pass nobody over where they found less than they had capacity for', async () => {
    const { fetch, looks, jobs } = shelf(jobsOf('many', 2));
    const look = fetchFairBatches<Data>(fetch, 0);
    await look(4);
    jobs.push(...jobsOf('many', 1));
    await look(4);
    expect(looks).toEqual([[], []]);
  });

  it('pass over no more often than they are told', async () => {
    const { fetch, looks } = shelf(jobsOf('many', 20));
    const look = fetchFairBatches<Data>(fetch, 3_600_000);
    for (let turn = 0; turn < 3; turn += 1) await look(4);
    expect(looks).toEqual([[], ['many'], [], []]);
  });

  it('let tenants that fill batches have theirs in turn', async () => {
    const { fetch } = shelf(jobsOf('a', 8), jobsOf('b', 8));
    const look = fetchFairBatches<Data>(fetch, 0);
    const turns = [];
    for (let turn = 0; turn < 4; turn += 1) turns.push((await look(4)).jobs[0]?.data.tenantId);
    expect(turns).toEqual(['a', 'b', 'a', 'b']);
  });

  it('pass over no jobs of nobody’s', async () => {
    const nobodys = Array.from({ length: 6 }, (_, n): Job<Data> => ({ id: `${n}`, data: {}, retryCount: 0 }));
    const { fetch, looks } = shelf(nobodys);
    const look = fetchFairBatches<Data>(fetch, 0);
    await look(4);
    expect(await look(4)).toMatchObject({ areMore: false });
    expect(looks).toEqual([[], []]);
  });
});

describe('slots of unbatched jobs', () => {
  /** Takes as a consumer does until nothing more is found. */
  async function fill(slots: JobSlots<Data>): Promise<string[]> {
    const taken: Job<Data>[] = [];
    for (;;) {
      const { jobs, areMore } = slots.capacity > 0 ? await slots.poll() : { jobs: [], areMore: false };
      for (const job of jobs) slots.take(job);
      taken.push(...jobs);
      if (!areMore) return taken.map(({ data }) => data.tenantId ?? '');
    }
  }

  it('are never all one tenant’s, and its next jobs are looked for when it has half', async () => {
    const { fetch, jobs } = shelf(jobsOf('many', 100));
    const slots = new JobSlots<Data>(fetch, 16);
    const held = jobsOf('many', 12);
    expect(await fill(slots)).toHaveLength(12);
    jobs.push(...jobsOf('few', 3));
    expect(await fill(slots)).toEqual(['few', 'few', 'few']);
    expect(held.slice(0, 4).map((job) => slots.free(job))).toEqual([false, false, false, true]);
    expect(await fill(slots)).toEqual(['many', 'many', 'many', 'many']);
  });

  it('are all filled by several tenants, and none is lost', async () => {
    const { fetch } = shelf(jobsOf('a', 10), jobsOf('b', 10));
    const slots = new JobSlots<Data>(fetch, 16);
    expect(await fill(slots)).toHaveLength(16);
    expect(slots.capacity).toBe(0);
    for (const job of jobsOf('a', 10)) slots.free(job);
    expect(await fill(slots)).toEqual(['b', 'b', 'b', 'b']);
    expect(slots.capacity).toBe(6);
  });

  it('are one at a time where there are few', async () => {
    const { fetch } = shelf(jobsOf('many', 5));
    const slots = new JobSlots<Data>(fetch, 1);
    expect(await fill(slots)).toEqual(['many']);
    expect(slots.free(jobsOf('many', 1)[0]!)).toBe(false);
    expect(await fill(slots)).toEqual(['many']);
  });
});
