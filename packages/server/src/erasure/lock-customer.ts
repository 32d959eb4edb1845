import { ConsoleRefusal } from '../console-api/index.ts';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

/** What the audit log calls a customer, whom nobody else erases, holds or asks to erase until the transaction ends. */
export async function lockCustomer(tx: Tx, scope: Scope, customerId: string): Promise<string> {
  const [row] = await tx.sql<{ auditId: string }>(
    `select audit_id::text as "auditId" from customer
     where tenant_id = $1 and domain = $2 and customer_id = $3 for update`,
    [scope.tenantId, scope.domain, customerId],
  );
  if (row === undefined) throw new ConsoleRefusal('NOT_FOUND');
  return row.auditId;
}
