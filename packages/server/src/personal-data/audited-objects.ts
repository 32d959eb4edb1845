import { maxAuditedObjects } from '@gatehouse/contract';
import type { AuditedObject } from '../audit/index.ts';
import type { Database } from '../database/database.ts';
import { isId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';

const ofCustomer = 'tenant_id = $1 and domain = $2 and customer_id = $3';

/**
 * What the audit log has records about of a customer, each found by an index of its own. Those of which there can be many are the
 * newest. After an erasure the customer is known by the ID of the audit log alone, and its executions and cases by nothing.
 */
export function findAuditedObjects(
  database: Database,
  scope: Scope,
  customerId: string,
): Promise<AuditedObject[]> {
  return database.transaction(scope, async (tx) => {
    const find = (query: string, value: string) =>
      tx.sql<AuditedObject & Record<string, unknown>>(query, [scope.tenantId, scope.domain, value]);
    const own = await find(
      `select 'customer' as kind, audit_id::text as id from customer where ${ofCustomer}`,
      customerId,
    );
    const auditId = own[0]?.id ?? (isId(customerId) ? customerId : undefined);
    if (auditId === undefined) return [];
    const erasures = await find(
      `select 'erasure' as kind, erasure_id::text as id from erasure
       where tenant_id = $1 and domain = $2 and customer_audit_id = $3`,
      auditId,
    );
    const about = [{ kind: 'customer', id: auditId }, ...erasures];
    if (own.length === 0) return about;
    const others = await find(
      `(select 'execution' as kind, execution_id::text as id from execution where ${ofCustomer}
        order by execution_id desc limit ${maxAuditedObjects})
       union all (select 'case', case_no from case_record where ${ofCustomer}
        order by opened_at desc limit ${maxAuditedObjects})
       union all (select 'link', link_id::text from link where ${ofCustomer}
        order by link_id desc limit ${maxAuditedObjects})
       union all select 'hold', hold_id::text from legal_hold where ${ofCustomer}`,
      customerId,
    );
    return [...about, ...others];
  });
}
