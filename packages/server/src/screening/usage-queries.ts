import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

export interface ScreeningUsage {
  readonly executionId: string;
  readonly engine: string;
  readonly units: number;
}

/** Adds screenings to the usage ledger; several nodes of one execution add up. */
export async function meterScreening(tx: Tx, scope: Scope, usages: readonly ScreeningUsage[]): Promise<void> {
  await tx.sql(
    `insert into usage_ledger as l (tenant_id, domain, reference, kind, unit, units)
     select $1, $2, u."executionId", 'screening', u.engine, sum(u.units)
     from jsonb_to_recordset($3::jsonb) as u("executionId" uuid, engine text, units integer)
     group by u."executionId", u.engine
     on conflict (tenant_id, domain, reference, kind, unit) do update set units = l.units + excluded.units`,
    [scope.tenantId, scope.domain, JSON.stringify(usages)],
  );
}
