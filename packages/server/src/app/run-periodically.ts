import type { Lease } from '../database/index.ts';
import type { Logger } from '../lib/logger.ts';
import type { PeriodicTask } from './periodic-work.ts';

/** The pause after so many runs that failed one after the other. */
export function pauseAfter({ everyMs, maxPauseMs = everyMs }: PeriodicTask, failures: number): number {
  return Math.min(everyMs * 2 ** failures, Math.max(everyMs, maxPauseMs));
}

export interface RunningTasks {
  /** Starts no further run, and waits for those in progress. */
  stop(): Promise<void>;
}

/** Runs each task now and again after each pause, never twice at a time. */
export function runPeriodically(
  tasks: readonly PeriodicTask[],
  { lease, logger }: { readonly lease: Lease; readonly logger: Logger },
): RunningTasks {
  const stopping = new AbortController();
  const { signal } = stopping;
  const timers = new Map<PeriodicTask, NodeJS.Timeout>();
  const running = new Map(tasks.map((task) => [task, turn(task)]));

  async function turn(task: PeriodicTask, failures = 0): Promise<void> {
    const isDue = task.onlySteady !== true || lease.isSteady();
    let failed = 0;
    const hasMore =
      isDue &&
      (await task.run(signal).catch((err: unknown) => {
        failed = failures + 1;
        logger.error({ err, task: task.name }, 'in the background');
      }));
    if (signal.aborted) return;
    const pauseMs = hasMore === true ? (task.soonMs ?? task.everyMs) : pauseAfter(task, failed);
    timers.set(
      task,
      setTimeout(() => running.set(task, turn(task, failed)), pauseMs),
    );
  }

  return {
    stop: async () => {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
