import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import {
  type CustomerIds,
  columnsLeft,
  type ExecutionIds,
  foundBy,
  personalTables,
} from '../personal-data/index.ts';
import { deletePersonalKeys } from '../personal-keys/index.ts';
import { eraseDetails, eraseExportDetails } from './erase-details.ts';

/** How many rows went, by table; `file`: objects of the file store. */
export type ErasedRows = Record<string, number>;

/** Tables whose rows go here, in an order that references allow; the others say in the list what becomes of theirs. */
const deletedTables = personalTables.filter(({ erasure }) => erasure === undefined);
const auditLog = personalTables.find(({ table }) => table === 'audit_event')!;

/** Deletes executions and all that hangs on them, and empties the details that the audit log has of them. */
export async function eraseExecutions(tx: Tx, scope: Scope, ids: ExecutionIds): Promise<ErasedRows> {
  const erased: ErasedRows = {};
  const details = await eraseDetails(tx, scope, auditLog.found, ids);
  add(erased, 'audit_event', details);
  await tx.sql(
    `update entity_pair_decision r set ${columnsLeft('entity_pair_decision')}
     where tenant_id = $1 and domain = $2 and case_no = any($3::text[])`,
    [scope.tenantId, scope.domain, ids.caseNos],
  );
  await eraseFound(tx, scope, erased, ids);
  await eraseUploads(tx, scope, erased, ids.uploadIds);
  return erased;
}

/** Deletes the customer itself, of whom no execution is left. */
export async function eraseCustomerRows(
  tx: Tx,
  scope: Scope,
  of: { readonly customerId: string; readonly auditId: string },
): Promise<ErasedRows> {
  const erased: ErasedRows = {};
  const values = [scope.tenantId, scope.domain, of.customerId];
  const idsIn = async (table: 'link' | 'monitoring_run', column: string): Promise<string[]> =>
    (
      await tx.sql<{ id: string }>(
        `select ${column}::text as id from ${table} where tenant_id = $1 and domain = $2 and customer_id = $3`,
        values,
      )
    ).map(({ id }) => id);
  const ids: CustomerIds = {
    customerId: of.customerId,
    auditIds: [of.auditId],
    customerLinkIds: await idsIn('link', 'link_id'),
    runIds: await idsIn('monitoring_run', 'run_id'),
  };
  const details = await eraseDetails(tx, scope, auditLog.found, ids);
  add(erased, 'audit_event', details + (await eraseExportDetails(tx, scope, of.customerId)));
  // A run over all customers that stopped here does not name it any more, nor does a request that was refused.
  await tx.sql(
    `update monitoring_run set cursor = null
     where tenant_id = $1 and domain = $2 and cursor = $3 and state in ('DONE', 'FAILED')`,
    values,
  );
  await tx.sql(
    `update erasure set customer_id = null
     where tenant_id = $1 and domain = $2 and customer_id = $3 and state = 'REFUSED'`,
    values,
  );
  await eraseFound(tx, scope, erased, ids);
  return erased;
}

/** Deletes the rows that these IDs find, and no others, with the keys of what is sealed in them. */
async function eraseFound(
  tx: Tx,
  scope: Scope,
  erased: ErasedRows,
  ids: ExecutionIds | CustomerIds,
): Promise<void> {
  for (const { table, found, sealed } of deletedTables) {
    for (const { where, value } of foundBy(found, ids)) {
      const [gone] = await tx.sql<{ count: number; keyIds: string[] }>(
        `with gone as (delete from ${table} where tenant_id = $1 and domain = $2 and ${where} returning ${sealed?.key ?? 'null::uuid'} as key_id)
         select count(*)::int as count, array(select distinct key_id::text from gone where key_id is not null) as "keyIds" from gone`,
        [scope.tenantId, scope.domain, value],
      );
      const { count, keyIds } = gone!;
      if (keyIds.length > 0) await deletePersonalKeys(tx, scope, keyIds);
      add(erased, table, count);
    }
  }
}

/** Deletes rows of files whose bytes are gone, and their keys; what the tenant stores is less by them. */
export async function eraseUploads(
  tx: Tx,
  scope: Scope,
  erased: ErasedRows,
  uploadIds: readonly string[],
): Promise<void> {
  if (uploadIds.length === 0) return;
  const [gone] = await tx.sql<{ count: number; bytes: number }>(
    `with gone as (delete from upload where tenant_id = $1 and domain = $2 and upload_id = any($3::uuid[]) returning size)
     select count(*)::int as count, coalesce(sum(size), 0)::float8 as bytes from gone`,
    [scope.tenantId, scope.domain, uploadIds],
  );
  await deletePersonalKeys(tx, scope, uploadIds);
  add(erased, 'upload', gone!.count);
  await tx.sql(
    'update tenant_storage set stored_bytes = greatest(0, stored_bytes - $2::bigint) where tenant_id = $1',
    [scope.tenantId, gone!.bytes],
  );
}

function add(erased: ErasedRows, table: string, count: number): void {
  if (count > 0) erased[table] = (erased[table] ?? 0) + count;
}

/** Both counts together. */
export function addErased(one: ErasedRows, other: ErasedRows): ErasedRows {
  const sum = { ...one };
  for (const [table, count] of Object.entries(other)) add(sum, table, count);
  return sum;
}
