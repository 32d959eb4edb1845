import type { AutomaticDecision, ExecutionState } from '@gatehouse/contract';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { Tx } from '../database/database.ts';
import { maxCrashes, poisonReason } from '../jobs/index.ts';
import type { Scope } from '../lib/scope.ts';

/** A decision of people on an execution that waits at a manual decision node. */
export interface Resolution {
  readonly executionId: string;
  readonly decision: AutomaticDecision;
  /** Who decided; is in the audit log. */
  readonly actor: Actor;
}

export interface Cancellation {
  readonly executionId: string;
  /** In words of who cancelled, where the record of no case has them. */
  readonly reason?: string;
  /** Who cancelled; is in the audit log. */
  readonly actor: Actor;
}

/** Result of a request to end an execution; repeated, it is `unchanged` and writes nothing. */
export type EndResult =
  /** `tells`: the node's hook hasHook this decision. */
  | { readonly kind: 'ended'; readonly hasHook: boolean }
  /** The execution is in a state that the request does not apply to; `undefined` when it does not exist. */
  | { readonly kind: 'unchanged'; readonly state: ExecutionState | undefined };

/**
 * Completes an execution by a decision of people, in the transaction that resolves its case. Only one that waits
 * at a manual decision can be completed (interface specification 3.1: an execution stopped at a review node is not
 * final).
 */
export async function completeByDecision(tx: Tx, scope: Scope, resolution: Resolution): Promise<EndResult> {
  const { executionId, decision, actor } = resolution;
  const ended = await tx.sql<{ node_id: string; hasHook: boolean }>(
    `with waiting as (
       select pending from execution
       where tenant_id = $1 and domain = $2 and execution_id = $3 and state = 'WAITING' and decision = 'manual'
       for update
     )
     update execution e set state = 'COMPLETED', decision = $4, pending = null, fence = e.fence + 1,
       updated_at = now(), finished_at = now()
     from waiting
     where e.tenant_id = $1 and e.domain = $2 and e.execution_id = $3
     returning e.node_id, coalesce(waiting.pending -> 'state' -> 'reportTo' ? $4, false) as "hasHook"`,
    [scope.tenantId, scope.domain, executionId, decision],
  );
  const [execution] = ended;
  if (!execution) return unchanged(tx, scope, executionId);
  await recordAudit(tx, scope, {
    actor,
    act: 'execution.complete',
    object: { kind: 'execution', id: executionId },
    detail: { nodeId: execution.node_id, decision },
  });
  return { kind: 'ended', hasHook: execution.hasHook };
}

/**
 * Cancels an execution that has not ended. What it waits for is closed, and a segment under way commits
 * nothing any more: its fence is raised and its state is final.
 */
export async function endByCancellation(
  tx: Tx,
  scope: Scope,
  cancellation: Cancellation,
): Promise<EndResult> {
  const { executionId, actor, reason } = cancellation;
  const ended = await tx.sql<{ node_id: string | null }>(
    `update execution set state = 'CANCELLED', fence = fence + 1, owner_node = null, job_id = null,
       pending = null, due_at = null, updated_at = now(), finished_at = now()
     where tenant_id = $1 and domain = $2 and execution_id = $3 and state in ('RUNNING', 'WAITING')
     returning node_id`,
    [scope.tenantId, scope.domain, executionId],
  );
  const [execution] = ended;
  if (!execution) return unchanged(tx, scope, executionId);
  await recordAudit(tx, scope, {
    actor,
    act: 'execution.cancel',
    object: { kind: 'execution', id: executionId },
    detail: { nodeId: execution.node_id, ...(reason === undefined ? {} : { reason }) },
  });
  return { kind: 'ended', hasHook: false };
}

/**
 * Fails an execution that crashed every server node that ran it, unless one has claimed it since. Returns its current workflow
 * node, or undefined when it runs again or has ended.
 */
export async function failPoisonExecution(
  tx: Tx,
  scope: Scope,
  { executionId, fence }: { readonly executionId: string; readonly fence: number },
): Promise<{ readonly nodeId: string | null } | undefined> {
  const [execution] = await tx.sql<{ nodeId: string | null; riskScore: number | null }>(
    `update execution e set state = 'FAILED', fence = e.fence + 1, owner_node = null, job_id = null, pending = null,
       due_at = null, failure = jsonb_build_object('nodeId', e.node_id, 'reason', $4::text, 'class', 'crash'),
       resume_from = jsonb_build_object('nodeId', e.node_id, 'pending', e.pending, 'riskScore', e.risk_score,
         'riskReasons', e.risk_reasons),
       updated_at = now(), finished_at = now()
     where e.tenant_id = $1 and e.domain = $2 and e.execution_id = $3 and e.state = 'RUNNING'
       and e.fence = $5
     returning e.node_id as "nodeId", e.risk_score as "riskScore"`,
    [scope.tenantId, scope.domain, executionId, poisonReason, fence],
  );
  if (!execution) return undefined;
  const { nodeId, riskScore } = execution;
  await recordAudit(tx, scope, {
    actor: { kind: 'system', id: 'interpreter' },
    act: 'execution.fail',
    object: { kind: 'execution', id: executionId },
    detail: { nodeId, decision: null, riskScore, failedNode: nodeId, deaths: maxCrashes },
  });
  return { nodeId };
}

/**
 * Fails an execution that waits for an end user who left; returns whether it did, and changes nothing of one that
 * continued meanwhile.
 */
export async function failAbandoned(
  tx: Tx,
  scope: Scope,
  { executionId, reason }: { readonly executionId: string; readonly reason: string },
): Promise<boolean> {
  const [execution] = await tx.sql<{ nodeId: string; riskScore: number | null }>(
    `update execution e set state = 'FAILED', fence = e.fence + 1, owner_node = null, job_id = null, pending = null,
       due_at = null, failure = jsonb_build_object('nodeId', e.node_id, 'reason', $4::text, 'class', 'abandoned'),
       resume_from = null, updated_at = now(), finished_at = now()
     where e.tenant_id = $1 and e.domain = $2 and e.execution_id = $3 and e.state = 'WAITING' and e.decision is null
       and e.pending -> 'state' -> 'person' is not null and e.pending -> 'state' -> 'given' is null
     returning e.node_id as "nodeId", e.risk_score as "riskScore"`,
    [scope.tenantId, scope.domain, executionId, reason],
  );
  if (execution === undefined) return false;
  const { nodeId, riskScore } = execution;
  await recordAudit(tx, scope, {
    actor: { kind: 'system', id: 'hosted' },
    act: 'execution.fail',
    object: { kind: 'execution', id: executionId },
    detail: { nodeId, decision: null, riskScore, failedNode: nodeId, reason },
  });
  return true;
}

async function unchanged(tx: Tx, scope: Scope, executionId: string): Promise<EndResult> {
  const [row] = await tx.sql<{ state: ExecutionState }>(
    'select state from execution where tenant_id = $1 and domain = $2 and execution_id = $3',
    [scope.tenantId, scope.domain, executionId],
  );
  return { kind: 'unchanged', state: row?.state };
}
