import type { Database } from '../database/database.ts';
import { statement } from '../database/index.ts';
import type { Scope } from '../lib/scope.ts';

/**
 * Which files other customers' executions refer to as well, such as a form that a caller sends for everybody: they are not
 * one customer's to erase.
 */
export async function findShared(
  database: Database,
  scope: Scope,
  of: { readonly customerId: string; readonly uploadIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (of.uploadIds.length === 0) return new Set();
  const rows = await database.read(
    scope,
    statement<{ uploadId: string }>(
      `select upload_id::text as "uploadId" from unnest($4::uuid[]) as u (upload_id)
       where exists (
         select from upload_reference r join execution e using (tenant_id, domain, execution_id)
         where r.tenant_id = $1 and r.domain = $2 and r.upload_id = u.upload_id and e.customer_id <> $3)`,
      [scope.tenantId, scope.domain, of.customerId, of.uploadIds],
    ),
  );
  return new Set(rows.map(({ uploadId }) => uploadId));
}
