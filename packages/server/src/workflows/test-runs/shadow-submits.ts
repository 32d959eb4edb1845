import type { Database, Tx } from '../../database/database.ts';
import { statement } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';

/** Where an execution is. */
export interface ExecutionState {
  /** It ended without a decision of its workflow, or has one. */
  readonly isOver: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** The executions of a version that were created in a time, oldest first. */
export async function readCreated(
  database: Database,
  scope: Scope,
  of: {
    readonly workflowId: string;
    readonly workflowVersion: number;
    readonly comparedUntil: Date;
    readonly until: Date;
  },
): Promise<string[]> {
  const rows = await database.read(
    scope,
    statement<{ id: string }>(
      `select execution_id as id from execution
       where tenant_id = $1 and domain = $2 and created_at > $3 and created_at <= $4 and workflow_id = $5 and workflow_version = $6
       order by created_at, execution_id`,
      [scope.tenantId, scope.domain, of.comparedUntil, of.until, of.workflowId, of.workflowVersion],
    ),
  );
  return rows.map(({ id }) => id);
}

/** Where these executions are; those that were erased are missing. */
export async function readStates(
  tx: Tx,
  scope: Scope,
  executionIds: readonly string[],
): Promise<ReadonlyMap<string, ExecutionState>> {
  const rows = await tx.sql<ExecutionState & { id: string }>(
    `select execution_id as id, state in ('COMPLETED', 'FAILED', 'CANCELLED') as "isOver",
       (extract(epoch from created_at) * 1000)::bigint as "createdAt"
     from execution where tenant_id = $1 and domain = $2 and execution_id = any($3::uuid[])`,
    [scope.tenantId, scope.domain, executionIds],
  );
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}
