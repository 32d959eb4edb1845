import type { CaseState, DecisionOutcome } from '@gatehouse/contract';
import type { Database } from '../database/database.ts';
import { statement } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import type { Values } from './advance.ts';
import type { CustomerFacts } from './run-types.ts';

/** The values that expressions are evaluated on. */
export interface ValueSources {
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
  readonly customer: CustomerFacts;
  /** Null until a case exists. */
  readonly case: Readonly<Record<string, unknown>> | null;
  readonly riskScore: number | null;
}

/** The names that expressions see. */
export function expressionValues(sources: ValueSources): Values {
  const { outputs, data, customer, riskScore } = sources;
  return {
    ...outputs,
    data,
    customer: {
      ...customer.profile,
      customerId: customer.customerId,
      customerType: customer.customerType,
      name: customer.name,
      idType: customer.idType,
      idNumber: customer.idNumber,
    },
    case: sources.case,
    riskScore,
  };
}

/** An execution after its decision, as its hook's expressions see it. */
export interface DecidedExecution {
  readonly workflowId: string;
  readonly workflowVersion: number;
  /** The decision node. */
  readonly nodeId: string;
  readonly decision: DecisionOutcome;
  readonly values: Values;
  /** Its data and outputs cannot be read: the values lack them. */
  readonly isKeyMissing: boolean;
}

interface DecidedRow {
  workflow_id: string;
  workflow_version: number;
  node_id: string;
  decision: DecisionOutcome;
  data: Record<string, unknown>;
  outputs: Record<string, unknown>;
  risk_score: number | null;
  customer_id: string;
  customer_type: string | null;
  customer_name: string | null;
  profile: Record<string, unknown> | null;
  id_type: string | null;
  id_number: string | null;
  case_no: string | null;
  status: CaseState | null;
  case_risk_score: number | null;
  resolved_at: Date | null;
}

/** How data and outputs of an execution are read that may be sealed. */
export interface DecidedContent<Columns> {
  /** SQL: more columns of an execution `e`. */
  readonly columns: string;
  open(row: Columns & Pick<DecidedRow, 'data' | 'outputs'>): Pick<DecidedRow, 'data' | 'outputs'> & {
    readonly isKeyMissing: boolean;
  };
}

/** Reads an execution that was decided, with its case; undefined when there is none. */
export async function readDecided<Columns extends object>(
  database: Database,
  scope: Scope,
  { executionId, content }: { readonly executionId: string; readonly content: DecidedContent<Columns> },
): Promise<DecidedExecution | undefined> {
  const [row] = await database.read(
    scope,
    statement<DecidedRow & Columns>(
      `select ${content.columns}, e.workflow_id, e.workflow_version, e.node_id, e.decision, e.data, e.outputs, e.risk_score,
         e.customer_id, c.customer_type, c.name as customer_name, c.profile, c.id_type, c.id_number,
         r.case_no, r.status, r.risk_score as case_risk_score, r.resolved_at
       from execution e
       left join customer c on c.tenant_id = e.tenant_id and c.domain = e.domain and c.customer_id = e.customer_id
       left join case_record r
         on r.tenant_id = e.tenant_id and r.domain = e.domain and r.execution_id = e.execution_id
       where e.tenant_id = $1 and e.domain = $2 and e.execution_id = $3
         and e.decision is not null and e.node_id is not null`,
      [scope.tenantId, scope.domain, executionId],
    ),
  );
  return row && decidedExecution({ ...row, ...content.open(row) });
}

function decidedExecution(row: DecidedRow & Pick<DecidedExecution, 'isKeyMissing'>): DecidedExecution {
  return {
    workflowId: row.workflow_id,
    workflowVersion: row.workflow_version,
    nodeId: row.node_id,
    decision: row.decision,
    isKeyMissing: row.isKeyMissing,
    values: expressionValues({
      outputs: row.outputs,
      data: row.data,
      customer: {
        customerId: row.customer_id,
        customerType: row.customer_type,
        name: row.customer_name,
        profile: row.profile ?? {},
        idType: row.id_type,
        idNumber: row.id_number,
      },
      case: row.case_no === null ? null : caseValues(row),
      riskScore: row.risk_score,
    }),
  };
}

function caseValues(row: DecidedRow): Record<string, unknown> {
  return {
    caseNo: row.case_no,
    caseStatus: row.status,
    riskScore: row.case_risk_score,
    resolvedAt: row.resolved_at?.getTime() ?? null,
  };
}
