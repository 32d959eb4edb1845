import { maxAuditedObjects } from '@gatehouse/contract';
import type { AuditedObject } from '../audit/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { isId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';

const ofCustomer = 'tenant_id = $1 and domain = $2 and customer_id = $3';

interface FoundCustomer {
  readonly customerId: string;
  readonly auditId: string;
}

/** A customer by its customerId, else by what the audit log calls it. */
async function findCustomer(
  tx: Tx,
  { tenantId, domain }: Scope,
  named: string,
): Promise<FoundCustomer | undefined> {
  const [found] = await tx.sql<FoundCustomer & Record<string, unknown>>(
    `select customer_id as "customerId", audit_id::text as "auditId" from customer
     where tenant_id = $1 and domain = $2 and (customer_id = $3 or audit_id = $4::uuid)
     order by customer_id = $3 desc limit 1`,
    [tenantId, domain, named, isId(named) ? named : null],
  );
  return found;
}

/**
 * What the audit log has records about of a customer, named as callers or as the log do. Those of which there can be many are the
 * newest. After an erasure the customer is known by the ID of the audit log alone, and its executions and cases by nothing.
 */
export function findAuditedObjects(
  database: Database,
  scope: Scope,
  named: string,
): Promise<AuditedObject[]> {
  return database.transaction(scope, async (tx) => {
    const find = (query: string, value: string) =>
      tx.sql<AuditedObject & Record<string, unknown>>(query, [scope.tenantId, scope.domain, value]);
    const own = await findCustomer(tx, scope, named);
    const auditId = own?.auditId ?? (isId(named) ? named : undefined);
    if (auditId === undefined) return [];
    const erasures = await find(
      `select 'erasure' as kind, erasure_id::text as id from erasure
       where tenant_id = $1 and domain = $2 and customer_audit_id = $3`,
      auditId,
    );
    const about = [{ kind: 'customer', id: auditId }, ...erasures];
    if (own === undefined) return about;
    const others = await find(
      `(select 'execution' as kind, execution_id::text as id from execution where ${ofCustomer}
        order by execution_id desc limit ${maxAuditedObjects})
       union all (select 'case', case_no from case_record where ${ofCustomer}
        order by opened_at desc limit ${maxAuditedObjects})
       union all (select 'link', link_id::text from link where ${ofCustomer}
        order by link_id desc limit ${maxAuditedObjects})
       union all select 'hold', hold_id::text from legal_hold where ${ofCustomer}`,
      own.customerId,
    );
    return [...about, ...others];
  });
}
