import type { ConsoleData } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

type AuditedCustomer = ConsoleData<'customers.byAuditId'>;

/**
 * Whom the audit log calls by an ID. The records about a customer outlive it: the last one says when it was erased and by what,
 * and until then those with a `customerId` say who it is. Undefined where none says either.
 */
export async function readAuditedCustomer(
  tx: Tx,
  scope: Scope,
  auditId: string,
): Promise<AuditedCustomer | undefined> {
  const values = [scope.tenantId, scope.domain, auditId];
  const [erased] = await tx.sql<NonNullable<AuditedCustomer['erased']> & Record<string, unknown>>(
    `select floor(extract(epoch from at) * 1000)::float8 as at, detail ->> 'erasureId' as "erasureId",
       detail ->> 'retentionRun' as "retentionRunId"
     from audit_event where ${ofCustomer} and act = 'customer.erase' order by at desc limit 1`,
    values,
  );
  if (erased !== undefined) return { customerId: null, erased };
  const [known] = await tx.sql<{ customerId: string }>(
    `select c.customer_id as "customerId" from audit_event a join customer c
       on c.tenant_id = a.tenant_id and c.domain = a.domain and c.customer_id = a.detail ->> 'customerId'
       and c.audit_id::text = $3
     where a.${ofCustomer.replaceAll(' and ', ' and a.')} limit 1`,
    values,
  );
  return known && { customerId: known.customerId, erased: null };
}

const ofCustomer = `tenant_id = $1 and domain = $2 and object_kind = 'customer' and object_id = $3`;
