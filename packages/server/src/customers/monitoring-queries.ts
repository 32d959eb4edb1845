import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { screenedSubject } from './customer-subject.ts';

/** A customer as monitoring follows it. */
export interface FollowedCustomer {
  readonly customerId: string;
  /** The screening subject as last submitted, with the document of the first submission and the wallets of transactions. */
  readonly subject: Readonly<Record<string, unknown>>;
  /** Whether it is monitored: as was said of it, else by the tenant's default. */
  readonly isMonitored: boolean;
  /** The transaction that last changed it. */
  readonly changedIn: number;
}

/** Where to continue reading. */
export interface FollowedPage {
  readonly changedIn: number;
  readonly customerId: string;
  readonly limit: number;
}

/**
 * The transaction from which on changes may still be unseen: whoever reads all changes after asking for it, and from
 * it on the next time, misses none.
 */
export async function readTransactionHorizon(tx: Tx): Promise<number> {
  const [row] = await tx.sql<{ mark: number }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as mark',
  );
  return row!.mark;
}

const followed = `select c.customer_id as "customerId", c.changed_in as "changedIn",
    coalesce(c.monitored, t.monitoring_default) as "isMonitored",
    ${screenedSubject} as subject
  from customer c join tenant t on t.tenant_id = c.tenant_id
  where c.tenant_id = $1 and c.domain = $2 and c.subject is not null`;

/** Customers with a subject that changed in a transaction or after it, in the order of their changes. */
export function readFollowedCustomers(tx: Tx, scope: Scope, from: FollowedPage): Promise<FollowedCustomer[]> {
  return tx.sql<FollowedCustomer & Record<string, unknown>>(
    `${followed} and (c.changed_in, c.customer_id) > ($3, $4) order by c.changed_in, c.customer_id limit $5`,
    [scope.tenantId, scope.domain, from.changedIn, from.customerId, from.limit],
  );
}

const monitored = 'coalesce(c.monitored, t.monitoring_default)';

/** Monitored customers in the order of their ids' bytes, from the one behind `after` on. */
export function readMonitoredCustomers(
  tx: Tx,
  scope: Scope,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<FollowedCustomer[]> {
  return tx.sql<FollowedCustomer & Record<string, unknown>>(
    `${followed} and ${monitored} and c.customer_id collate "C" > $3
     order by c.customer_id collate "C" limit $4`,
    [scope.tenantId, scope.domain, after, limit],
  );
}

/** One customer, where it is monitored. */
export function readMonitoredCustomer(tx: Tx, scope: Scope, customerId: string): Promise<FollowedCustomer[]> {
  return tx.sql<FollowedCustomer & Record<string, unknown>>(
    `${followed} and ${monitored} and c.customer_id = $3`,
    [scope.tenantId, scope.domain, customerId],
  );
}

/** How many monitored customers come up to and with `last`, in the order of their ids' bytes. */
export async function countMonitoredCustomers(tx: Tx, scope: Scope, last: string): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `select count(*)::int as count from customer c join tenant t on t.tenant_id = c.tenant_id
     where c.tenant_id = $1 and c.domain = $2 and c.subject is not null and ${monitored}
       and c.customer_id collate "C" <= $3`,
    [scope.tenantId, scope.domain, last],
  );
  return row!.count;
}

/** Whether and why a customer is monitored. */
export interface CustomerMonitoring {
  readonly customerId: string;
  readonly isMonitored: boolean;
  /** What was said of this customer; null: the tenant's default counts. */
  readonly chosen: boolean | null;
  /** Whether there is a subject to be screened. */
  readonly hasSubject: boolean;
}

export async function readCustomerMonitoring(
  tx: Tx,
  scope: Scope,
  customerId: string,
): Promise<CustomerMonitoring | undefined> {
  const [row] = await tx.sql<CustomerMonitoring & Record<string, unknown>>(
    `select c.customer_id as "customerId", c.monitored as chosen, c.subject is not null as "hasSubject",
       coalesce(c.monitored, t.monitoring_default) and c.subject is not null as "isMonitored"
     from customer c join tenant t on t.tenant_id = c.tenant_id
     where c.tenant_id = $1 and c.domain = $2 and c.customer_id = $3`,
    [scope.tenantId, scope.domain, customerId],
  );
  return row;
}

/** Says of one customer whether it is monitored; null gives it back to the tenant's default. */
export async function chooseMonitoring(
  tx: Tx,
  scope: Scope,
  choice: { readonly customerId: string; readonly monitored: boolean | null },
): Promise<void> {
  await tx.sql(
    `update customer set monitored = $4, changed_in = pg_current_xact_id()::text::bigint
     where tenant_id = $1 and domain = $2 and customer_id = $3`,
    [scope.tenantId, scope.domain, choice.customerId, choice.monitored],
  );
}

/** What the audit log calls a customer: a customerId may tell who somebody is, and a record outlives an erasure. */
export async function readAuditId(tx: Tx, scope: Scope, customerId: string): Promise<string | undefined> {
  const [row] = await tx.sql<{ auditId: string }>(
    `select audit_id::text as "auditId" from customer
     where tenant_id = $1 and domain = $2 and customer_id = $3`,
    [scope.tenantId, scope.domain, customerId],
  );
  return row?.auditId;
}
