import { describe, expect, it } from 'vitest';
import { ReportSlots } from './report-slots.ts';

/** Work that ends when the test says so. */
function jobs(slots: ReportSlots) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string, tenantId: string) =>
    slots.run(tenantId, () => {
      started.push(name);
      const { promise, resolve } = Promise.withResolvers<string>();
      ends.set(name, () => resolve(name));
      return promise;
    });
  const end = async (name: string) => {
    ends.get(name)!();
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return { started, begin, end };
}

describe('reports at once', () => {
  it('are so many; of those that wait, the tenant that has fewest goes first', async () => {
    const { started, begin, end } = jobs(new ReportSlots({ running: 2, waiting: 10, waitingOfTenant: 5 }));
    const results = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => begin(name, name[0]!));
    expect(started).toEqual(['a1', 'a2']);
    await end('a1');
    expect(started).toEqual(['a1', 'a2', 'b1']);
    for (const name of ['a2', 'b1', 'a3', 'a4']) await end(name);
    expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
  });

  it('are refused where too many wait, of one tenant and of all, and a failure frees its place', async () => {
    const slots = new ReportSlots({ running: 1, waiting: 2, waitingOfTenant: 1 });
    const { begin, end } = jobs(slots);
    const [first, second] = [begin('a1', 'a'), begin('a2', 'a')];
    expect(await begin('a3', 'a')).toBeUndefined();
    const other = begin('b1', 'b');
    expect(await begin('c1', 'c')).toBeUndefined();
    for (const name of ['a1', 'b1', 'a2']) await end(name);
    await Promise.all([first, second, other]);
    await expect(slots.run('a', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(await slots.run('a', () => Promise.resolve('again'))).toBe('again');
  });
});
