import type { Source, WorkflowEventType } from '@gatehouse/contract';
import type { Database } from '../../database/database.ts';
import { statement, type Tx } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';
import {
  type DomainKeys,
  openedColumns,
  type PersonalKeys,
  sealedColumnsOf,
} from '../../personal-keys/index.ts';
import type { TestRunSubject } from './execute-test-run.ts';

/** A submit that its workflow decided, with the result of its nodes. */
export interface PastSubmit extends TestRunSubject {
  readonly executionId: string;
  readonly caseNo: string | null;
  readonly workflowId: string;
  readonly workflowVersion: number;
  readonly outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The node that decided. What people resolved afterwards is no outcome of the workflow. */
  readonly decidedAt: string;
  readonly riskScore: number | null;
}

interface Row {
  execution_id: string;
  sealed: Buffer | null;
  wrappedKey: Buffer | null;
  case_no: string | null;
  workflow_id: string;
  workflow_version: number;
  customer_id: string;
  customer_type: string | null;
  customer_name: string | null;
  profile: Record<string, unknown> | null;
  id_type: string | null;
  id_number: string | null;
  data: Record<string, unknown>;
  outputs: Record<string, Record<string, unknown>>;
  node_id: string;
  risk_score: number | null;
}

const select = `select e.execution_id, r.case_no, e.workflow_id, e.workflow_version, e.customer_id, c.customer_type, c.name as customer_name, c.profile, c.id_type,
    c.id_number, e.data, e.outputs, ${sealedColumnsOf('e')}, e.node_id, e.risk_score
  from execution e
  left join customer c on c.tenant_id = e.tenant_id and c.domain = e.domain and c.customer_id = e.customer_id
  left join case_record r on r.tenant_id = e.tenant_id and r.domain = e.domain and r.execution_id = e.execution_id`;

/** The newest decided submits of an event and source, newest first. */
export async function readPastSubmits(
  { database, personalKeys }: { readonly database: Database; readonly personalKeys: PersonalKeys },
  scope: Scope,
  of: {
    readonly eventType: WorkflowEventType;
    readonly source: Source;
    readonly last: number /** An execution: only older ones. */;
    readonly before: string | undefined;
  },
): Promise<PastSubmit[]> {
  const keys = await personalKeys.ofDomain(scope);
  const rows = await database.read(
    scope,
    statement<Row>(
      `${select}
       where e.tenant_id = $1 and e.domain = $2 and e.event_type = $3 and e.source = $4 and e.decision is not null and e.node_id is not null
         and ($6::uuid is null or e.execution_id < $6)
       order by e.execution_id desc limit $5`,
      [scope.tenantId, scope.domain, of.eventType, of.source, of.last, of.before ?? null],
    ),
  );
  return rows.flatMap((row) => submitOf(row, scope, keys) ?? []);
}

/** These executions, as far as a workflow decided them. */
export async function readDecidedSubmits(
  tx: Tx,
  scope: Scope,
  { executionIds, keys }: { readonly executionIds: readonly string[]; readonly keys: DomainKeys },
): Promise<PastSubmit[]> {
  const rows = await tx.sql<Row & Record<string, unknown>>(
    `${select}
     where e.tenant_id = $1 and e.domain = $2 and e.execution_id = any($3::uuid[]) and e.decision is not null and e.node_id is not null`,
    [scope.tenantId, scope.domain, executionIds],
  );
  return rows.flatMap((row) => submitOf(row, scope, keys) ?? []);
}

/** Undefined where its key is gone: what cannot be read is run by no draft. */
function submitOf(row: Row, scope: Scope, keys: DomainKeys): PastSubmit | undefined {
  const opened = openedColumns(keys, scope, { ...row, executionId: row.execution_id });
  if (opened.isKeyMissing) return undefined;
  return {
    executionId: row.execution_id,
    caseNo: row.case_no,
    workflowId: row.workflow_id,
    workflowVersion: row.workflow_version,
    customer: {
      customerId: row.customer_id,
      customerType: row.customer_type,
      name: row.customer_name,
      profile: row.profile ?? {},
      idType: row.id_type,
      idNumber: row.id_number,
    },
    data: opened.data,
    outputs: opened.outputs,
    decidedAt: row.node_id,
    riskScore: row.risk_score,
  };
}

/** The revision of the tenant's own list that a screening would search now. */
export async function readWatchlistRevision(database: Database, scope: Scope): Promise<number> {
  const [row] = await database.read(
    scope,
    statement<{ revision: number }>(
      'select watchlist_revision as revision from tenant where tenant_id = $1',
      [scope.tenantId],
    ),
  );
  return row?.revision ?? 0;
}
