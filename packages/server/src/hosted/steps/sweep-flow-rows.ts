import type { Database } from '../../database/database.ts';
import { endedFlowDays, failAbandoned } from '../../interpreter/index.ts';
import { deleteUnfinishedFiles } from './file-queries.ts';
import {
  type AbandonedFlow,
  canAbandon,
  deleteEndedFlows,
  isAbandoned,
  listWaitingFlows,
} from './flow-queries.ts';

const dayMs = 86_400_000;
/** Whoever sends a file in parts does so within minutes. */
const unfinishedFileDays = 1;
/** Waiting flows that are read in one statement. */
const flowsPerQuery = 500;

/** Deletes files whose parts never all came, and what only served the pages of flows that have ended. */
export async function sweepFlowRows(database: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  await database.operator((tx) => deleteUnfinishedFiles(tx, before(unfinishedFileDays)));
  while (
    signal?.aborted !== true &&
    (await database.operator((tx) => deleteEndedFlows(tx, before(endedFlowDays))))
  );
}

export interface AbandonOptions {
  readonly now: Date;
  /** 0: nobody is abandoned. */
  readonly days: number;
  /** Stops between two flows. */
  readonly signal?: AbortSignal;
  /** Called with a flow that could not be ended; the others are, and it is tried again the next time. */
  readonly onError?: (err: unknown, flow: AbandonedFlow) => void;
  readonly atOnce?: number;
}

/**
 * Ends executions that wait for a person to whom no link led for `days`: they fail at the step that was not given, and a
 * new link begins anew. Any number of server nodes may try: who meets another one at it leaves it to that one. Returns how many
 * ended.
 */
export async function endAbandonedFlows(database: Database, work: AbandonOptions): Promise<number> {
  const { now, days, signal, atOnce = flowsPerQuery } = work;
  if (days === 0) return 0;
  const before = new Date(now.getTime() - days * dayMs);
  let ended = 0;
  let after: AbandonedFlow | undefined;
  do {
    const seen = await database.operator(async (tx) =>
      (await canAbandon(tx)) ? listWaitingFlows(tx, { before, after, max: atOnce }) : [],
    );
    for (const flow of seen) {
      if (!flow.isAbandoned) continue;
      if (signal?.aborted === true) return ended;
      const outcome = await abandon(database, flow, { before, days }).catch((err: unknown) => {
        if (work.onError === undefined) throw err;
        work.onError(err, flow);
      });
      if (outcome === 'othersAreAtIt') return ended;
      if (outcome === 'ended') ended += 1;
    }
    after = seen.at(-1);
  } while (after !== undefined && signal?.aborted !== true);
  return ended;
}

function abandon(
  database: Database,
  flow: AbandonedFlow,
  { before, days }: { readonly before: Date; readonly days: number },
): Promise<'ended' | 'wentOn' | 'othersAreAtIt'> {
  const { tenantId, domain, executionId } = flow;
  const scope = { tenantId, domain };
  const reason = `the person did not finish: no link led here for ${days} days`;
  return database.transaction(scope, async (tx) => {
    if (!(await canAbandon(tx))) return 'othersAreAtIt';
    // It may have continued meanwhile.
    if (!(await isAbandoned(tx, flow, before))) return 'wentOn';
    return (await failAbandoned(tx, scope, { executionId, reason })) ? 'ended' : 'wentOn';
  });
}
