import type { Database } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { findExecutionIds } from './find-execution-ids.ts';
import type { ExecutionIds, PersonalIds } from './personal-table.ts';

/** All IDs by which rows of a customer are found, step by step; undefined where there is no such customer. */
export async function findAllIds(
  database: Database,
  scope: Scope,
  customerId: string,
): Promise<PersonalIds | undefined> {
  const place = [scope.tenantId, scope.domain, customerId];
  const own = await database.transaction(scope, async (tx) => {
    const ids = async (column: string, table: string) =>
      (
        await tx.sql<{ id: string }>(
          `select ${column}::text as id from ${table} where tenant_id = $1 and domain = $2 and customer_id = $3`,
          place,
        )
      ).map(({ id }) => id);
    return {
      customerId,
      auditIds: await ids('audit_id', 'customer'),
      customerLinkIds: await ids('link_id', 'link'),
      runIds: await ids('run_id', 'monitoring_run'),
    };
  });
  if (own.auditIds.length === 0) return undefined;
  const all: Record<keyof ExecutionIds, string[]> = {
    executionIds: [],
    caseNos: [],
    linkIds: [],
    deliveryIds: [],
    scanIds: [],
    messageIds: [],
    uploadIds: [],
    codeKeys: [],
  };
  for (let after: string | undefined; ; ) {
    const of = { customerId, ...(after === undefined ? {} : { after }) };
    const step = await database.transaction(scope, (tx) => findExecutionIds(tx, scope, of));
    if (step.executionIds.length === 0) break;
    for (const name of Object.keys(all) as (keyof ExecutionIds)[]) all[name].push(...step[name]);
    after = step.executionIds.at(-1)!;
  }
  return { ...all, uploadIds: [...new Set(all.uploadIds)], ...own };
}
