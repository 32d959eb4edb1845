import type { Tx } from '../database/database.ts';
import type { JobQueue } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import type { SegmentJob } from './run-queries.ts';
import type { EndUserStepState } from './run-types.ts';

/** An end user's submission of a step. */
export interface SubmittedStep {
  readonly executionId: string;
  readonly nodeId: string;
  /** The key that the waiting step expects. */
  readonly callbackKey: string;
  /** Passed to the node when it is called again. */
  readonly given: unknown;
  /** What it adds to the execution's `data`; later expressions read it there. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Stores a submission in the transaction of its record. The next segment's job is in the same commit, so that an
 * acknowledged step survives any crash. Only the step that waits with this key takes it. The fence is raised, so that
 * no older segment can be written over it.
 */
export async function submitStep(
  tx: Tx,
  scope: Scope,
  step: SubmittedStep & { readonly queue: JobQueue<SegmentJob> },
): Promise<{ id: string; data: SegmentJob } | undefined> {
  const { executionId, nodeId, callbackKey, given: submitted, data, queue } = step;
  const jobId = newId();
  const [row] = await tx.sql<{ segment: number }>(
    `update execution set state = 'RUNNING', job_id = $6, fence = fence + 1, owner_node = null,
       pending = jsonb_set(pending, '{state,given}', $7::jsonb), data = data || $8::jsonb, updated_at = now()
     where tenant_id = $1 and domain = $2 and execution_id = $3 and state = 'WAITING' and node_id = $4
       and pending #>> '{state,person,callbackKey}' = $5
     returning segment`,
    [
      scope.tenantId,
      scope.domain,
      executionId,
      nodeId,
      callbackKey,
      jobId,
      JSON.stringify(submitted),
      JSON.stringify(data),
    ],
  );
  if (!row) return undefined;
  const { tenantId, domain } = scope;
  const job = { id: jobId, data: { tenantId, domain, executionId, segment: row.segment } };
  await queue.enqueue(tx, { ...job, local: true });
  return job;
}

/** An earlier step that a person reopens. */
export interface ReopenedStep {
  readonly executionId: string;
  /** The key with which the execution waits now. */
  readonly callbackKey: string;
  readonly nodeId: string;
  readonly state: EndUserStepState;
  /** Nodes whose outputs are withdrawn: the step's own, and those of the steps after it. */
  readonly takenBack: readonly string[];
}

/** Sets the execution back to wait at an earlier step. Its earlier node runs stay in the log. */
export async function reopenStep(tx: Tx, scope: Scope, step: ReopenedStep): Promise<boolean> {
  const rows = await tx.sql(
    `update execution set node_id = $5, fence = fence + 1, outputs = outputs - $6::text[], updated_at = now(),
       pending = jsonb_build_object('startedAt', to_jsonb(now()), 'input', null, 'state', $7::jsonb)
     where tenant_id = $1 and domain = $2 and execution_id = $3 and state = 'WAITING'
       and pending #>> '{state,person,callbackKey}' = $4
     returning 1`,
    [
      scope.tenantId,
      scope.domain,
      step.executionId,
      step.callbackKey,
      step.nodeId,
      [...step.takenBack],
      JSON.stringify(step.state),
    ],
  );
  return rows.length > 0;
}
