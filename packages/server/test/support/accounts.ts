import { expect } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { LoadLog } from './load.ts';
import { until } from './server-process.ts';

/** Waits until nothing is left to do and every execution and scan has come to its end. */
export function untilQuiet(database: Database, timeoutMs = 60_000): Promise<void> {
  return until(
    'every execution and scan to end',
    async () => {
      const [left] = await database.operator((tx) =>
        tx.sql<{ work: number }>(
          `select (select count(*) from execution where state = 'RUNNING')
             + (select count(*) from quick_scan where state = 'RUNNING') as work`,
        ),
      );
      return left?.work === 0;
    },
    timeoutMs,
  );
}

/** Every count of a tenant's books that has to agree with the others, as the store holds them. */
interface Accounts {
  unitsUsed: number;
  unitsBilled: number;
  daysSummedWrong: number;
  executions: number;
  submitsAudited: number;
  customers: number;
  endsAudited: number;
  endsAuditedTwice: number;
  decided: number;
  cases: number;
  firstCase: number;
  lastCase: number;
  lastNumber: number;
  brokenVisits: number;
  brokenAlerts: number;
  unitsWronglyMetered: number;
  scans: number;
  scansDone: number;
  scansAudited: number;
  creditsUsed: number;
  creditsBilled: number;
  brokenHits: number;
}

const accountsQuery = `
  with own as (select * from execution where tenant_id = $1),
  scan as (select * from quick_scan where tenant_id = $1),
  audit as (select * from audit_event where tenant_id = $1),
  ledger as (select * from usage_ledger where tenant_id = $1),
  ends as (
    select object_id, count(*) as times from audit
    where act in ('execution.wait', 'execution.complete', 'execution.fail') group by object_id
  ),
  visited as (
    select o.execution_id, o.visits as told, count(v.node_id) as written, count(distinct v.node_id) as nodes,
      coalesce(max(v.sequence) + 1, 0) as reached
    from own o left join lateral gatehouse.node_runs(o.tenant_id, o.domain, o.execution_id) v on true
    group by o.execution_id, o.visits
  ),
  alerts as (select execution_id, count(*) as written from alert where tenant_id = $1 group by execution_id),
  used as (select * from daily_usage where tenant_id = $1),
  hits as (select scan_id, count(*) as written from quick_scan_hit where tenant_id = $1 group by scan_id)
  select
    (select coalesce(sum(used), 0)::int from event_quota where tenant_id = $1) as "unitsUsed",
    (select coalesce(sum(units), 0)::int from used where kind = 'event') as "unitsBilled",
    (select count(*)::int from (
      select from (
        select domain, (at at time zone 'UTC')::date as day, kind, unit, api_key, sum(units) as units from ledger group by 1, 2, 3, 4, 5
        union all
        select domain, day, kind, unit, api_key, -sum(units) from used where kind not in ('event', 'screening') group by 1, 2, 3, 4, 5
      ) both_sums group by domain, day, kind, unit, api_key having sum(units) <> 0) wrong) as "daysSummedWrong",
    (select count(*)::int from own) as executions,
    (select count(*)::int from audit where act = 'execution.submit') as "submitsAudited",
    (select count(*)::int from customer where tenant_id = $1) as customers,
    (select coalesce(sum(times), 0)::int from ends) as "endsAudited",
    (select count(*)::int from ends where times > 1) as "endsAuditedTwice",
    (select count(*)::int from own where decision is not null) as decided,
    (select count(*)::int from case_record where tenant_id = $1) as cases,
    (select coalesce(min(substr(case_no, 2)::int), 0) from case_record where tenant_id = $1) as "firstCase",
    (select coalesce(max(substr(case_no, 2)::int), 0) from case_record where tenant_id = $1) as "lastCase",
    (select coalesce(max(last), 0) from case_number where tenant_id = $1) as "lastNumber",
    (select count(*)::int from visited where told <> written or written <> nodes or written <> reached or written = 0)
      as "brokenVisits",
    (select count(*)::int from own o left join alerts a using (execution_id)
      where coalesce((o.outputs #>> '{screen,hits}')::int, 0) <> coalesce(a.written, 0)) as "brokenAlerts",
    (select coalesce(sum(units), 0)::int from used where kind = 'screening')
      - (select 2 * count(*)::int from own where event_type = 'MANUAL_CASE_EVENT') as "unitsWronglyMetered",
    (select count(*)::int from scan) as scans,
    (select count(*)::int from scan where state = 'DONE') as "scansDone",
    (select count(*)::int from audit where act = 'quickscan.done') as "scansAudited",
    (select quick_scan_used from tenant where tenant_id = $1) as "creditsUsed",
    (select coalesce(sum(units), 0)::int from ledger where kind in ('credit', 'creditReturned')) as "creditsBilled",
    (select count(*)::int from scan s left join hits h using (scan_id)
      where s.total_hits is distinct from coalesce(h.written, 0)) as "brokenHits"`;

