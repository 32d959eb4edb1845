import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { screenedSubject } from './customer-subject.ts';

/** A customer with the fields of a screening subject, as last submitted. */
interface ScreenedCustomer {
  readonly customerId: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Those of some customers that are there and have a subject, in the order of their ids. */
export function readScreenedCustomers(
  tx: Tx,
  scope: Scope,
  customerIds: readonly string[],
): Promise<ScreenedCustomer[]> {
  return tx.sql<ScreenedCustomer & Record<string, unknown>>(
    `select c.customer_id as "customerId", ${screenedSubject} as fields from customer c
     where c.tenant_id = $1 and c.domain = $2 and c.customer_id = any($3::text[]) and c.subject is not null
     order by c.customer_id collate "C"`,
    [scope.tenantId, scope.domain, customerIds],
  );
}
