import type { Database } from '../database/database.ts';
import { endForsaken } from '../interpreter/index.ts';
import { deleteUnfinishedFiles } from './file-queries.ts';
import { deleteEndedFlows, findForsaken, isForsaken } from './flow-queries.ts';

const dayMs = 86_400_000;
/** Whoever sends a file in parts does so within minutes. */
const unfinishedFileDays = 1;
/** Nobody opens a link any more that was live when its flow ended. */
const endedFlowDays = 7;

/** Takes away files whose parts never all came, and what only served the pages of flows that have ended. */
export async function sweepFlowRows(database: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  await database.operator((tx) => deleteUnfinishedFiles(tx, before(unfinishedFileDays)));
  while (await database.operator((tx) => deleteEndedFlows(tx, before(endedFlowDays))));
}

/**
 * Ends executions that wait for a person to whom no link led for `days`: they fail at the step that was not given, and a
 * new link begins anew. 0 days: they wait for ever. Answers how many ended.
 */
export async function endForsakenFlows(
  database: Database,
  { now, days }: { readonly now: Date; readonly days: number },
): Promise<number> {
  if (days === 0) return 0;
  const before = new Date(now.getTime() - days * dayMs);
  const reason = `the person did not finish: no link led here for ${days} days`;
  for (let ended = 0; ; ) {
    const found = await database.operator((tx) => findForsaken(tx, before));
    let endedNow = 0;
    for (const flow of found) {
      const { tenantId, domain, executionId } = flow;
      const scope = { tenantId, domain };
      const isEnded = await database.transaction(scope, async (tx) =>
        (await isForsaken(tx, flow, before)) ? endForsaken(tx, scope, { executionId, reason }) : false,
      );
      if (isEnded) endedNow += 1;
    }
    ended += endedNow;
    // What was gone on with meanwhile is none of them the next time.
    if (endedNow === 0) return ended;
  }
}
