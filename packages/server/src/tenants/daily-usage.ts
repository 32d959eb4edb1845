import type { UsageRow } from '@gatehouse/contract';
import type { Database } from '../database/database.ts';

/** The lock of the triggers of migration 0020. */
const backlogLock = 8_204_119_377;
/** Rows that one run merges at most. */
const mergedRows = 5_000;

/** SQL: the day of UTC on which the transaction counts what it uses. */
export const todaySql = "(now() at time zone 'UTC')::date";

/** SQL: what an entry of `usage_ledger l` counts, a row `u` for each unit: its own, and those of the screenings that it has from an earlier version. */
const countedUnits =
  'cross join lateral gatehouse.usage_units(l.kind, l.unit, l.units, l.api_key, l.screenings) u';

/** What a tenant used on days of UTC, the newest first; rows also of domains that it no longer has. */
export function readDailyUsage(
  database: Database,
  tenantId: string,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<UsageRow[]> {
  return database.operator((tx) => tx.sql<UsageRow>(usageSql, [tenantId, from, until]));
}

// What was not summed yet is read from the ledger. Once everything is, the condition without columns is false and nothing is read.
const usageSql = `
  select to_char(day, 'YYYY-MM-DD') as day, domain, api_key as "apiKey", kind, unit, sum(units)::float8 as units
  from (
    select day, domain, api_key, kind, unit, units from daily_usage
    where tenant_id = $1 and day between $2::date and $3::date
    union all
    select (at at time zone 'UTC')::date, domain, u.api_key, u.kind, u.unit, sum(u.units) from usage_ledger l ${countedUnits}
    where (select summed_from from usage_backlog) > $2::date::timestamp at time zone 'UTC'
      and tenant_id = $1 and at >= $2::date::timestamp at time zone 'UTC'
      and at < ($3::date + 1)::timestamp at time zone 'UTC' and at < (select summed_from from usage_backlog)
    group by 1, 2, 3, 4, 5
  ) of_days
  group by day, domain, api_key, kind, unit having sum(units) <> 0
  order by of_days.day desc, domain, kind, unit, api_key`;

/**
 * Merges rows of one day, key and unit into one. Any number of server nodes may do it at once: what each inserts is the sum of
 * what it deleted. Returns whether there are more.
 */
export async function mergeDailyUsage(database: Database): Promise<boolean> {
  const [merged] = await database.operator((tx) => tx.sql<{ rows: number }>(mergeSql, [mergedRows]));
  return merged!.rows === mergedRows;
}

/** An array is made once. Rows of a subquery may be looked for once for each row, or the subquery be run so often. */
export const mergeSql = `
  with added as (
    delete from daily_usage where not merged and row_id = any(array(
      select row_id from daily_usage where not merged order by row_id limit $1 for update skip locked))
    returning tenant_id, domain, day, kind, unit, api_key, units
  ), before as (
    delete from daily_usage d using (select distinct tenant_id, domain, day, kind, unit, api_key from added) a
    where d.merged and (d.tenant_id, d.domain, d.day, d.kind, d.unit) = (a.tenant_id, a.domain, a.day, a.kind, a.unit)
      and d.api_key is not distinct from a.api_key
    returning d.tenant_id, d.domain, d.day, d.kind, d.unit, d.api_key, d.units
  ), sums as (
    insert into daily_usage (tenant_id, domain, day, kind, unit, api_key, units, merged)
    select tenant_id, domain, day, kind, unit, api_key, sum(units), true
    from (select * from added union all select * from before) rows group by 1, 2, 3, 4, 5, 6
  )
  select count(*)::integer as rows from added`;

/**
 * Adds an hour of a ledger that is older than the sums. Returns whether there is more. The lock keeps entries of that hour
 * from being written meanwhile.
 */
export function sumOlderUsage(database: Database): Promise<boolean> {
  return database.operator(async (tx) => {
    const [before] = await tx.sql('select 1 from usage_backlog where isfinite(summed_from)');
    if (before === undefined) return false;
    await tx.sql('select pg_advisory_xact_lock($1)', [backlogLock]);
    const [moved] = await tx.sql<{ isMore: boolean }>(sumOlderSql);
    return moved!.isMore;
  });
}

// A year, month or day without entries is passed in one step.
const sumOlderSql = `
  with step as materialized (
    select summed_from as until, coalesce(
      (select since from unnest(array['year', 'month', 'day']) unit,
         date_trunc(unit, summed_from - interval '1 microsecond', 'UTC') since
       where not exists (select from usage_ledger where at >= since and at < summed_from) order by since limit 1),
      date_trunc('hour', summed_from - interval '1 microsecond', 'UTC')) as since
    from usage_backlog
  ), summed as (
    insert into daily_usage (tenant_id, domain, day, kind, unit, api_key, units)
    select tenant_id, domain, (at at time zone 'UTC')::date, u.kind, u.unit, u.api_key, sum(u.units)
    from usage_ledger l ${countedUnits} where at >= (select since from step) and at < (select until from step)
    group by 1, 2, 3, 4, 5, 6 having sum(u.units) <> 0
  ), older as (
    select exists (select from usage_ledger where at < (select since from step)) as "isMore"
  )
  update usage_backlog set summed_from = case when "isMore" then step.since else '-infinity' end
  from step, older returning "isMore"`;
