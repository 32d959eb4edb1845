import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

/** With what a customer was screened outside monitoring. */
export interface PastScreening {
  readonly customerId: string;
  /** Every activation of a list up to this one was in the lists that were searched. */
  readonly sequence: number;
  /** Revision of the tenant's own list. */
  readonly watchlistRevision: number;
}

/**
 * Notes, in the transaction that keeps the screenings, customers whom nobody would screen against what changed last: a
 * server node whose lists lagged behind has screened them against older ones, after the run that screened everybody had started.
 * Whoever changed before that is known to the run. The next run of the domain then starts again from those older lists.
 */
export async function recordScreenings(
  tx: Tx,
  scope: Scope,
  screenings: readonly PastScreening[],
): Promise<void> {
  const [late] = await tx.sql<{ sequence: number | null; watchlist: number | null }>(
    `with passed as (
       select sequence, watchlist_revision, mark from monitoring_position where tenant_id = $1 and domain = $2
       union all
       select to_sequence, coalesce((versions_to ->> 'watchlist')::integer, 0), mark from monitoring_run
       where tenant_id = $1 and domain = $2 and state = 'RUNNING' and customer_id is null
     )
     select min(s.sequence) as sequence, min(s."watchlistRevision") as watchlist
     from jsonb_to_recordset($3::jsonb) as s("customerId" text, sequence bigint, "watchlistRevision" integer)
     join passed p on s.sequence < p.sequence or s."watchlistRevision" < p.watchlist_revision
     join customer c on c.tenant_id = $1 and c.domain = $2 and c.customer_id = s."customerId"
     where c.changed_in >= p.mark or exists (select from customer_parties o where o.tenant_id = $1 and o.domain = $2
       and o.customer_id = c.customer_id and o.changed_in >= p.mark)`,
    [scope.tenantId, scope.domain, JSON.stringify(screenings)],
  );
  if (late?.sequence === null || late === undefined) return;
  await rewindMonitoring(tx, scope, { sequence: late.sequence, watchlistRevision: late.watchlist ?? 0 });
}

/** Has the next run begin with the changes behind these lists at the latest. */
export async function rewindMonitoring(
  tx: Tx,
  scope: Scope,
  from: Pick<PastScreening, 'sequence' | 'watchlistRevision'>,
): Promise<void> {
  await tx.sql(
    `insert into monitoring_position as p (tenant_id, domain, sequence, watchlist_revision, again_from, again_watchlist)
     values ($1, $2, 0, 0, $3, $4)
     on conflict (tenant_id, domain) do update set again_from = least(p.again_from, excluded.again_from),
       again_watchlist = least(p.again_watchlist, excluded.again_watchlist)`,
    [scope.tenantId, scope.domain, from.sequence, from.watchlistRevision],
  );
}
