import type { Database } from '../database/database.ts';
import { deleteUnfinishedFiles } from './file-queries.ts';
import { deleteEndedFlows } from './flow-queries.ts';

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
