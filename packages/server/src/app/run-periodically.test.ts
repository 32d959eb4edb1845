import { expect, it } from 'vitest';
import type { Lease } from '../database/index.ts';
import { createLogger } from '../lib/logger.ts';
import type { PeriodicTask } from './periodic-work.ts';
import { pauseAfter, runPeriodically } from './run-periodically.ts';

const logger = createLogger('silent');
const hourMs = 3_600_000;

function taskOf(run: PeriodicTask['run'], more: Partial<PeriodicTask> = {}): PeriodicTask {
  return { name: 'made up', role: undefined, everyMs: hourMs, soonMs: 1, run, ...more };
}

function leaseThat(isSteady: boolean): Lease {
  return { isSteady: () => isSteady } as Lease;
}

it('runs a task at once, and soon again while more is to be done', async () => {
  let runs = 0;
  const tasks = runPeriodically([taskOf(async () => ++runs < 3)], { lease: leaseThat(true), logger });
  await expect.poll(() => runs).toBe(3);
  await tasks.stop();
});

it('goes on after a run that failed', async () => {
  let runs = 0;
  const task = taskOf(() => Promise.reject(new Error(`run ${++runs}`)), { everyMs: 1 });
  const tasks = runPeriodically([task], { lease: leaseThat(true), logger });
  await expect.poll(() => runs).toBeGreaterThan(1);
  await tasks.stop();
});

it('pauses longer after each failure of a task that says so, up to its limit, and as before after a success', async () => {
  const statistics = taskOf(async () => undefined, { everyMs: 2_000, maxPauseMs: 600_000 });
  const pauses = [0, 1, 2, 8, 9, 20, 2_000].map((failures) => pauseAfter(statistics, failures));
  expect(pauses).toEqual([2_000, 4_000, 8_000, 512_000, 600_000, 600_000, 600_000]);
  expect(
    pauseAfter(
      taskOf(async () => undefined, { everyMs: 2_000 }),
      5,
    ),
  ).toBe(2_000);

  const startedAt: number[] = [];
  const task = taskOf(
    async () => {
      startedAt.push(performance.now());
      if (startedAt.length !== 4) throw new Error('made up');
    },
    { everyMs: 20, maxPauseMs: 1_000 },
  );
  const tasks = runPeriodically([task], { lease: leaseThat(true), logger });
  await expect.poll(() => startedAt.length).toBeGreaterThan(3);
  await tasks.stop();
  // 40 + 80 + 160 ms; without growth it were 60.
  expect(startedAt[3]! - startedAt[0]!).toBeGreaterThan(250);
});

it('leaves what only steady nodes do to them', async () => {
  const runs: string[] = [];
  const steady = taskOf(async () => runs.push('steady'), { onlySteady: true });
  const other = taskOf(async () => runs.push('other'));
  const tasks = runPeriodically([steady, other], { lease: leaseThat(false), logger });
  await tasks.stop();
  expect(runs).toEqual(['other']);
});

it('tells a run that the service stops, and waits for it', async () => {
  let isOver = false;
  const task = taskOf(async (signal) => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    isOver = true;
  });
  await runPeriodically([task], { lease: leaseThat(true), logger }).stop();
  expect(isOver).toBe(true);
});
