import { recordAudit } from '../audit/index.ts';
import type { Tx } from '../database/database.ts';
import { addErased, type ErasedRows, eraseStep } from '../erasure/index.ts';
import type { Scope } from '../lib/scope.ts';
import { type Age, type AgingKind, type KeptReason, pageOf, pageSize } from './aging-kind.ts';

interface CustomerAge {
  readonly key: string;
  readonly due: boolean;
  readonly kept: KeptReason | null;
  readonly auditId: string;
  /** The day that the period is counted from. */
  readonly from: string;
  /** Nothing has started the period: it is kept as long as that goes on. */
  readonly isOngoing: boolean;
}

/**
 * Customers in the order of their ids with what their age is counted from: the stated end of the relationship, or the last thing
 * that was decided of them, whichever is later. Who was rejected last has no relationship. $3 cutoff, $4 basis, $5 ids.
 */
function ages(where: string, lock = ''): string {
  return `with page as materialized (
      select c.customer_id, c.audit_id, c.created_at, c.updated_at, c.relationship_ended_on as ended,
        coalesce(c.monitored, (select monitoring_default from tenant where tenant_id = $1)) as monitored
      from customer c where c.tenant_id = $1 and c.domain = $2 and ${where}
      order by c.customer_id collate "C" limit ${pageSize} ${lock}
    )
    select p.customer_id as key, p.audit_id::text as "auditId", p.created_at < $3 and a.at < $3 as due,
      (a.at at time zone 'UTC')::date::text as "from",
      p.ended is null and a.rejected is not true and ($4 = 'RELATIONSHIP_END' or p.monitored) as "isOngoing",
      case when exists (select from legal_hold h where h.tenant_id = $1 and h.domain = $2
          and h.customer_id = p.customer_id and h.released_at is null) then 'HOLD'
        when exists (select from case_record r where r.tenant_id = $1 and r.domain = $2
          and r.customer_id = p.customer_id and r.resolved_at is null) then 'OPEN_CASE'
        when a.running then 'RUNNING'
        when p.ended is null and a.rejected is not true and $4 = 'RELATIONSHIP_END' then 'ONGOING'
        when p.ended is null and a.rejected is not true and p.monitored then 'MONITORED' end as kept
    from page p cross join lateral (
      select greatest(p.updated_at, (p.ended + 1)::timestamp at time zone 'UTC', max(e.created_at), max(e.finished_at), (
          select max(r.resolved_at) from case_record r
          where r.tenant_id = $1 and r.domain = $2 and r.customer_id = p.customer_id)) as at,
        coalesce(bool_or(e.state in ('RUNNING', 'WAITING')), false) as running,
        (array_agg(e.decision order by e.created_at desc))[1] = 'reject' as rejected
      from execution e
      where e.tenant_id = $1 and e.domain = $2 and e.customer_id = p.customer_id and p.created_at < $3
    ) a order by p.customer_id collate "C"`;
}

/** What a customer is counted from now, whether it is old enough or not. */
export async function readCustomerAge(
  tx: Tx,
  { tenantId, domain }: Scope,
  of: Age & { readonly customerId: string },
): Promise<Pick<CustomerAge, 'from' | 'isOngoing'> | undefined> {
  const values = [tenantId, domain, of.cutoff, of.basis, of.customerId];
  const [age] = await tx.sql<CustomerAge & Record<string, unknown>>(ages('c.customer_id = $5'), values);
  return age;
}

/** Customers with all that is kept of them. */
export const customers: AgingKind = {
  unasked: 100,
  findPage: async (tx, scope, { cutoff, basis, after }) =>
    pageOf(
      await tx.sql<CustomerAge & Record<string, unknown>>(ages('c.customer_id collate "C" > $5'), [
        scope.tenantId,
        scope.domain,
        cutoff,
        basis,
        after,
      ]),
    ),
  remove: async (tools, scope, removal) => {
    for (const customerId of removal.keys) {
      const auditId = await tools.database.operator((tx) => endRelationship(tx, scope, removal, customerId));
      if (auditId === undefined) continue;
      let erased: ErasedRows = {};
      const erasure = {
        customerId,
        lock: (tx: Tx) => lockDue(tx, scope, removal, customerId),
        save: async (tx: Tx, rows: ErasedRows, isDone: boolean) => {
          erased = addErased(erased, rows);
          await removal.save(tx, isDone ? 1 : 0, rows);
          if (!isDone) return;
          await recordAudit(tx, scope, {
            actor: { kind: 'system', id: 'retention' },
            act: 'customer.erase',
            object: { kind: 'customer', id: auditId },
            detail: { retentionRun: removal.runId, erased },
          });
        },
      };
      while ((await eraseStep(tools, scope, erasure)) === 'more');
    }
  },
};

/** A customer that is still due, locked: a submit of it waits, and makes a new one. */
async function lockDue(
  tx: Tx,
  scope: Scope,
  { cutoff, basis }: Age,
  customerId: string,
): Promise<CustomerAge | undefined> {
  const { tenantId, domain } = scope;
  await tx.sql('select from customer where tenant_id = $1 and domain = $2 and customer_id = $3 for update', [
    tenantId,
    domain,
    customerId,
  ]);
  const [age] = await tx.sql<CustomerAge & Record<string, unknown>>(ages('c.customer_id = $5'), [
    tenantId,
    domain,
    cutoff,
    basis,
    customerId,
  ]);
  return age?.due === true && age.kept === null ? age : undefined;
}

/**
 * States the end of the relationship where nobody did: once its executions are gone, nothing else tells the next step what the
 * customer is counted from.
 */
async function endRelationship(
  tx: Tx,
  scope: Scope,
  age: Age,
  customerId: string,
): Promise<string | undefined> {
  const due = await lockDue(tx, scope, age, customerId);
  if (due === undefined) return undefined;
  await tx.sql(
    `update customer set relationship_ended_on = least($4::date, $5::date - 2)
     where tenant_id = $1 and domain = $2 and customer_id = $3 and relationship_ended_on is null`,
    [scope.tenantId, scope.domain, customerId, due.from, age.cutoff.toISOString().slice(0, 10)],
  );
  return due.auditId;
}
