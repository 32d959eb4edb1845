import { defaultMaxStoredBytes } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import { type Query, statement } from '../database/index.ts';
import type { Scope, TenantScope } from '../lib/scope.ts';

/** How many bytes the uploads of a tenant have together, and how many they may have. */
export interface StorageUsage {
  readonly usedBytes: number;
  readonly maxBytes: number;
}

const maxBytes = 'coalesce((select max_stored_bytes from tenant where tenant_id = $1), $2::bigint)';

export function storageUsage({ tenantId }: TenantScope): Query<StorageUsage> {
  return statement<StorageUsage>(
    `select coalesce((select stored_bytes from tenant_storage where tenant_id = $1), 0) as "usedBytes",
       ${maxBytes} as "maxBytes"`,
    [tenantId, defaultMaxStoredBytes],
  );
}

export function hasFreeStorage({ usedBytes, maxBytes: bound }: StorageUsage, bytes: number): boolean {
  return usedBytes + bytes <= bound;
}

/**
 * Counts the bytes of a new upload, unless they would pass the bound; returns whether it did. Uploads of one tenant wait
 * for each other from here until they commit, so it is the last statement of a transaction.
 */
export async function addStoredBytes(tx: Tx, { tenantId }: Scope, bytes: number): Promise<boolean> {
  const rows = await tx.sql(
    `insert into tenant_storage (tenant_id, stored_bytes) select $1, $3::bigint where $3::bigint <= ${maxBytes}
     on conflict (tenant_id) do update set stored_bytes = tenant_storage.stored_bytes + excluded.stored_bytes
       where tenant_storage.stored_bytes + excluded.stored_bytes <= ${maxBytes}
     returning 1`,
    [tenantId, defaultMaxStoredBytes, bytes],
  );
  return rows.length > 0;
}
