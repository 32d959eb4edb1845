import type { OpenDatabase } from '../database/index.ts';
import { jobSchema } from '../jobs/index.ts';
import type { StoreMetrics } from '../metrics/index.ts';

interface MetricsRow {
  readonly oldestDueSeconds: Record<string, number> | null;
  readonly auditUnsealed: number;
  readonly auditLagSeconds: number;
  readonly uploadedBytes: number;
  readonly databaseBytes: number;
  readonly streamLagSeconds: Record<string, number> | null;
}

/**
 * What a scrape tells of the store. A job that a server node has fetched is not due: where that one died, the work has been
 * given a new one.
 */
export async function readStoreMetrics(
  database: OpenDatabase,
  destinations: readonly string[],
): Promise<StoreMetrics> {
  const rows = await database.reserved.operator((tx) =>
    tx.sql<MetricsRow & Record<string, unknown>>(metricsStatement, [destinations]),
  );
  const { oldestDueSeconds, streamLagSeconds, ...values } = rows[0]!;
  return {
    ...values,
    oldestDueSeconds: oldestDueSeconds ?? {},
    streamLagSeconds: streamLagSeconds ?? {},
    pool: database.connections(),
  };
}

const metricsStatement = `select
  (select jsonb_object_agg(name, seconds) from (
    select name, extract(epoch from now() - min(start_after))::double precision as seconds
    from ${jobSchema}.job where state < 'active' and start_after <= now() group by name) due) as "oldestDueSeconds",
  unsealed.records as "auditUnsealed", unsealed.seconds as "auditLagSeconds",
  (select coalesce(sum(stored_bytes), 0)::double precision from tenant_storage) as "uploadedBytes",
  pg_database_size(current_database())::double precision as "databaseBytes",
  (select jsonb_object_agg(s.destination, coalesce((
     select extract(epoch from now() - min(b.sealed_at)) from audit_head h
     cross join lateral (select coalesce((s.positions -> h.tenant_id ->> 0)::bigint, 1) as number,
       coalesce((s.positions -> h.tenant_id ->> 1)::integer, 0) as place) at
     join audit_block b on b.tenant_id = h.tenant_id
       and (b.number > at.number or b.number = at.number and at.place < b.events)), 0))
   from audit_stream s where s.destination = any($1)) as "streamLagSeconds"
from (
  select count(*)::integer as records, coalesce(extract(epoch from now() - min(at)), 0)::double precision as seconds
  from audit_event where transaction >= coalesce((select sealed_before from audit_sealing), '0'::xid8)
) unsealed`;
