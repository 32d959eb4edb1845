import { type ExecutionFailureClass, type ExecutionState, type Phrase, phrase } from '@gatehouse/contract';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { Tx } from '../database/database.ts';
import type { JobQueue } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import type { SegmentJob } from './run-queries.ts';

/** A request to resume a failed execution. */
export interface Resumption {
  readonly executionId: string;
  /** Who resumes it, and why; both are kept in the audit log. */
  readonly actor: Actor;
  readonly reason: string;
}

export type ResumeResult =
  | { readonly kind: 'resumed'; readonly job: { readonly id: string; readonly data: SegmentJob } }
  | { readonly kind: 'notFound' }
  /** Why it cannot be resumed, for people. */
  | { readonly kind: 'refused'; readonly refusal: Phrase };

/**
 * Retention in days of what only the hosted pages of a flow need, after it has ended. Without it, the end user would be
 * asked to agree to an empty review.
 */
export const endedFlowDays = 7;

/** SQL: whether the end user's entries of an execution `e` are still there, or no longer needed. */
const hasEntries = `(e.source <> 'SDK' or e.finished_at >= now() - interval '${endedFlowDays} days'
  or exists (select from link l where l.tenant_id = e.tenant_id and l.domain = e.domain
    and l.execution_id = e.execution_id and l.end_reason = 'spent'))`;

/** SQL: whether an execution `e` can be resumed. */
export const canResume = `(e.state = 'FAILED' and e.resume_from is not null and ${hasEntries})`;

interface FailedRow {
  readonly state: ExecutionState;
  readonly segment: number;
  readonly failedNode: string | null;
  readonly failureClass: ExecutionFailureClass | null;
  readonly isPlaceKept: boolean;
  readonly canResume: boolean;
}

/**
 * Resumes a failed execution at its failed node: FAILED to RUNNING, with its job and its audit record in one
 * transaction. It takes no unit and stays the same execution. A webhook starts a new delivery; what a person submitted
 * in the failed step is used again. The node starts anew: its next run has its own time, after the failure.
 */
export async function resumeExecution(
  tx: Tx,
  scope: Scope,
  { executionId, actor, reason, queue }: Resumption & { readonly queue: JobQueue<SegmentJob> },
): Promise<ResumeResult> {
  const [failed] = await tx.sql<FailedRow & Record<string, unknown>>(
    `select state, segment, failure ->> 'nodeId' as "failedNode", failure ->> 'class' as "failureClass",
       resume_from is not null as "isPlaceKept", ${canResume} as "canResume"
     from execution e where tenant_id = $1 and domain = $2 and execution_id = $3 for update`,
    [scope.tenantId, scope.domain, executionId],
  );
  if (failed === undefined) return { kind: 'notFound' };
  const refusal = refusalOf(failed);
  if (refusal !== undefined) return { kind: 'refused', refusal };
  const jobId = newId();
  await tx.sql(
    `update execution e set state = 'RUNNING', job_id = $4, fence = e.fence + 1, owner_node = null, deaths = 0,
       node_id = e.resume_from ->> 'nodeId', risk_score = (e.resume_from ->> 'riskScore')::double precision,
       risk_reasons = e.resume_from -> 'riskReasons', failure = null, finished_at = null, updated_at = now(),
       resume_from = null, pending = case
         when jsonb_typeof(e.resume_from -> 'pending') is distinct from 'object' then null
         when e.resume_from #> '{pending,state,person}' is not null
           then jsonb_set(e.resume_from -> 'pending', '{startedAt}', 'null')
         else (e.resume_from -> 'pending') || '{"startedAt": null, "state": null}' end
     where e.tenant_id = $1 and e.domain = $2 and e.execution_id = $3`,
    [scope.tenantId, scope.domain, executionId, jobId],
  );
  const { tenantId, domain } = scope;
  const job = { id: jobId, data: { tenantId, domain, executionId, segment: failed.segment } };
  await queue.enqueue(tx, { ...job, local: true });
  await recordAudit(tx, scope, {
    actor,
    act: 'execution.resume',
    object: { kind: 'execution', id: executionId },
    detail: { nodeId: failed.failedNode, reason },
  });
  return { kind: 'resumed', job };
}

function refusalOf({ state, failureClass, isPlaceKept, canResume }: FailedRow): Phrase | undefined {
  if (state !== 'FAILED') return phrase('refusals.executionNotFailed', { status: state });
  if (canResume) return undefined;
  if (isPlaceKept) {
    return phrase('refusals.executionEntriesGone', { days: endedFlowDays });
  }
  return failureClass === 'abandoned'
    ? phrase('refusals.executionAbandoned')
    : phrase('refusals.executionTooOld');
}
