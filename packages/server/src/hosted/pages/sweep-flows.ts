import type { Database } from '../../database/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Links } from '../links/index.ts';
import { endAbandonedFlows, sweepFlowRows } from '../steps/index.ts';

const sweepEveryMs = 3_600_000;

/**
 * Takes away, now and each hour, sessions that ended long ago, files whose parts never all came, and what only served
 * the pages of flows that have ended; ends flows that their person left. Answers how to stop, which waits for the
 * statement under way, not for all that is left to do.
 */
export function startSweepingFlows(parts: {
  readonly links: Links;
  readonly database: Database;
  readonly clock: Clock;
  /** After which nobody is waited for any more; 0: never. */
  readonly unfinishedFlowDays: number;
  readonly logger: Logger;
}): () => Promise<void> {
  const { links, database, clock, logger, unfinishedFlowDays: days } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let running = sweep();

  async function sweep(): Promise<void> {
    const now = clock.now();
    const onError = (err: unknown, { executionId }: { readonly executionId: string }) =>
      logger.warn({ err, executionId }, 'giving up a hosted flow');
    for (const work of [
      () => links.sweep(),
      () => sweepFlowRows(database, now, signal),
      () => endAbandonedFlows(database, { now, days, signal, onError }),
    ]) {
      if (signal.aborted) return;
      await work().catch((err: unknown) => logger.warn({ err }, 'sweeping hosted flows'));
    }
    if (signal.aborted) return;
    timer = setTimeout(() => {
      running = sweep();
    }, sweepEveryMs);
    timer.unref();
  }

  return () => {
    stopping.abort();
    clearTimeout(timer);
    return running;
  };
}