export interface Books {
  readonly executions: number;
  readonly scans: number;
  /** Executions that were stored although their caller got no answer; each was found by asking. */
  readonly unacknowledged: number;
}

/**
 * Holds what the store has of a tenant under `startLoad`, after `untilQuiet`, against what its callers were
 * told and found: nothing lost, nothing done or charged twice.
 */
export async function expectExactBooks(
  database: Database,
  tenantId: string,
  { log, found }: { log: LoadLog; found: ReadonlyMap<string, string> },
): Promise<Books> {
  expect(log.wrong.map(String)).toEqual([]);
  const [accounts] = await database.operator((tx) => tx.sql<Accounts>(accountsQuery, [tenantId]));
  const { executions, scans } = accounts!;
  expect(accounts).toEqual({
    unitsUsed: executions,
    unitsBilled: executions,
    daysSummedWrong: 0,
    executions,
    submitsAudited: executions,
    customers: executions,
    endsAudited: executions,
    endsAuditedTwice: 0,
    decided: executions,
    cases: executions,
    firstCase: Math.min(1, executions),
    lastCase: executions,
    lastNumber: executions,
    brokenVisits: 0,
    brokenAlerts: 0,
    unitsWronglyMetered: 0,
    scans,
    scansDone: scans,
    scansAudited: scans,
    creditsUsed: scans,
    creditsBilled: scans,
    brokenHits: 0,
  } satisfies Accounts);
  const stored = await database.operator((tx) =>
    tx.sql<{ id: string; customerId: string; status: string }>(
      `select e.execution_id as id, e.customer_id as "customerId", c.status
       from execution e join case_record c using (tenant_id, domain, execution_id) where e.tenant_id = $1`,
      [tenantId],
    ),
  );
  const byId = new Map(stored.map((row) => [row.id, row]));
  const expected = [...log.executions].map(([id, { customerId, isListed }]) => ({
    id,
    customerId,
    status: isListed ? 'UNASSIGNED' : 'APPROVED',
  }));
  expect(expected.map(({ id }) => byId.get(id) ?? `${id} is lost`)).toEqual(expected);
  // Interface specification 4.2: whoever got no answer asks before submitting again, and must then find what was stored.
  const ofCustomer = new Map(stored.map((row) => [row.customerId, row.id]));
  const findable = log.unanswered.map(
    ({ customerId }) => [customerId, ofCustomer.get(customerId) ?? ''] as const,
  );
  expect(found).toEqual(new Map(findable));
  const storedScans = await database.operator((tx) =>
    tx.sql<{ id: string }>('select scan_id as id from quick_scan where tenant_id = $1', [tenantId]),
  );
  expect(new Set(log.scans).difference(new Set(storedScans.map(({ id }) => id)))).toEqual(new Set());
  return { executions, scans, unacknowledged: executions - log.executions.size };
}
