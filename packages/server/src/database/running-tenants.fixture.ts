import type { Database } from './database.ts';

/** Stops a tenant as for a move to another deployment, whatever it has in progress. */
export async function stopTenant(database: Database, tenantId: string): Promise<void> {
  await database.operator((tx) =>
    tx.sql(
      `insert into tenant_move (tenant_id, move_id, state, destination, was_enabled, receipt_hash)
       values ($1, gen_random_uuid(), 'STOPPED', 'cell-2', true, '')`,
      [tenantId],
    ),
  );
}
