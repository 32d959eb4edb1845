import type { ConsoleData } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

export type CaseRulesPreview = ConsoleData<'settings.forecastCases'>['domains'][number];

/** Counts the open cases of a domain that would be over their time now, had they been opened under these rules. */
export async function previewCaseRules(
  tx: Tx,
  scope: Scope,
  rules: {
    readonly dueHours: number | undefined;
    readonly urgent: { readonly riskFrom: number; readonly dueHours: number } | undefined;
  },
): Promise<CaseRulesPreview> {
  const [counts] = await tx.sql<Omit<CaseRulesPreview, 'domain'>>(
    `select count(*)::int as open,
       (count(*) filter (where c.due_at < now()))::int as overdue,
       (count(*) filter (where d.due_at < now()))::int as would,
       (count(*) filter (where d.due_at between now() and now() + interval '4 hours'))::int as "wouldSoon"
     from case_record c, lateral (
       select c.opened_at + make_interval(secs => 3600 * case when c.risk_score >= $4::double precision
         then $5::double precision else $3::double precision end) as due_at
     ) d
     where c.tenant_id = $1 and c.domain = $2 and c.resolved_at is null`,
    [
      scope.tenantId,
      scope.domain,
      rules.dueHours ?? null,
      rules.urgent?.riskFrom ?? null,
      rules.urgent?.dueHours ?? null,
    ],
  );
  return { domain: scope.domain, ...counts! };
}
