import type { Database } from '../../database/database.ts';

const batch = 500;

/**
 * Deletes what finished deliveries hold of people (inputs and answers) once they are older than `days`, all tenants'
 * together. What proves the call stays: when, to which address, by which version, hash of the body, status, timing.
 * Returns how many deliveries it was.
 */
export async function expungeDeliveries(database: Database, days: number): Promise<number> {
  let expunged = 0;
  while (true) {
    const [row] = await database.operator((tx) =>
      tx.sql<{ deliveries: number }>(
        `with old as (
           select tenant_id, domain, delivery_id from webhook_delivery
           where finished_at < now() - $1 * interval '1 day' and expunged_at is null
           order by finished_at limit ${batch} for update skip locked
         ), emptied as (
           update webhook_attempt a set result = jsonb_set(a.result::jsonb, '{response,body}', 'null')::json
           from old
           where a.tenant_id = old.tenant_id and a.domain = old.domain and a.delivery_id = old.delivery_id
             and a.result #> '{response,body}' is not null
         ), marked as (
           update webhook_delivery d set inputs = null, expunged_at = now()
           from old
           where d.tenant_id = old.tenant_id and d.domain = old.domain and d.delivery_id = old.delivery_id
           returning 1
         )
         select count(*)::int as deliveries from marked`,
        [days],
      ),
    );
    const { deliveries } = row!;
    expunged += deliveries;
    if (deliveries < batch) return expunged;
  }
}
