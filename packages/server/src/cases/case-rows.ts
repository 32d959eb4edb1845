import type { CaseState, CaseSummary, TrueMatchPolicy, WorkflowEventType } from '@gatehouse/contract';
import type { PendingDecision } from './case-hold.ts';
import { type CaseProgress, currentGroup, type Proposal } from './case-transitions.ts';

/** A case as lists and acts read it. */
export interface CaseRow extends CaseProgress {
  readonly domain: string;
  readonly caseNo: string;
  readonly executionId: string;
  readonly status: CaseState;
  readonly customerId: string;
  readonly customerName: string | null;
  readonly eventType: WorkflowEventType;
  readonly riskScore: number | null;
  readonly revision: number;
  readonly fourEyes: boolean;
  readonly proposal: Proposal | null;
  /** Of the decision node that opened it; null where that states none. */
  readonly policy: TrueMatchPolicy | null;
  readonly pending: PendingDecision | null;
  /** Until the pending decision takes effect, at the time of reading; null without one. */
  readonly releasesInMs: number | null;
  readonly openedAt: Date;
  readonly dueAt: Date | null;
  readonly resolvedAt: Date | null;
  readonly countries: readonly string[];
  readonly topHit: CaseSummary['topHit'];
  readonly riskReasons: readonly string[];
}

/** Its columns, of a `case_record c`. */
export const caseColumns = `c.domain, c.case_no as "caseNo", c.execution_id as "executionId", c.status,
  c.customer_id as "customerId", c.customer_name as "customerName", c.event_type as "eventType",
  c.risk_score as "riskScore", c.groups, c.group_index as "groupIndex", c.assignee, c.revision,
  c.four_eyes as "fourEyes", c.proposal, c.policy, c.pending,
  case when c.pending is not null then greatest(0, extract(epoch from c.pending_until - clock_timestamp()) * 1000)::int end
    as "releasesInMs", c.opened_at as "openedAt", c.due_at as "dueAt", c.resolved_at as "resolvedAt", c.countries,
  c.top_hit as "topHit", c.reasons as "riskReasons"`;

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
    fourEyes: row.fourEyes,
    proposal: row.proposal && {
      decision: row.proposal.decision,
      by: row.proposal.by,
      reason: row.proposal.reason ?? null,
    },
    pending: row.pending && {
      decision: row.pending.decision,
      by: row.pending.by,
      reason: row.pending.reason,
      releasesInMs: row.releasesInMs ?? 0,
    },
    openedAt: row.openedAt.getTime(),
    dueAt: row.dueAt?.getTime() ?? null,
    resolvedAt: row.resolvedAt?.getTime() ?? null,
    countries: [...row.countries],
    topHit: row.topHit,
    riskReasons: [...row.riskReasons],
  };
}
