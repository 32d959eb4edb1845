import type { CaseState, CaseSummary, WorkflowEventType } from '@gatehouse/contract';
import { type CaseStanding, currentGroup } from './case-moves.ts';

/** A case as lists and acts read it. */
export interface CaseRow extends CaseStanding {
  readonly domain: string;
  readonly caseNo: string;
  readonly executionId: string;
  readonly status: CaseState;
  readonly customerId: string;
  readonly customerName: string | null;
  readonly eventType: WorkflowEventType;
  readonly riskScore: number | null;
  readonly revision: number;
  readonly openedAt: Date;
  readonly resolvedAt: Date | null;
}

/** Its columns, of a `case_record c`. */
export const caseColumns = `c.domain, c.case_no as "caseNo", c.execution_id as "executionId", c.status,
  c.customer_id as "customerId", c.customer_name as "customerName", c.event_type as "eventType",
  c.risk_score as "riskScore", c.groups, c.group_index as "groupIndex", c.assignee, c.revision,
  c.opened_at as "openedAt", c.resolved_at as "resolvedAt"`;

export function summarize(row: CaseRow): CaseSummary {
  return {
    domain: row.domain,
    caseNo: row.caseNo,
    status: row.status,
    customerId: row.customerId,
    customerName: row.customerName,
    eventType: row.eventType,
    riskScore: row.riskScore,
    groups: [...row.groups],
    groupIndex: row.groupIndex,
    group: currentGroup(row),
    assignee: row.assignee,
    revision: row.revision,
    openedAt: row.openedAt.getTime(),
    resolvedAt: row.resolvedAt?.getTime() ?? null,
  };
}
