import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { mergedSubject } from './customer-subject.ts';
import type { CustomerUpdate } from './customer-update.ts';

/**
 * Keeps what an end user's flow tells of its customer; a submit does the same within its one statement. The document
 * is that of the first submission (interface specification 2.4): it counts while the customer is no older than
 * `firstFrom`, the execution that tells it, so that who mistypes it there can put it right.
 */
export async function saveCustomer(
  tx: Tx,
  scope: Scope,
  customer: CustomerUpdate,
  firstFrom: Date,
): Promise<void> {
  await tx.sql(
    `insert into customer as c (tenant_id, domain, customer_id, customer_type, name, profile, id_type, id_number, subject, monitored)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9::jsonb, $10)
     on conflict (tenant_id, domain, customer_id) do update set
       customer_type = coalesce(excluded.customer_type, c.customer_type), name = coalesce(excluded.name, c.name),
       profile = c.profile || excluded.profile, subject = ${mergedSubject},
       id_type = case when c.created_at >= $11 then coalesce(excluded.id_type, c.id_type) else c.id_type end,
       id_number = case when c.created_at >= $11 then coalesce(excluded.id_number, c.id_number) else c.id_number end,
       monitored = coalesce(excluded.monitored, c.monitored), changed_in = excluded.changed_in, updated_at = now()`,
    [
      scope.tenantId,
      scope.domain,
      customer.customerId,
      customer.customerType,
      customer.name,
      JSON.stringify(customer.profile),
      customer.idType,
      customer.idNumber,
      customer.subject && JSON.stringify(customer.subject),
      customer.monitored,
      firstFrom,
    ],
  );
}
