import { Readable } from 'node:stream';
import { maxUsageDays, phrase, type UsageRow } from '@gatehouse/contract';
import { type ConsoleHandlers, ConsoleRefusal } from '../console-api/index.ts';
import type { Database } from '../database/database.ts';
import { csvMark, csvRows } from '../lib/csv.ts';

const dayMs = 86_400_000;

/** What a tenant used, out of the ledger that billing is made of. */
export function usageConsoleHandlers({
  database,
}: {
  readonly database: Database;
}): Pick<ConsoleHandlers, 'usage.read' | 'usage.export'> {
  return {
    'usage.read': async ({ user: { tenantId }, query }) => ({
      rows: await readUsage(database, tenantId, query),
    }),
    'usage.export': async ({ user: { tenantId }, query }) => {
      const rows = await readUsage(database, tenantId, query);
      return {
        filename: `usage-${query.from}-${query.until}.csv`,
        contentType: 'text/csv; charset=utf-8',
        size: undefined,
        bytes: Readable.from([usageCsv(rows)], { objectMode: false }),
      };
    },
  };
}

/** The tenant's whole: rows also of domains that it no longer has. */
function readUsage(
  database: Database,
  tenantId: string,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<UsageRow[]> {
  const days = (Date.parse(until) - Date.parse(from)) / dayMs + 1;
  if (days < 1)
    throw new ConsoleRefusal('INVALID', phrase('rules.before', { until, from }), { field: 'until' });
  if (days > maxUsageDays) {
    const message = phrase('rules.usagePeriodTooLong', { days, max: maxUsageDays });
    throw new ConsoleRefusal('INVALID', message, { field: 'from' });
  }
  return database.operator((tx) => tx.sql<UsageRow>(usageSql, [tenantId, from, until]));
}

const columns = ['day', 'domain', 'apiKey', 'kind', 'unit', 'units'] as const;

function usageCsv(rows: readonly UsageRow[]): string {
  return csvMark + csvRows([columns, ...rows.map((row) => columns.map((column) => row[column]))]);
}

// By date, and in words afterwards: millions of entries are summed without being written and sorted as texts.
const usageSql = `
  select to_char(date, 'YYYY-MM-DD') as day, domain, api_key as "apiKey", kind, unit, units::float8 as units
  from (
    select (at at time zone 'UTC')::date as date, domain, api_key, kind, unit, sum(units) as units
    from usage_ledger
    where tenant_id = $1 and at >= $2::date::timestamp at time zone 'UTC'
      and at < ($3::date + 1)::timestamp at time zone 'UTC'
    group by 1, 2, 3, 4, 5 having sum(units) <> 0
  ) of_days
  order by date desc, domain, kind, unit, api_key`;
