import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { type DeclaredParties, hasSubject, statedParties } from './customer-parties.ts';
import { screenedSubject } from './customer-subject.ts';

/** A customer as monitoring follows it. */
export interface FollowedCustomer {
  readonly customerId: string;
  /**
   * The screening subject as last submitted, with the document of the first submission and the wallets of transactions; null
   * where no event had one.
   */
  readonly subject: Readonly<Record<string, unknown>> | null;
  /** Parties and other subjects by the place that states them, newest first; null: there are none. */
  readonly stated: readonly StatedParties[] | null;
  /** Whether it is monitored: as was said of it, else by the tenant's default. */
  readonly isMonitored: boolean;
  /** The transaction that last changed it. */
  readonly changedIn: number;
}

interface StatedParties extends Pick<DeclaredParties, 'declaredBy' | 'parties' | 'self'> {}

/** Where to continue reading. */
export interface FollowedPage {
  readonly changedIn: number;
  readonly customerId: string;
  /** Most subjects: parties count too. At least one customer is read. */
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

const monitored = 'coalesce(c.monitored, t.monitoring_default)';

/** Of chosen rows `customer c` with `changed_in` as `place`: what monitoring follows. */
const columns = `c.customer_id as "customerId", ${monitored} as "isMonitored", ${screenedSubject} as subject,
  ${statedParties} as stated`;

/** Subjects of `customer c`. */
const subjectCount = `1 + coalesce((select sum(s.party_count) from customer_parties s
  where s.tenant_id = c.tenant_id and s.domain = c.domain and s.customer_id = c.customer_id), 0)`;

/** Customers of `chosen` in `order`, as many as have `limit` subjects together, but at least one. */
const withinLimit = (chosen: string, order: string, limit: string) =>
  `with chosen as materialized (${chosen} order by ${order} limit ${limit}),
   counted as (
     select customer_id, place, sum(count) over (order by ${order} rows unbounded preceding) - count as before from chosen
   )
   select ${columns}, n.place as "changedIn"
   from counted n join customer c on c.tenant_id = $1 and c.domain = $2 and c.customer_id = n.customer_id
   join tenant t on t.tenant_id = c.tenant_id
   where n.before < ${limit}`;

/** Customers who changed in a transaction or after it, in the order of their changes. */
export function readFollowedCustomers(tx: Tx, scope: Scope, from: FollowedPage): Promise<FollowedCustomer[]> {
  const chosen = `select c.customer_id, c.changed_in as place, ${subjectCount} as count from customer c
    where c.tenant_id = $1 and c.domain = $2 and (c.changed_in, c.customer_id) > ($3, $4)`;
  return readInOrder(tx, scope, { chosen, order: 'place, customer_id', from });
}

/** Customers whose parties changed in a transaction or after it, in the order of their changes. */
export function readChangedParties(tx: Tx, scope: Scope, from: FollowedPage): Promise<FollowedCustomer[]> {
  const chosen = `select c.customer_id, c.changed_in as place, ${subjectCount} as count from customer_parties c
    where c.tenant_id = $1 and c.domain = $2 and (c.changed_in, c.customer_id) > ($3, $4)`;
  return readInOrder(tx, scope, { chosen, order: 'place, customer_id', from });
}

function readInOrder(
  tx: Tx,
  scope: Scope,
  { chosen, order, from }: { readonly chosen: string; readonly order: string; readonly from: FollowedPage },
): Promise<FollowedCustomer[]> {
  return tx.sql<FollowedCustomer & Record<string, unknown>>(
    `${withinLimit(chosen, order, '$5')} order by n.place, n.customer_id`,
    [scope.tenantId, scope.domain, from.changedIn, from.customerId, from.limit],
  );
}

/** Monitored customers in the order of their ids' bytes, from the one behind `after` on, as many as have `limit` subjects. */
export function readMonitoredCustomers(
  tx: Tx,
  scope: Scope,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<FollowedCustomer[]> {
  const chosen = `select c.customer_id, c.changed_in as place, ${subjectCount} as count
    from customer c join tenant t on t.tenant_id = c.tenant_id
    where c.tenant_id = $1 and c.domain = $2 and ${hasSubject} and ${monitored} and c.customer_id collate "C" > $3`;
  return tx.sql<FollowedCustomer & Record<string, unknown>>(
    `${withinLimit(chosen, 'customer_id collate "C"', '$4')} order by n.customer_id collate "C"`,
    [scope.tenantId, scope.domain, after, limit],
  );
}

/** One customer, where it is monitored. */
export function readMonitoredCustomer(tx: Tx, scope: Scope, customerId: string): Promise<FollowedCustomer[]> {
  return tx.sql<FollowedCustomer & Record<string, unknown>>(
    `select ${columns}, c.changed_in as "changedIn" from customer c join tenant t on t.tenant_id = c.tenant_id
     where c.tenant_id = $1 and c.domain = $2 and ${hasSubject} and ${monitored} and c.customer_id = $3`,
    [scope.tenantId, scope.domain, customerId],
  );
}

/** How many monitored customers come up to and with `last`, in the order of their ids' bytes. */
export async function countMonitoredCustomers(tx: Tx, scope: Scope, last: string): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `select count(*)::int as count from customer c join tenant t on t.tenant_id = c.tenant_id
     where c.tenant_id = $1 and c.domain = $2 and ${hasSubject} and ${monitored}
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
    `select c.customer_id as "customerId", c.monitored as chosen, ${hasSubject} as "hasSubject",
       ${monitored} and ${hasSubject} as "isMonitored"
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

/** The same, of a customer whom nobody erases until the transaction ends: what names it must not come after. */
export async function keepAuditId(tx: Tx, scope: Scope, customerId: string): Promise<string | undefined> {
  const [row] = await tx.sql<{ auditId: string }>(
    `select audit_id::text as "auditId" from customer
     where tenant_id = $1 and domain = $2 and customer_id = $3 for key share`,
    [scope.tenantId, scope.domain, customerId],
  );
  return row?.auditId;
}
