import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';
import type { StoredInputs } from './sealed-calls.ts';

/** Statements of attempts that people ask for: replays and test sends. */

export interface LockedDelivery {
  readonly webhookId: string;
  readonly kind: string;
  readonly state: string;
  readonly hasInputs: boolean;
  /** Whether a replay is under way. */
  readonly isReplaying: boolean;
  /** The attempt that this request made already. */
  readonly made: number | null;
  readonly nextAttempt: number;
}

/** A delivery, locked until the transaction ends. */
export async function lockDelivery(
  tx: Tx,
  scope: Scope,
  request: { readonly deliveryId: string; readonly requestId: string },
): Promise<LockedDelivery | undefined> {
  const key = [scope.tenantId, scope.domain, request.deliveryId];
  const held = await tx.sql(
    'select 1 from webhook_delivery where tenant_id = $1 and domain = $2 and delivery_id = $3 for update',
    key,
  );
  if (held.length === 0) return undefined;
  // A statement of its own: it sees what whoever held the row before has committed.
  const [row] = await tx.sql<LockedDelivery>(
    `select d.webhook_id as "webhookId", d.kind, d.state, d.inputs is not null as "hasInputs",
       coalesce(bool_or(a.cause <> 'service' and a.outcome is null), false) as "isReplaying",
       max(a.attempt) filter (where a.request_id = $4) as made, coalesce(max(a.attempt), 0) + 1 as "nextAttempt"
     from webhook_delivery d
     left join webhook_attempt a using (tenant_id, domain, delivery_id)
     where d.tenant_id = $1 and d.domain = $2 and d.delivery_id = $3
     group by d.tenant_id, d.domain, d.delivery_id`,
    [...key, request.requestId],
  );
  return row;
}

export interface NewRequestedAttempt {
  readonly deliveryId: string;
  readonly attempt: number;
  readonly cause: 'replay' | 'test';
  readonly requestId: string;
  /** E-mail address of who asked. */
  readonly requestedBy: string;
}

/** Writes attempts down before they leave. */
export async function insertRequestedAttempts(
  tx: Tx,
  scope: Scope,
  attempts: readonly NewRequestedAttempt[],
): Promise<void> {
  await tx.sql(
    `insert into webhook_attempt (tenant_id, domain, delivery_id, attempt, due_at, cause, requested_by, request_id)
     select $1, $2, "deliveryId", attempt, now(), cause, "requestedBy", "requestId"
     from json_to_recordset($3::json) as a("deliveryId" uuid, attempt integer, cause text, "requestedBy" text,
       "requestId" uuid)`,
    [scope.tenantId, scope.domain, JSON.stringify(attempts)],
  );
}

export interface NewTestDelivery extends StoredInputs {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly shapeVersion: number;
}

/** Adds the delivery of a test send; false when its id is taken. */
export async function insertTestDelivery(tx: Tx, scope: Scope, test: NewTestDelivery): Promise<boolean> {
  const rows = await tx.sql(
    `with born as (
       insert into webhook_delivery (tenant_id, domain, delivery_id, webhook_id, kind, inputs, state, shape_version)
       values ($1, $2, $3, $4, 'test', $5, 'PENDING', $6)
       on conflict do nothing returning delivery_id
     ), keys as (
       insert into personal_key (tenant_id, domain, key_id, wrapped_key)
       select $1, $2, delivery_id, decode($7, 'base64') from born where $7::text is not null
     )
     select from born`,
    [
      scope.tenantId,
      scope.domain,
      test.deliveryId,
      test.webhookId,
      JSON.stringify(test.inputs),
      test.shapeVersion,
      test.wrappedKey,
    ],
  );
  return rows.length > 0;
}

/** Failed deliveries of a webhook that no replay has brought through, oldest first; holds their rows. */
export async function findReplayable(
  tx: Tx,
  scope: Scope,
  range: { readonly webhookId: string; readonly from: number; readonly to: number; readonly limit: number },
): Promise<{ readonly deliveryId: string; readonly nextAttempt: number }[]> {
  return tx.sql(
    `select d.delivery_id as "deliveryId",
       (select coalesce(max(a.attempt), 0) + 1 from webhook_attempt a
        where a.tenant_id = d.tenant_id and a.domain = d.domain and a.delivery_id = d.delivery_id) as "nextAttempt"
     from webhook_delivery d
     where d.tenant_id = $1 and d.domain = $2 and d.webhook_id = $3 and d.state = 'FAILED' and d.inputs is not null
       and d.created_at >= to_timestamp($4::double precision / 1000)
       and d.created_at < to_timestamp($5::double precision / 1000)
       and not exists (
         select from webhook_attempt r
         where r.tenant_id = d.tenant_id and r.domain = d.domain and r.delivery_id = d.delivery_id
           and r.cause = 'replay' and (r.outcome is null or r.outcome = 'succeeded')
       )
     order by d.created_at, d.delivery_id limit $6 for update of d`,
    [scope.tenantId, scope.domain, range.webhookId, range.from, range.to, range.limit],
  );
}

/** How many attempts a request made already. */
export async function countRequested(tx: Tx, scope: Scope, requestId: string): Promise<number> {
  const [row] = await tx.sql<{ made: number }>(
    `select count(*)::int as made from webhook_attempt where tenant_id = $1 and domain = $2 and request_id = $3`,
    [scope.tenantId, scope.domain, requestId],
  );
  return row?.made ?? 0;
}
