import { tenantLevel } from '../audit/index.ts';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import {
  type CustomerIds,
  columnsLeft,
  type ExecutionIds,
  type FoundBy,
  foundBy,
} from '../personal-data/index.ts';

/** Empties the details that the audit log has of objects; returns how many. */
export async function eraseDetails(
  tx: Tx,
  scope: Scope,
  found: readonly FoundBy[],
  ids: ExecutionIds | CustomerIds,
): Promise<number> {
  let count = 0;
  for (const { where, value } of foundBy(found, ids)) {
    count += await erase(tx, `tenant_id = $1 and domain = $2 and ${where}`, [
      scope.tenantId,
      scope.domain,
      value,
    ]);
  }
  return count;
}

/** Lists of cases and audit records that somebody exported of this customer alone: their records name it among the filters. */
export function eraseExportDetails(tx: Tx, scope: Scope, customerId: string): Promise<number> {
  return erase(
    tx,
    `tenant_id = $1 and (
       domain = $2 and object_kind = 'domain' and object_id = $2 and act = 'case_list.export' and detail ->> 'customerId' = $3
       or domain = $4 and object_kind = 'tenant' and object_id = $1 and act = 'audit.export' and detail ->> 'objectId' = $3)`,
    [scope.tenantId, scope.domain, customerId, tenantLevel],
  );
}

/** Empties the details of some records; returns how many. */
export function eraseDetailsOf(tx: Tx, scope: Scope, eventIds: readonly string[]): Promise<number> {
  return erase(tx, 'tenant_id = $1 and domain = $2 and event_id = any($3::uuid[])', [
    scope.tenantId,
    scope.domain,
    eventIds,
  ]);
}

async function erase(tx: Tx, where: string, values: readonly unknown[]): Promise<number> {
  const [gone] = await tx.sql<{ count: number }>(
    `with emptied as (
       update audit_event r set ${columnsLeft('audit_event')} where ${where} and detail_hash is null and detail <> '{}' returning 1)
     select count(*)::int as count from emptied`,
    values,
  );
  return gone!.count;
}
