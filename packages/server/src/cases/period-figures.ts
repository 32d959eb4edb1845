import type { DayOfCases, GroupWork } from '@gatehouse/contract';
import type { CountedDays } from '../console-api/index.ts';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

/** Figures of a period about cases; docs/console.md says what each counts, `case-list.ts` lists the cases behind it. */

/** That a person resolved a `case_record c`. */
export const decidedByPerson = 'c.resolved_at is not null and c.assignee is not null';

/** That a decision node resolved it: it was opened and resolved in one transaction, at one instant. */
export const decidedByNode = 'c.resolved_at = c.opened_at';

/** That it was opened with a hit that no earlier ruling suppressed. */
export const openedWithHits = `c.hit_sources <> '{}'`;

interface DayRow {
  /** From 1. */
  readonly day: number;
  readonly alerts: number;
  readonly people: number;
  readonly nodes: number;
}

/** Alerts and decisions of each day; a day without any has zeros. */
export async function countDays(
  tx: Tx,
  scope: Scope,
  { days, period }: CountedDays,
): Promise<readonly DayOfCases[]> {
  const counted = (name: string, time: string, condition: string) =>
    `select '${name}' as kind, width_bucket(${time}, $5::timestamptz[]) as day, count(*)::int as count
     from case_record c where c.tenant_id = $1 and c.domain = $2 and ${time} >= $3 and ${time} < $4 and ${condition}
     group by 2`;
  const rows = await tx.sql<DayRow & Record<string, unknown>>(
    `select day, coalesce(sum(count) filter (where kind = 'alerts'), 0)::int as alerts,
       coalesce(sum(count) filter (where kind = 'people'), 0)::int as people,
       coalesce(sum(count) filter (where kind = 'nodes'), 0)::int as nodes
     from (${counted('alerts', 'c.opened_at', openedWithHits)}
       union all ${counted('people', 'c.resolved_at', decidedByPerson)}
       union all ${counted('nodes', 'c.resolved_at', decidedByNode)}) counted
     group by day`,
    [
      scope.tenantId,
      scope.domain,
      new Date(period.startsAt),
      new Date(period.endsAt),
      // A day that its time zone left out begins when the next one does, which counts.
      days.map(({ startsAt }) => new Date(startsAt).toISOString()),
    ],
  );
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return days.map((day, index) => {
    const row = byDay.get(index + 1);
    return {
      ...day,
      alerts: row?.alerts ?? 0,
      decidedByPeople: row?.people ?? 0,
      decidedAutomatically: row?.nodes ?? 0,
    };
  });
}

/** The median time from opening to resolution of what people resolved in the period; null where they resolved nothing. */
export async function medianDecisionTime(
  tx: Tx,
  scope: Scope,
  { period }: CountedDays,
): Promise<number | null> {
  const [row] = await tx.sql<{ readonly median: number | null } & Record<string, unknown>>(
    `select round(1000 * percentile_cont(0.5) within group
       (order by extract(epoch from c.resolved_at - c.opened_at)::double precision))::double precision as median
     from case_record c where c.tenant_id = $1 and c.domain = $2 and c.resolved_at >= $3 and c.resolved_at < $4
       and ${decidedByPerson}`,
    [scope.tenantId, scope.domain, new Date(period.startsAt), new Date(period.endsAt)],
  );
  return row?.median ?? null;
}

/** Open and overdue cases of each group now, and what its people decided in the period. */
export async function countGroupWork(
  tx: Tx,
  scope: Scope,
  { period }: CountedDays,
): Promise<readonly GroupWork[]> {
  const group = 'c.groups[c.group_index + 1]';
  const rows = await tx.sql<GroupWork & Record<string, unknown>>(
    `select "group", sum(open)::int as open, sum(overdue)::int as overdue, sum(decided)::int as decided
     from (
       select ${group} as "group", count(*) as open, count(*) filter (where c.due_at < now()) as overdue, 0 as decided
       from case_record c where c.tenant_id = $1 and c.domain = $2 and c.resolved_at is null group by 1
       union all
       select ${group}, 0, 0, count(*)
       from case_record c where c.tenant_id = $1 and c.domain = $2 and c.resolved_at >= $3 and c.resolved_at < $4
         and ${decidedByPerson} group by 1) counted
     group by 1`,
    [scope.tenantId, scope.domain, new Date(period.startsAt), new Date(period.endsAt)],
  );
  return rows.toSorted((one, other) => (one.group ?? '').localeCompare(other.group ?? ''));
}
