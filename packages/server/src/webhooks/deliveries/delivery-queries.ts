import { type Query, statement, type Tx } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';
import { type StoredInputs, wrappedKeyOfDelivery } from './sealed-calls.ts';

/** A delivery as it is intended, with its first attempt; nothing has left yet. */
export interface NewDelivery extends StoredInputs {
  /** Sent as X-Webhook-Id with every attempt. */
  readonly deliveryId: string;
  readonly webhookId: string;
  /** A step of an execution, or the hook that tells its decision. */
  readonly kind: 'node' | 'hook';
  readonly executionId: string;
  readonly nodeId: string;
}

/**
 * Writes down deliveries and their first attempts before anything leaves. A hook that is known already stays. Inputs
 * and outputs of the webhook hold as the workflow version was published with them.
 */
export async function insertDeliveries(
  tx: Tx,
  scope: Scope,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  await tx.sql(
    `with wanted as (
       select * from json_to_recordset($3::json) as d("deliveryId" uuid, "webhookId" text, kind text,
         "executionId" uuid, "nodeId" text, inputs json, "wrappedKey" text)
     ), born as (
       insert into webhook_delivery (tenant_id, domain, delivery_id, webhook_id, kind, execution_id, node_id, inputs,
         state, shape_version)
       select $1, $2, w."deliveryId", w."webhookId", w.kind, w."executionId", w."nodeId", w.inputs, 'PENDING',
         coalesce((v.webhooks ->> w."webhookId")::integer, h.version)
       from wanted w
       left join webhook h on h.tenant_id = $1 and h.webhook_id = w."webhookId"
       left join execution e on e.tenant_id = $1 and e.domain = $2 and e.execution_id = w."executionId"
       left join workflow_version v on v.tenant_id = $1 and v.domain = $2 and v.workflow_id = e.workflow_id
         and v.version = e.workflow_version
       on conflict do nothing
       returning delivery_id
     ), keys as (
       insert into personal_key (tenant_id, domain, key_id, wrapped_key)
       select $1, $2, w."deliveryId", decode(w."wrappedKey", 'base64')
       from born b join wanted w on w."deliveryId" = b.delivery_id where w."wrappedKey" is not null
       on conflict do nothing
     )
     insert into webhook_attempt (tenant_id, domain, delivery_id, attempt, due_at)
     select $1, $2, delivery_id, 1, now() from born`,
    [scope.tenantId, scope.domain, JSON.stringify(deliveries)],
  );
}

/** What an attempt came to. */
export interface AttemptRecord {
  readonly deliveryId: string;
  readonly attempt: number;
  readonly outcome: 'succeeded' | 'retry' | 'spent';
  readonly httpStatus: number | null;
  /** Version of the definition that was sent; null where there was none. */
  readonly webhookVersion: number | null;
  /** Why it did not succeed; null when it did. */
  readonly failure: string | null;
  /** What was sent and answered, for the log, as it is stored. */
  readonly result: unknown;
  /** The attempt that follows. */
  readonly next: { readonly attempt: number; readonly delayMs: number } | null;
}

/**
 * Writes down what attempts came to, and with it the intent of the next one or the end of the delivery. Of one that is
 * abandoned nothing follows, and what is known of an attempt already stays.
 */
export async function recordAttempts(
  tx: Tx,
  scope: Scope,
  attempts: readonly AttemptRecord[],
): Promise<void> {
  const rows = attempts.map(({ next, ...attempt }) => ({
    ...attempt,
    nextAttempt: next?.attempt ?? null,
    delayMs: next?.delayMs ?? null,
  }));
  await tx.sql(
    `with done as (
       select * from json_to_recordset($3::json) as a("deliveryId" uuid, attempt integer, outcome text,
         "httpStatus" integer, "webhookVersion" integer, failure text, result json, "nextAttempt" integer, "delayMs" double precision)
     ), finished as (
       update webhook_attempt w set outcome = a.outcome, http_status = a."httpStatus", failure = a.failure,
         webhook_version = a."webhookVersion", result = a.result, finished_at = now(), owner_node = null
       from done a
       where w.tenant_id = $1 and w.domain = $2 and w.delivery_id = a."deliveryId" and w.attempt = a.attempt
         and w.outcome is null
     ), following as (
       insert into webhook_attempt (tenant_id, domain, delivery_id, attempt, due_at)
       select $1, $2, "deliveryId", "nextAttempt", now() + "delayMs" * interval '1 millisecond'
       from done a where "nextAttempt" is not null and exists (
         select from webhook_delivery d
         where d.tenant_id = $1 and d.domain = $2 and d.delivery_id = a."deliveryId" and d.state = 'PENDING'
       )
     )
     update webhook_delivery d set failure = a.failure, finished_at = now(), owner_node = null,
       state = case a.outcome when 'succeeded' then 'SUCCEEDED' else 'FAILED' end
     from done a
     where d.tenant_id = $1 and d.domain = $2 and d.delivery_id = a."deliveryId" and a.outcome <> 'retry'
       and d.state = 'PENDING'`,
    [scope.tenantId, scope.domain, JSON.stringify(rows)],
  );
}

/** What every attempt of a delivery is made of. */
export interface DeliveryContent {
  readonly webhookId: string;
  readonly kind: 'node' | 'hook' | 'test';
  /** As they are stored; null once the log's time is over. */
  readonly inputs: unknown;
  readonly wrappedKey: Buffer | null;
  /** Version of the definition whose inputs and outputs hold; null takes the newest. */
  readonly shapeVersion: number | null;
  /** Null for a test send. */
  readonly executionId: string | null;
  /** Of the call that started the execution; null where it is not traced. */
  readonly traceparent: string | null;
}

/** The statement that reads what a delivery is made of. */
export function deliveryContent(scope: Scope, deliveryId: string): Query<DeliveryContent> {
  return statement(
    `select webhook_id as "webhookId", kind, inputs, ${wrappedKeyOfDelivery} as "wrappedKey", shape_version as "shapeVersion", execution_id as "executionId",
       (select e.trace_parent from execution e where e.tenant_id = $1 and e.domain = $2 and e.execution_id = d.execution_id) as traceparent
     from webhook_delivery d where tenant_id = $1 and domain = $2 and delivery_id = $3`,
    [scope.tenantId, scope.domain, deliveryId],
  );
}

/** Ends the unfinished deliveries of an execution that nobody goes on with; its decision's hook is none of them. */
export async function abandonDeliveries(tx: Tx, scope: Scope, executionId: string): Promise<void> {
  await tx.sql(
    `update webhook_delivery set state = 'ABANDONED', finished_at = now()
     where tenant_id = $1 and domain = $2 and execution_id = $3 and kind = 'node' and state = 'PENDING'`,
    [scope.tenantId, scope.domain, executionId],
  );
}
