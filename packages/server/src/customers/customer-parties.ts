import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

/** Fields of a screening subject, with role, partyId and percent of a party. */
type PartyFields = Readonly<Record<string, unknown>>;

/** Whom one place of a customer's workflows states. */
export interface DeclaredParties {
  readonly customerId: string;
  /** `ownership`, or a screening node of an event type. */
  readonly declaredBy: string;
  readonly executionId: string;
  /** By the key that rulings have; parties that nothing tells apart have `#` and a number behind it. */
  readonly parties: Readonly<Record<string, PartyFields>>;
  /** The customer itself, where its event has no subject of its own. */
  readonly self: readonly PartyFields[];
}

/**
 * Keeps whom executions state, in place of what the same place stated before; an older execution that comes later changes
 * nothing. In the order of their keys, so that nobody waits for each other.
 */
export async function saveParties(tx: Tx, scope: Scope, declared: readonly DeclaredParties[]): Promise<void> {
  await tx.sql(
    `insert into customer_parties as p
       (tenant_id, domain, customer_id, declared_by, execution_id, parties, party_count, self)
     select distinct on (s."customerId", s."declaredBy") $1, $2, s."customerId", s."declaredBy", s."executionId",
       s.parties, s.count, s.self
     from jsonb_to_recordset($3::jsonb) as s("customerId" text, "declaredBy" text, "executionId" uuid, parties jsonb,
       count integer, self jsonb)
     where s.count > 0 or s.self <> '[]' or exists (select from customer_parties o where o.tenant_id = $1
       and o.domain = $2 and o.customer_id = s."customerId" and o.declared_by = s."declaredBy")
     order by s."customerId", s."declaredBy", s."executionId" desc
     on conflict (tenant_id, domain, customer_id, declared_by) do update set execution_id = excluded.execution_id,
       parties = excluded.parties, party_count = excluded.party_count, self = excluded.self, updated_at = now(),
       changed_in = case when p.parties = excluded.parties and p.self = excluded.self then p.changed_in
         else excluded.changed_in end
     where p.execution_id <= excluded.execution_id`,
    [
      scope.tenantId,
      scope.domain,
      JSON.stringify(declared.map((one) => ({ ...one, count: Object.keys(one.parties).length }))),
    ],
  );
}

/** Of `customer c`: whether there is somebody to screen, itself or a party. */
export const hasSubject = `(c.subject is not null or exists (select from gatehouse.customer_parties s
  where s.tenant_id = c.tenant_id and s.domain = c.domain and s.customer_id = c.customer_id
    and (s.party_count > 0 or s.self <> '[]')))`;

/**
 * SQL: the name by which a customer was last screened, where its event has no subject of its own.
 * @param of expressions of the customer's key
 */
export const screenedName = (of: {
  readonly tenantId: string;
  readonly domain: string;
  readonly customerId: string;
}) => `(select s.self -> 0 ->> 'name' from customer_parties s
  where s.tenant_id = ${of.tenantId} and s.domain = ${of.domain} and s.customer_id = ${of.customerId}
    and s.self <> '[]'
  order by s.execution_id desc limit 1)`;

/** Of `customer c`: all that is stated of its parties, newest first. */
export const statedParties = `(select jsonb_agg(jsonb_build_object('declaredBy', s.declared_by, 'parties', s.parties,
    'self', case when c.subject ? 'name' then '[]' else s.self end) order by s.execution_id desc, s.declared_by)
  from customer_parties s
  where s.tenant_id = c.tenant_id and s.domain = c.domain and s.customer_id = c.customer_id)`;

/** Whom one place of a customer's workflows stated last. */
export interface PartyStatement extends Pick<DeclaredParties, 'declaredBy' | 'parties'> {
  /** Epoch milliseconds. */
  readonly statedAt: number;
}

/** Every statement of a customer's parties, newest first. */
export function readPartyStatements(tx: Tx, scope: Scope, customerId: string): Promise<PartyStatement[]> {
  return tx.sql<PartyStatement & Record<string, unknown>>(
    `select declared_by as "declaredBy", parties, (extract(epoch from updated_at) * 1000)::bigint as "statedAt"
     from customer_parties where tenant_id = $1 and domain = $2 and customer_id = $3 and party_count > 0
     order by execution_id desc, declared_by`,
    [scope.tenantId, scope.domain, customerId],
  );
}
