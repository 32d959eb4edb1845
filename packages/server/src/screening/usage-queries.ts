import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { todaySql } from '../tenants/index.ts';

export interface ScreeningUsage {
  readonly engine: string;
  readonly units: number;
}

/** Adds screenings to the sums of the day, in the transaction that writes what they found: nothing else keeps them. */
export async function meterScreening(tx: Tx, scope: Scope, usages: readonly ScreeningUsage[]): Promise<void> {
  await tx.sql(
    `insert into daily_usage (tenant_id, domain, day, kind, unit, units)
     select $1, $2, ${todaySql}, 'screening', engine, sum(units)
     from jsonb_to_recordset($3::jsonb) as usage(engine text, units bigint) group by engine`,
    [scope.tenantId, scope.domain, JSON.stringify(usages)],
  );
}
