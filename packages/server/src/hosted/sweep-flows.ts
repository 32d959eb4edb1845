import type { Database } from '../database/database.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Links } from '../links/index.ts';
import { endForsakenFlows, sweepFlowRows } from '../steps/index.ts';

const sweepEveryMs = 3_600_000;

/**
 * Takes away, now and each hour, sessions that ended long ago, files whose parts never all came, and what only served
 * the pages of flows that have ended; ends flows that their person left. Answers how to stop.
 */
export function startSweepingFlows(parts: {
  readonly links: Links;
  readonly database: Database;
  readonly clock: Clock;
  /** After which nobody is waited for any more; 0: never. */
  readonly unfinishedFlowDays: number;
  readonly logger: Logger;
}): () => Promise<void> {
  let running = sweep();
  const timer = setInterval(() => {
    running = sweep();
  }, sweepEveryMs);
  timer.unref();

  async function sweep(): Promise<void> {
    try {
      await parts.links.sweep();
      const now = parts.clock.now();
      await sweepFlowRows(parts.database, now);
      await endForsakenFlows(parts.database, { now, days: parts.unfinishedFlowDays });
    } catch (err) {
      parts.logger.warn({ err }, 'sweeping hosted flows');
    }
  }

  return () => {
    clearInterval(timer);
    return running;
  };
}
