import type { Database } from '../database/database.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Links } from '../links/index.ts';
import { sweepFlowRows } from '../steps/index.ts';

const sweepEveryMs = 3_600_000;

/**
 * Takes away, now and each hour, sessions that ended long ago, files whose parts never all came, and what only served
 * the pages of flows that have ended. Answers how to stop.
 */
export function startSweepingFlows(parts: {
  readonly links: Links;
  readonly database: Database;
  readonly clock: Clock;
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
      await sweepFlowRows(parts.database, parts.clock.now());
    } catch (err) {
      parts.logger.warn({ err }, 'sweeping hosted flows');
    }
  }

  return () => {
    clearInterval(timer);
    return running;
  };
}
