import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import type { ExecutionIds } from './personal-table.ts';

/** Executions that one call finds: what a step deletes or reads by them stays bounded. */
export const executionsPerStep = 50;
const noExecution = '00000000-0000-0000-0000-000000000000';

/** The address of an upload within a JSON text; its group is the ID. */
const uploadAddress = String.raw`s3://[^/"]+/uploads/[0-9-]{10}/[^/"]+/[^/"]+/([0-9a-f-]{36})\.[a-z]+`;

/**
 * Some executions of a customer, or those that are named, with all that is found by them.
 * @param after the execution that the step before ended with
 * @param lock `for update`: nobody resumes or continues one of them until the transaction ends
 */
export async function findExecutionIds(
  tx: Tx,
  scope: Scope,
  of: (
    | { readonly customerId: string; readonly after?: string }
    | { readonly executionIds: readonly string[] }
  ) & {
    readonly lock?: 'for update' | '';
  },
): Promise<ExecutionIds> {
  const place = [scope.tenantId, scope.domain];
  const ids = async (query: string, values: readonly unknown[]): Promise<string[]> =>
    (await tx.sql<{ id: string }>(query, [...place, ...values])).map(({ id }) => id);
  const [where, values] =
    'customerId' in of
      ? ['customer_id = $3 and execution_id > $4::uuid', [of.customerId, of.after ?? noExecution]]
      : ['execution_id = any($3::uuid[])', [of.executionIds]];
  const executionIds = await ids(
    `select execution_id::text as id from execution where tenant_id = $1 and domain = $2 and ${where}
     order by execution_id limit ${executionsPerStep} ${of.lock ?? ''}`,
    values,
  );
  const idsOf = (column: string, table: string, key = 'execution_id') =>
    ids(
      `select ${column}::text as id from ${table} where tenant_id = $1 and domain = $2 and ${key} = any($3::uuid[])`,
      [executionIds],
    );
  const codeKeys = await ids(
    `select distinct x || '/' || v.node_id as id
     from unnest($3::uuid[]) x cross join lateral gatehouse.node_runs($1, $2, x) v
     where v.node_type in ('phone-verification', 'email-verification')
     union select execution_id || '/' || node_id from execution
     where tenant_id = $1 and domain = $2 and execution_id = any($3::uuid[]) and node_id is not null`,
    [executionIds],
  );
  const linkIds = await idsOf('link_id', 'link');
  return {
    executionIds,
    codeKeys,
    linkIds,
    caseNos: await idsOf('case_no', 'case_record'),
    deliveryIds: await idsOf('delivery_id', 'webhook_delivery'),
    scanIds: await idsOf('scan_id', 'quick_scan', 'case_execution_id'),
    messageIds: await ids(
      `select detail ->> 'messageId' as id from audit_event
       where tenant_id = $1 and domain = $2 and detail ? 'messageId'
         and (object_kind = 'code' and object_id = any($3::text[]) or object_kind = 'link' and object_id = any($4::text[]))`,
      [codeKeys, linkIds],
    ),
    uploadIds: await ids(
      `with stated (text) as (
         select concat(data, outputs, pending, node_runs) from execution
         where tenant_id = $1 and domain = $2 and execution_id = any($3::uuid[])
         union all select concat(input, output) from visit
         where tenant_id = $1 and domain = $2 and execution_id = any($3::uuid[])
       )
       select found[1] as id from stated, regexp_matches(text, '${uploadAddress}', 'g') found
       union select upload_id::text from upload_reference
       where tenant_id = $1 and domain = $2 and execution_id = any($3::uuid[])
       union select upload_id::text from flow_file
       where tenant_id = $1 and domain = $2 and execution_id = any($3::uuid[]) and upload_id is not null
       union select upload_id::text from case_attachment join case_record using (tenant_id, domain, case_no)
       where tenant_id = $1 and domain = $2 and execution_id = any($3::uuid[])`,
      [executionIds],
    ),
  };
}
