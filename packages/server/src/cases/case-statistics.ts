import type { CaseState, ConsoleData } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { isAvailable } from './case-filter.ts';
import type { Reviewer } from './case-transitions.ts';

type Figures = ConsoleData<'cases.figures'>;

/** Bounds of ages in hours; whatever is older comes last. */
const ageHours = [24, 72, 168] as const;

interface OpenRow {
  readonly status: CaseState;
  readonly group: string | null;
  readonly age: number;
  readonly open: number;
  readonly mine: number;
  readonly waiting: number;
  readonly secondWord: number;
  readonly overdue: number;
  readonly overdueMine: number;
  readonly dueSoon: number;
}

interface DecidedRow {
  readonly status: CaseState;
  readonly today: number;
  readonly week: number;
  readonly mineToday: number;
  readonly mineWeek: number;
}

/** Counts what waits and what people decided, as the person who reads is concerned. */
export async function countCases(
  tx: Tx,
  scope: Scope,
  request: { readonly reader: Reviewer; readonly today: number; readonly week: number },
): Promise<Figures> {
  const { reader } = request;
  const [today, week] = [new Date(request.today), new Date(request.week)];
  const open = await tx.sql<OpenRow & Record<string, unknown>>(
    `select c.status, c.groups[c.group_index + 1] as group,
       case when c.opened_at > now() - interval '${ageHours[0]} hours' then 0
         when c.opened_at > now() - interval '${ageHours[1]} hours' then 1
         when c.opened_at > now() - interval '${ageHours[2]} hours' then 2 else 3 end as age,
       count(*)::int as open,
       (count(*) filter (where c.assignee = $3))::int as mine,
       (count(*) filter (where w.waits))::int as waiting,
       (count(*) filter (where w.waits and c.proposal is not null))::int as "secondWord",
       (count(*) filter (where c.due_at < now()))::int as overdue,
       (count(*) filter (where c.due_at < now() and c.assignee = $3))::int as "overdueMine",
       (count(*) filter (where c.due_at between now() and now() + interval '4 hours'))::int as "dueSoon"
     from case_record c,
       lateral (select ${isAvailable({ email: '$3', groups: '$4', isAdmin: '$5' })} as waits) w
     where c.tenant_id = $1 and c.domain = $2 and c.resolved_at is null
     group by 1, 2, 3`,
    [scope.tenantId, scope.domain, reader.email, reader.groups, reader.isAdmin],
  );
  // What nodes decided by themselves is nobody's work.
  const decided = await tx.sql<DecidedRow & Record<string, unknown>>(
    `select c.status, (count(*) filter (where c.resolved_at >= $3))::int as today,
       (count(*) filter (where c.resolved_at >= $4))::int as week,
       (count(*) filter (where c.resolved_at >= $3 and c.assignee = $5))::int as "mineToday",
       (count(*) filter (where c.resolved_at >= $4 and c.assignee = $5))::int as "mineWeek"
     from case_record c
     where c.tenant_id = $1 and c.domain = $2 and c.resolved_at >= least($3::timestamptz, $4::timestamptz)
       and c.assignee is not null
     group by 1`,
    [scope.tenantId, scope.domain, today, week, reader.email],
  );
  const sum = (key: 'open' | 'mine' | 'waiting' | 'secondWord' | 'overdue' | 'overdueMine' | 'dueSoon') =>
    total(open, key);
  const byStatus = Map.groupBy(open, ({ status }) => status);
  const period = (which: 'today' | 'week') => ({
    approved: total(of(decided, 'APPROVED'), which),
    rejected: total(of(decided, 'REJECTED'), which),
    closed: total(of(decided, 'CLOSED'), which),
    mine: total(decided, which === 'today' ? 'mineToday' : 'mineWeek'),
  });
  return {
    open: Object.fromEntries([...byStatus].map(([status, rows]) => [status, total(rows, 'open')])),
    mine: sum('mine'),
    waiting: sum('waiting'),
    returned: total(of(open, 'RETURNED'), 'waiting'),
    secondWord: sum('secondWord'),
    overdue: sum('overdue'),
    overdueMine: sum('overdueMine'),
    dueSoon: sum('dueSoon'),
    ages: [...ageHours, null].map((hours, age) => ({
      hours,
      open: total(
        open.filter((row) => row.age === age),
        'open',
      ),
    })),
    team: teamOf(open),
    today: period('today'),
    week: period('week'),
  };
}

function teamOf(open: readonly OpenRow[]): Figures['team'] {
  return [...Map.groupBy(open, ({ group }) => group)]
    .map(([group, rows]) => ({
      group,
      waiting: total(
        rows.filter(({ status }) => status !== 'UNDER_REVIEW'),
        'open',
      ),
      underReview: total(of(rows, 'UNDER_REVIEW'), 'open'),
      overdue: total(rows, 'overdue'),
    }))
    .toSorted((one, other) => (one.group ?? '').localeCompare(other.group ?? ''));
}

function of<Row extends { readonly status: CaseState }>(rows: readonly Row[], status: CaseState): Row[] {
  return rows.filter((row) => row.status === status);
}

function total<Key extends string>(rows: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0);
}
