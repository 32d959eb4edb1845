import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

export interface ScreeningUsage {
  readonly executionId: string;
  readonly engine: string;
  readonly units: number;
}

/**
 * Adds screenings to the usage ledger; several nodes of one execution add up. They stand in the entry of the execution's unit, while
 * its day lasts: what was used is counted on the day when it was.
 */
export async function meterScreening(tx: Tx, scope: Scope, usages: readonly ScreeningUsage[]): Promise<void> {
  await tx.sql(
    `with given as (
       select u."executionId" as reference, u.engine, sum(u.units) as units
       from jsonb_to_recordset($3::jsonb) as u("executionId" uuid, engine text, units integer)
       group by u."executionId", u.engine
     ), entered as (
       update usage_ledger l set screenings = coalesce(l.screenings, '{}') || (
           select jsonb_object_agg(g.engine, g.units + coalesce((l.screenings ->> g.engine)::bigint, 0))
           from given g where g.reference = l.reference)
       where l.tenant_id = $1 and l.domain = $2 and l.reference = any($4::uuid[]) and l.kind = 'event'
         and (l.at at time zone 'UTC')::date = (now() at time zone 'UTC')::date
       returning l.reference
     )
     insert into usage_ledger as l (tenant_id, domain, reference, kind, unit, units)
     select $1, $2, g.reference, 'screening', g.engine, g.units from given g
     where g.reference not in (select reference from entered)
     on conflict (tenant_id, domain, reference, kind, unit) do update set units = l.units + excluded.units`,
    [
      scope.tenantId,
      scope.domain,
      JSON.stringify(usages),
      [...new Set(usages.map(({ executionId }) => executionId))],
    ],
  );
}
