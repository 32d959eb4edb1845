import type { Database, Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { insertVisits, settleSegments } from './run-queries.ts';
import type { BatchWriter, SegmentResult } from './run-types.ts';

/** A segment's result with the job that asked for it. */
export interface Settlement {
  readonly jobId: string;
  readonly result: SegmentResult;
}

/** Writes, in the transaction that settles segments, what features want recorded of the results. */
export type Recorder = (tx: Tx, scope: Scope, results: readonly SegmentResult[]) => Promise<void>;

export interface CommitTools {
  readonly database: Database;
  /** Removes the jobs in the same transaction. */
  finishJobs(tx: Tx, jobIds: readonly string[]): Promise<void>;
  readonly record: Recorder;
}

/**
 * Commits settled segments of one scope together: state, log, what the nodes wanted written, the record for
 * audit, and the end of their jobs. A segment whose fence was raised by another node writes nothing. Answers
 * the results that were written.
 */
export async function commitSegments(
  tools: CommitTools,
  scope: Scope,
  settlements: readonly Settlement[],
): Promise<readonly SegmentResult[]> {
  return tools.database.transaction(scope, async (tx) => {
    const results = settlements.map((settlement) => settlement.result);
    const held = await settleSegments(tx, scope, results);
    const own = results.filter((result) => held.has(result.execution.executionId));
    await insertVisits(tx, scope, own);
    for (const [writer, rows] of groupWrites(own)) await writer(tx, scope, rows as never[]);
    if (own.length > 0) await tools.record(tx, scope, own);
    // A job whose segment somebody else took over is theirs to finish.
    const finished = settlements.filter((settlement) => held.has(settlement.result.execution.executionId));
    await tools.finishJobs(
      tx,
      finished.map((settlement) => settlement.jobId),
    );
    return own;
  });
}

function groupWrites(results: readonly SegmentResult[]): Map<BatchWriter<never>, unknown[]> {
  const groups = new Map<BatchWriter<never>, unknown[]>();
  for (const { writer, row } of results.flatMap((result) => result.writes)) {
    const rows = groups.get(writer);
    if (rows) rows.push(row);
    else groups.set(writer, [row]);
  }
  return groups;
}
