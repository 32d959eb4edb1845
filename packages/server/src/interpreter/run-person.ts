import type { Tx } from '../database/database.ts';
import type { JobQueue } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import type { SegmentJob } from './run-queries.ts';
import type { PersonPause } from './run-types.ts';

/** What an end user gave in a step. */
export interface SubmittedStep {
  readonly executionId: string;
  readonly nodeId: string;
  /** The one with which the step waits. */
  readonly callbackKey: string;
  /** For the node, which is called again with it. */
  readonly given: unknown;
  /** What it adds to the execution's `data`; later expressions read it there. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Takes what a person gave, in the transaction of its record: the execution goes on by a job of the same commit, so
 * that whoever was told that a step is saved finds it taken, whatever dies after. Only the step that waits with this
 * key takes anything; the fence is raised, so that nobody's older segment can be written over it.
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
  await queue.enqueue(tx, { ...job, here: true });
  return job;
}

/** An earlier step that a person opens again. */
export interface ReopenedStep {
  readonly executionId: string;
  /** The key with which the execution waits now. */
  readonly callbackKey: string;
  readonly nodeId: string;
  readonly state: PersonPause;
  /** Nodes whose outputs are taken back: the step's own, and those of the steps after it. */
  readonly takenBack: readonly string[];
}

/** Lets the execution wait at an earlier step. The log keeps that the steps were done before. */
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
