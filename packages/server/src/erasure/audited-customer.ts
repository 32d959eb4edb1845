import type { ConsoleData } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

type AuditedCustomer = ConsoleData<'customers.byAuditId'>;

/** Whom the audit log calls by an ID: a customer, or, by the last record about it, when it was erased and by what. Undefined where it is neither. */
export async function readAuditedCustomer(
  tx: Tx,
  scope: Scope,
  auditId: string,
): Promise<AuditedCustomer | undefined> {
  const values = [scope.tenantId, scope.domain, auditId];
  const [erased] = await tx.sql<NonNullable<AuditedCustomer['erased']> & Record<string, unknown>>(
    `select floor(extract(epoch from at) * 1000)::float8 as at, detail ->> 'erasureId' as "erasureId",
       detail ->> 'retentionRun' as "retentionRunId"
     from audit_event
     where tenant_id = $1 and domain = $2 and object_kind = 'customer' and object_id = $3 and act = 'customer.erase'
     order by at desc limit 1`,
    values,
  );
  if (erased !== undefined) return { customerId: null, erased };
  const [known] = await tx.sql<{ customerId: string }>(
    `select customer_id as "customerId" from customer where tenant_id = $1 and domain = $2 and audit_id = $3::uuid`,
    values,
  );
  return known && { customerId: known.customerId, erased: null };
}
