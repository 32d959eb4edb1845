import type { Database } from '../../database/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Links } from '../links/index.ts';
import { endAbandonedFlows, sweepFlowRows } from '../steps/index.ts';

/**
 * Deletes sessions that ended long ago, files whose parts never all came, and what only served the pages of flows that
 * have ended; ends flows that their person left. The signal ends it after the statement under way.
 */
export async function sweepFlows(
  parts: {
    readonly links: Links;
    readonly database: Database;
    readonly clock: Clock;
    /** After which nobody is waited for any more; 0: never. */
    readonly unfinishedFlowDays: number;
    readonly logger: Logger;
  },
  signal: AbortSignal,
): Promise<void> {
  const { links, database, clock, logger, unfinishedFlowDays: days } = parts;
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
}
