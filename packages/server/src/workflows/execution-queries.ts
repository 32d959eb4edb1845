import type { CaseState, DecisionOutcome, EventType, ExecutionState, Source } from '@gatehouse/contract';
import type { Database } from '../database/database.ts';
import { statement } from '../database/index.ts';
import type { EndUserStepState } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';

/** An execution with its case, as far as callers may see it. */
export interface ExecutionView {
  readonly state: ExecutionState;
  readonly riskScore: number | null;
  readonly riskReasons: readonly string[];
  readonly decision: DecisionOutcome | null;
  readonly caseNo: string | null;
  readonly caseStatus: CaseState | null;
  readonly resolvedAt: Date | null;
  readonly nodeId: string | null;
  /** The end user's step that it waits at. */
  readonly person: EndUserStepState['person'] | null;
}

/** Reads an execution of this scope; undefined for every other id. */
export async function readExecution(
  database: Database,
  scope: Scope,
  executionId: string,
): Promise<ExecutionView | undefined> {
  const [view] = await database.read(
    scope,
    statement<ExecutionView>(
      `select e.state, e.risk_score as "riskScore", e.risk_reasons as "riskReasons", e.decision,
         c.case_no as "caseNo", c.status as "caseStatus", c.resolved_at as "resolvedAt", e.node_id as "nodeId",
         case when e.state = 'WAITING' then e.pending #> '{state,person}' end as person
       from execution e
       left join case_record c
         on c.tenant_id = e.tenant_id and c.domain = e.domain and c.execution_id = e.execution_id
       where e.tenant_id = $1 and e.domain = $2 and e.execution_id = $3`,
      [scope.tenantId, scope.domain, executionId],
    ),
  );
  return view;
}

/** The customer's executions of one route that a recovery query is about (interface specification 4.4). */
export interface CustomerExecutions {
  /** The completed execution that ended last. */
  readonly completed: { readonly executionId: string; readonly approved: boolean } | undefined;
  /** The newest one still in progress. */
  readonly running: string | undefined;
}

export async function findCustomerExecutions(
  database: Database,
  scope: Scope,
  customer: { customerId: string; eventType: EventType; source: Source },
): Promise<CustomerExecutions> {
  const rows = await database.read(
    scope,
    statement<{ execution_id: string; status: CaseState | null; completed: boolean }>(
      `select distinct on (e.state = 'COMPLETED') e.execution_id, c.status, e.state = 'COMPLETED' as completed
       from execution e
       left join case_record c
         on c.tenant_id = e.tenant_id and c.domain = e.domain and c.execution_id = e.execution_id
       where e.tenant_id = $1 and e.domain = $2 and e.customer_id = $3 and e.event_type = $4 and e.source = $5
         and e.state in ('COMPLETED', 'RUNNING', 'WAITING')
       order by e.state = 'COMPLETED',
         case when e.state = 'COMPLETED' then e.finished_at else e.created_at end desc, e.execution_id desc`,
      [scope.tenantId, scope.domain, customer.customerId, customer.eventType, customer.source],
    ),
  );
  const completed = rows.find((row) => row.completed);
  return {
    completed: completed && {
      executionId: completed.execution_id,
      approved: completed.status === 'APPROVED',
    },
    running: rows.find((row) => !row.completed)?.execution_id,
  };
}
