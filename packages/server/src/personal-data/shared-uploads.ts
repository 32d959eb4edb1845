import type { Database } from '../database/database.ts';
import { statement } from '../database/index.ts';
import type { Scope } from '../lib/scope.ts';

/** Whose executions go: those of a customer, or these alone. */
export type Going = { readonly customerId: string } | { readonly executionIds: readonly string[] };

/**
 * Which files other executions refer to as well, such as a form that a caller sends for everybody: they stay with the others.
 */
export async function findShared(
  database: Database,
  scope: Scope,
  going: Going,
  uploadIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (uploadIds.length === 0) return new Set();
  const isOther = 'customerId' in going ? 'e.customer_id <> $3' : 'e.execution_id <> all($3::uuid[])';
  const rows = await database.read(
    scope,
    statement<{ uploadId: string }>(
      `select upload_id::text as "uploadId" from unnest($4::uuid[]) as u (upload_id)
       where exists (
         select from upload_reference r join execution e using (tenant_id, domain, execution_id)
         where r.tenant_id = $1 and r.domain = $2 and r.upload_id = u.upload_id and ${isOther})`,
      [
        scope.tenantId,
        scope.domain,
        'customerId' in going ? going.customerId : going.executionIds,
        uploadIds,
      ],
    ),
  );
  return new Set(rows.map(({ uploadId }) => uploadId));
}
