import { expect, it } from 'vitest';
import { LocalJobs } from './local-jobs.ts';

function started(count: number): LocalJobs {
  const jobs = new LocalJobs(4000);
  for (let turn = 0; turn < count; turn++) {
    jobs.add({ id: String(turn), data: {}, retryCount: 0 }, turn * 1000);
  }
  return jobs;
}

const ids = (jobs: readonly { id: string }[]) => jobs.map(({ id }) => id);

it('gives jobs in the order in which they were begun, each once', () => {
  const jobs = started(5);
  expect(ids(jobs.take(2, 1000))).toEqual(['0', '1']);
  expect(ids(jobs.take(9, 1000))).toEqual(['2', '3', '4']);
  expect(jobs.take(9, 1000)).toEqual([]);
});

it('forgets jobs that waited too long and leaves them to the store', () => {
  const jobs = started(5);
  expect(ids(jobs.take(1, 5999))).toEqual(['2']);
  expect(ids(jobs.take(9, 7000))).toEqual(['4']);
  expect(started(5).take(9, 60_000)).toEqual([]);
});

it('gives those of tenants in turns, however many one of them has', () => {
  const jobs = new LocalJobs(4000);
  const add = (tenantId: string, count: number) => {
    for (let n = 0; n < count; n += 1) {
      jobs.add({ id: `${tenantId}${n}`, data: { tenantId }, retryCount: 0 }, 0);
    }
  };
  add('a', 1000);
  add('b', 2);
  add('c', 1);
  expect(ids(jobs.take(4, 0))).toEqual(['a0', 'b0', 'c0', 'a1']);
  add('c', 1);
  expect(ids(jobs.take(4, 0))).toEqual(['b1', 'a2', 'c0', 'a3']);
  expect(jobs.count).toBe(996);
  expect(ids(jobs.take(1000, 3999))).toHaveLength(996);
  expect(jobs.count).toBe(0);
  add('a', 3);
  expect(jobs.take(9, 4000)).toEqual([]);
  expect(jobs.count).toBe(0);
});
