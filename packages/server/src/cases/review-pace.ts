import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { decidedByPerson } from './period-figures.ts';

/** How long people of a domain work on a case. */
export interface ReviewPace {
  /** The median time from when a case was last claimed or assigned to its resolution. */
  readonly medianMs: number;
  /** Cases that it comes from. */
  readonly cases: number;
}

/** Cases of so many days count, at most so many, and of fewer than so many nothing is said. */
const days = 90;
const maxCases = 500;
const minCases = 5;

/** The domain's own pace, from what is recorded of resolved cases; null while too few were resolved. */
export async function readReviewPace(tx: Tx, scope: Scope): Promise<ReviewPace | null> {
  const [row] = await tx.sql<{ median: number | null; cases: number }>(
    `with resolved as (
       select c.case_no, c.opened_at, c.resolved_at from case_record c
       where c.tenant_id = $1 and c.domain = $2 and c.resolved_at > now() - interval '${days} days' and ${decidedByPerson}
       order by c.resolved_at desc limit ${maxCases}
     )
     select round(1000 * percentile_cont(0.5) within group
       (order by extract(epoch from r.resolved_at - coalesce(t.at, r.opened_at))::double precision))::double precision as median,
       count(*)::int as cases
     from resolved r left join lateral (
       select max(a.at) as at from audit_event a
       where a.tenant_id = $1 and a.domain = $2 and a.object_kind = 'case' and a.object_id = r.case_no
         and a.act in ('case.claim', 'case.assign') and a.at <= r.resolved_at
     ) t on true`,
    [scope.tenantId, scope.domain],
  );
  if (row === undefined || row.median === null || row.cases < minCases) return null;
  return { medianMs: row.median, cases: row.cases };
}
