import { type CaseState, type ExecutionState, type Phrase, phrase } from '@gatehouse/contract';
import type { Actor } from '../audit/index.ts';
import type { Database } from '../database/database.ts';
import type { Interpreter } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';

export interface CancelTools {
  readonly database: Database;
  readonly interpreter: Pick<Interpreter, 'cancelExecution'>;
}

export interface CancelRequest {
  readonly executionId: string;
  /** The state that the person saw. */
  readonly expectedNodeId: string | null;
  readonly reason: string;
  readonly actor: Actor;
}

export type CancelOutcome =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'notFound' }
  /** Why it cannot be cancelled. */
  | { readonly kind: 'refused'; readonly refusal: Phrase };

interface ExecutionStateRow {
  readonly state: ExecutionState;
  readonly nodeId: string | null;
  readonly caseNo: string | null;
  readonly caseStatus: CaseState | null;
  readonly isCaseOpen: boolean;
}

/**
 * Cancels an execution that people want no more: execution, deliveries and audit record in one transaction. One with an
 * open case is cancelled by its case, whose groups and holder say who may.
 */
export function cancelByPerson(
  tools: CancelTools,
  scope: Scope,
  request: CancelRequest,
): Promise<CancelOutcome> {
  const { executionId, expectedNodeId, reason, actor } = request;
  const refused = (refusal: Phrase) => ({ kind: 'refused', refusal }) as const;
  return tools.database.transaction(scope, async (tx): Promise<CancelOutcome> => {
    const [row] = await tx.sql<ExecutionStateRow & Record<string, unknown>>(
      `select e.state, e.node_id as "nodeId", c.case_no as "caseNo",
         coalesce(c.resolved_at is null and c.case_no is not null, false) as "isCaseOpen"
       from execution e
       left join case_record c
         on c.tenant_id = e.tenant_id and c.domain = e.domain and c.execution_id = e.execution_id
       where e.tenant_id = $1 and e.domain = $2 and e.execution_id = $3 for update of e`,
      [scope.tenantId, scope.domain, executionId],
    );
    if (row === undefined) return { kind: 'notFound' };
    const { state, nodeId, caseNo, isCaseOpen } = row;
    if (state !== 'RUNNING' && state !== 'WAITING')
      return refused(phrase('refusals.executionEnded', { status: state }));
    if (isCaseOpen) return refused(phrase('refusals.executionHasCase', { caseNo: caseNo! }));
    if (nodeId !== expectedNodeId) {
      return refused(
        nodeId === null
          ? phrase('refusals.executionAtStart')
          : phrase('refusals.executionMovedOn', { node: nodeId }),
      );
    }
    const result = await tools.interpreter.cancelExecution(tx, scope, { executionId, reason, actor });
    if (result.kind === 'refused') return refused(result.refusal);
    return { kind: 'cancelled' };
  });
}
