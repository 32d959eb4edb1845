import { Readable } from 'node:stream';
import { maxUsageDays, phrase, type UsageRow } from '@gatehouse/contract';
import { type ConsoleHandlers, ConsoleRefusal } from '../console-api/index.ts';
import type { Database } from '../database/database.ts';
import { csvMark, csvRows } from '../lib/csv.ts';
import { readDailyUsage } from './daily-usage.ts';

const dayMs = 86_400_000;

/** What a tenant used, out of the sums by day that billing is made of. */
export function usageConsoleHandlers({
  database,
}: {
  readonly database: Database;
}): Pick<ConsoleHandlers, 'usage.read' | 'usage.export'> {
  return {
    'usage.read': async ({ user: { tenantId, accessToken }, query }) => {
      const rows = await readUsage(database, tenantId, query);
      // An access token is of one domain.
      return { rows: rows.filter(({ domain }) => domain === (accessToken?.domain ?? domain)) };
    },
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
  return readDailyUsage(database, tenantId, { from, until });
}

const columns = ['day', 'domain', 'apiKey', 'kind', 'unit', 'units'] as const;

function usageCsv(rows: readonly UsageRow[]): string {
  return csvMark + csvRows([columns, ...rows.map((row) => columns.map((column) => row[column]))]);
}
