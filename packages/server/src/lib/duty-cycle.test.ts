import { expect, it } from 'vitest';
import { DutyCycle } from './duty-cycle.ts';

it('keeps work to its share of the time, and rests no longer than its limit', async () => {
  let now = 0;
  const cycle = new DutyCycle(0.05, 15_000, () => now);
  /** How long the work rests after parts that took so long. */
  const restAfter = async (parts: readonly number[], more = false) => {
    for (const milliseconds of parts) await cycle.time(async () => (now += milliseconds));
    cycle.end(more);
    const from = now;
    while (cycle.isResting) now += 1;
    return now - from;
  };
  expect(cycle.isResting).toBe(false);
  expect(await restAfter([20])).toBe(380);
  expect(await restAfter([100, 200])).toBe(5_700);
  expect(await restAfter([9_000])).toBe(15_000);
  expect(await restAfter([9_000], true)).toBe(0);
  expect(await restAfter([0])).toBe(0);
});

it('counts work that fails', async () => {
  let now = 0;
  const cycle = new DutyCycle(0.5, 1_000, () => now);
  const failing = cycle.time(async () => {
    now += 100;
    throw new Error('made up');
  });
  await expect(failing).rejects.toThrow('made up');
  cycle.end(false);
  now += 99;
  expect(cycle.isResting).toBe(true);
  now += 1;
  expect(cycle.isResting).toBe(false);
});
