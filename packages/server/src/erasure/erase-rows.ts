import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { eraseDetails, eraseExportDetails } from './erase-details.ts';

/** How many rows went, by table; `file`: objects of the file store. */
export type ErasedRows = Record<string, number>;

/** Executions of a customer, and what is found by them. */
export interface ErasedIds {
  readonly executionIds: readonly string[];
  readonly caseNos: readonly string[];
  readonly linkIds: readonly string[];
  readonly deliveryIds: readonly string[];
  readonly scanIds: readonly string[];
  readonly messageIds: readonly string[];
  readonly uploadIds: readonly string[];
  /** Of one-time codes, as the audit log names them. */
  readonly codeKeys: readonly string[];
}

const byExecution = 'execution_id = any($3::uuid[])';
/** When a submit stored its key: an index of keys by time serves that, and none by execution is kept for it. */
const nearExecutions = `between
  (select min(created_at) - interval '1 hour' from execution where tenant_id = $1 and domain = $2 and execution_id = any($3::uuid[])) and
  (select max(created_at) + interval '1 hour' from execution where tenant_id = $1 and domain = $2 and execution_id = any($3::uuid[]))`;
const byCase = 'case_no = any($3::text[])';
const byDelivery = 'delivery_id = any($3::uuid[])';
const byScan = 'scan_id = any($3::uuid[])';

/**
 * Tables that hold rows of a customer's executions, and how these are found, in an order that references allow. Parts of
 * files and sessions of links go with what they belong to, and search words by triggers.
 */
const tables: readonly (readonly [table: string, where: string, ids: keyof ErasedIds])[] = [
  ['webhook_attempt', byDelivery, 'deliveryIds'],
  ['webhook_delivery', byDelivery, 'deliveryIds'],
  ['message', 'message_id = any($3::uuid[])', 'messageIds'],
  ['one_time_code', 'subject_key = any($3::text[])', 'codeKeys'],
  ['document_review', byCase, 'caseNos'],
  ['document_request', byCase, 'caseNos'],
  ['case_note', byCase, 'caseNos'],
  ['case_attachment', byCase, 'caseNos'],
  ['case_viewer', byCase, 'caseNos'],
  ['case_record', byCase, 'caseNos'],
  ['quick_scan_hit', byScan, 'scanIds'],
  ['quick_scan', byScan, 'scanIds'],
  ['flow_draft', byExecution, 'executionIds'],
  ['flow_given', byExecution, 'executionIds'],
  ['flow_file', byExecution, 'executionIds'],
  ['link', 'link_id = any($3::uuid[])', 'linkIds'],
  ['upload_reference', byExecution, 'executionIds'],
  ['alert', byExecution, 'executionIds'],
  ['visit', byExecution, 'executionIds'],
  ['idempotency_key', `${byExecution} and created_at ${nearExecutions}`, 'executionIds'],
  ['execution', byExecution, 'executionIds'],
];

/** Deletes executions and all that hangs on them, and empties the details that the audit log has of them. */
export async function eraseExecutions(tx: Tx, scope: Scope, ids: ErasedIds): Promise<ErasedRows> {
  const erased: ErasedRows = {};
  const details = await eraseDetails(tx, scope, [
    ['execution', ids.executionIds],
    ['case', ids.caseNos],
    ['link', ids.linkIds],
    ['delivery', ids.deliveryIds],
    ['quickscan', ids.scanIds],
    ['message', ids.messageIds],
    ['upload', ids.uploadIds],
    ['code', ids.codeKeys],
  ]);
  add(erased, 'audit_event', details);
  await tx.sql(
    `update entity_pair_decision set reason = 'The reason was erased with the customer of the case.'
     where tenant_id = $1 and domain = $2 and case_no = any($3::text[])`,
    [scope.tenantId, scope.domain, ids.caseNos],
  );
  for (const [table, where, of] of tables)
    await eraseWhere(tx, scope, erased, { table, where, value: ids[of] });
  await eraseUploads(tx, scope, erased, ids.uploadIds);
  return erased;
}

const byCustomer = 'customer_id = $3';
const customerTables: readonly (readonly [table: string, where: string])[] = [
  // What somebody ordered for this customer alone; one that is under way is waited for.
  ['monitoring_start', byCustomer],
  ['monitoring_run', byCustomer],
  ['alert', byCustomer],
  ['ruling', byCustomer],
  ['link', byCustomer],
  ['customer_parties', byCustomer],
  ['legal_hold', byCustomer],
  ['case_view', "search ->> 'customerId' = $3"],
  ['customer', byCustomer],
];

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
        `select ${column}::text as id from ${table} where tenant_id = $1 and domain = $2 and ${byCustomer}`,
        values,
      )
    ).map(({ id }) => id);
  const details = await eraseDetails(tx, scope, [
    ['customer', [of.auditId]],
    ['link', await idsIn('link', 'link_id')],
    ['monitoringRun', await idsIn('monitoring_run', 'run_id')],
  ]);
  add(erased, 'audit_event', details + (await eraseExportDetails(tx, scope, of.customerId)));
  // A run over all customers that stopped here does not name it any more, nor does a request that was refused.
  await tx.sql(
    `update monitoring_run set cursor = null
     where tenant_id = $1 and domain = $2 and cursor = $3 and state in ('DONE', 'FAILED')`,
    values,
  );
  await tx.sql(
    `update erasure set customer_id = null
     where tenant_id = $1 and domain = $2 and ${byCustomer} and state = 'REFUSED'`,
    values,
  );
  for (const [table, where] of customerTables) {
    await eraseWhere(tx, scope, erased, { table, where, value: of.customerId });
  }
  return erased;
}

async function eraseWhere(
  tx: Tx,
  scope: Scope,
  erased: ErasedRows,
  { table, where, value }: { table: string; where: string; value: string | readonly string[] },
): Promise<void> {
  if (value.length === 0) return;
  const rows = await tx.sql<{ count: number }>(
    `with gone as (delete from ${table} where tenant_id = $1 and domain = $2 and ${where} returning 1)
     select count(*)::int as count from gone`,
    [scope.tenantId, scope.domain, value],
  );
  add(erased, table, rows[0]!.count);
}

/** Rows of files whose bytes are gone; what the tenant stores is less by them. */
async function eraseUploads(
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
