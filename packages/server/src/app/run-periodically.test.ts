import { expect, it } from 'vitest';
import type { Lease } from '../database/index.ts';
import { createLogger } from '../lib/logger.ts';
import type { PeriodicTask } from './periodic-work.ts';
import { runPeriodically } from './run-periodically.ts';

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
