import type { CaseRisk } from '@gatehouse/contract';
import type { Database, Query, Tx } from '../database/database.ts';
import { statement } from '../database/index.ts';
import type { Scope } from '../lib/scope.ts';
import { type LoggedRisk, riskBreakdown } from '../workflows/index.ts';

/** How the risk score of a case came about; undefined when the case is not there. */
export async function readCaseRisk(
  database: Database,
  scope: Scope,
  caseNo: string,
): Promise<CaseRisk | undefined> {
  const [row] = await database.read(scope, riskOf(scope, caseNo));
  return row && riskBreakdown(row);
}

/** As `readCaseRisk`, in a transaction that reads more. */
export async function readCaseRiskIn(tx: Tx, scope: Scope, caseNo: string): Promise<CaseRisk | undefined> {
  const [row] = await tx.run(riskOf(scope, caseNo));
  return row && riskBreakdown(row);
}

/** The last node that set a score counts: each sets it anew. */
function riskOf(scope: Scope, caseNo: string): Query<LoggedRisk> {
  return statement<LoggedRisk>(
    `select c.risk_score as score, c.reasons, n.node
       from case_record c
       join execution e on e.tenant_id = c.tenant_id and e.domain = c.domain and e.execution_id = c.execution_id
       left join workflow_version w on w.tenant_id = e.tenant_id and w.domain = e.domain
         and w.workflow_id = e.workflow_id and w.version = e.workflow_version
       left join lateral (
         select v.node_id from gatehouse.node_runs(c.tenant_id, c.domain, c.execution_id) v
         where v.node_type = 'risk-score' and v.output ? 'score'
         order by v.sequence desc limit 1
       ) v on true
       left join lateral (
         select node from jsonb_array_elements(w.definition -> 'nodes') node where node ->> 'id' = v.node_id
       ) n on true
       where c.tenant_id = $1 and c.domain = $2 and c.case_no = $3`,
    [scope.tenantId, scope.domain, caseNo],
  );
}
