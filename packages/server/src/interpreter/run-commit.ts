import type { Database, Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { keepsNodeRuns } from './compact-node-runs.ts';
import { endedMeanwhile, insertNodeRuns, jobsOfOthers, writeSegmentResults } from './run-queries.ts';
import { type BatchWriter, type SegmentResult, type Write, writeStages } from './run-types.ts';
import type { ExecutionSealer } from './seal-result.ts';

/** A segment's result with the job that asked for it. */
export interface SegmentOutcome {
  readonly jobId: string;
  readonly result: SegmentResult;
}

/** An execution whose decision is sent by its node's hook (interface specification 6.2). */
export interface DecisionNotice {
  readonly executionId: string;
}

/** Enqueues the hooks of decisions, in the transaction that writes these. */
export type DecisionNotifier = (tx: Tx, scope: Scope, decisions: readonly DecisionNotice[]) => Promise<void>;

/** Writes, in the transaction that writes the results of segments, what other modules record of them. */
export type Recorder = (tx: Tx, scope: Scope, results: readonly SegmentResult[]) => Promise<void>;

export interface CommitTools {
  readonly database: Database;
  /** Removes the jobs in the same transaction. */
  finishJobs(tx: Tx, jobIds: readonly string[]): Promise<void>;
  readonly record: Recorder;
  /** Undefined while what is new is not sealed; absent: nothing is. Never called within a transaction. */
  readonly sealer?: ((scope: Scope) => Promise<ExecutionSealer | undefined>) | undefined;
  readonly notify: DecisionNotifier;
  /** Adds the jobs of segments that follow automatically, in the same transaction. */
  enqueueNext(tx: Tx, results: readonly SegmentResult[]): Promise<void>;
}

/**
 * Commits finished segments of one scope together: state, log, the nodes' writes, audit records, the next jobs, and the
 * end of their own. A segment whose fence was raised by another server node writes nothing; where the execution was ended
 * meanwhile, it writes its records of external calls. Returns the results that were written.
 */
export async function commitSegments(
  tools: CommitTools,
  scope: Scope,
  outcomes: readonly SegmentOutcome[],
): Promise<readonly SegmentResult[]> {
  const results = outcomes.map((outcome) => outcome.result);
  const seal = results.some(keepsNodeRuns) ? await tools.sealer?.(scope) : undefined;
  return tools.database.transaction(scope, async (tx) => {
    const held = await writeSegmentResults(tx, scope, results, seal);
    const own = results.filter((result) => held.has(result.execution.executionId));
    await insertNodeRuns(tx, scope, own);
    const lost = outcomes.filter(({ result }) => !held.has(result.execution.executionId));
    const ended = await endedMeanwhile(tx, scope, lost);
    const writes = [
      ...own.flatMap((result) => result.writes),
      ...ended.flatMap((result) => result.externalWrites),
    ];
    for (const [writer, rows] of groupWrites(writes)) await writer(tx, scope, rows as never[]);
    if (own.length > 0) await tools.record(tx, scope, own);
    await tools.enqueueNext(tx, own);
    const stated = own.filter(({ decision, reportTo }) =>
      (reportTo as readonly unknown[]).includes(decision),
    );
    if (stated.length > 0) {
      await tools.notify(
        tx,
        scope,
        stated.map(({ execution: { executionId } }) => ({ executionId })),
      );
    }
    const others = await jobsOfOthers(tx, scope, lost);
    const finished = outcomes.map(({ jobId }) => jobId).filter((jobId) => !others.has(jobId));
    await tools.finishJobs(tx, finished);
    return own;
  });
}

/** Rows by writer, in the order of their stages. */
function groupWrites(writes: readonly Write[]): Map<BatchWriter<never>, unknown[]> {
  const groups = new Map<BatchWriter<never>, unknown[]>();
  const ordered = writes.toSorted(
    (one, other) => writeStages.indexOf(one.stage) - writeStages.indexOf(other.stage),
  );
  for (const { writer, row } of ordered) {
    const rows = groups.get(writer);
    if (rows) rows.push(row);
    else groups.set(writer, [row]);
  }
  return groups;
}
