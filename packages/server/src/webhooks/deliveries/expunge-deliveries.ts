import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';
import { type DomainKeys, deletePersonalKeys, isSealed } from '../../personal-keys/index.ts';
import { DeliveryCipher, wrappedKeyOfDelivery } from './sealed-calls.ts';

interface SealedAttempt {
  readonly deliveryId: string;
  readonly attempt: number;
  readonly result: unknown;
  readonly wrappedKey: Buffer | null;
}

type Logged = { readonly response: Readonly<Record<string, unknown>> | null };

/**
 * Deletes what calls sent and the body of what they were answered, with the keys of both; what proves the call stays: when, to which
 * address, hash of the body, status. In operator transactions alone. Returns how many deliveries and attempts lost something.
 */
export async function expungeDeliveries(
  tx: Tx,
  scope: Scope,
  { domainKeys, deliveryIds }: { readonly domainKeys: DomainKeys; readonly deliveryIds: readonly string[] },
): Promise<{ readonly deliveries: number; readonly attempts: number }> {
  const values = [scope.tenantId, scope.domain, deliveryIds];
  const gone = await tx.sql<{ id: string }>(
    `update webhook_delivery set inputs = null, expunged_at = now()
     where tenant_id = $1 and domain = $2 and delivery_id = any($3::uuid[]) and expunged_at is null
     returning delivery_id::text as id`,
    values,
  );
  const plain = await tx.sql(
    `update webhook_attempt set result = jsonb_set(result::jsonb, '{response,body}', 'null')::json
     where tenant_id = $1 and domain = $2 and delivery_id = any($3::uuid[]) and json_typeof(result) = 'object'
       and result #> '{response,body}' is not null returning 1`,
    values,
  );
  const sealed = await stripSealed(tx, scope, { domainKeys, deliveryIds });
  await deletePersonalKeys(tx, scope, deliveryIds);
  return { deliveries: gone.length, attempts: plain.length + sealed };
}

/** What stays of sealed results lies as it is from then on: their key goes. */
async function stripSealed(
  tx: Tx,
  scope: Scope,
  { domainKeys, deliveryIds }: { readonly domainKeys: DomainKeys; readonly deliveryIds: readonly string[] },
): Promise<number> {
  const rows = await tx.sql<SealedAttempt & Record<string, unknown>>(
    `select d.delivery_id::text as "deliveryId", d.attempt, d.result, ${wrappedKeyOfDelivery} as "wrappedKey"
     from webhook_attempt d
     where d.tenant_id = $1 and d.domain = $2 and d.delivery_id = any($3::uuid[]) and json_typeof(d.result) = 'string'
     for update of d`,
    [scope.tenantId, scope.domain, deliveryIds],
  );
  const stripped = rows.flatMap(({ deliveryId, attempt, result, wrappedKey }) => {
    if (wrappedKey === null || !isSealed(result)) return [];
    const cipher = new DeliveryCipher(scope, deliveryId, domainKeys.open(deliveryId, wrappedKey));
    const logged = cipher.openResult(attempt, result) as Logged;
    const response = logged.response && { ...logged.response, body: null };
    return [{ deliveryId, attempt, hadBody: response !== null, result: { ...logged, response } }];
  });
  if (stripped.length === 0) return 0;
  await tx.sql(
    `update webhook_attempt a set result = s.result
     from json_to_recordset($3::json) as s("deliveryId" uuid, attempt integer, result json)
     where a.tenant_id = $1 and a.domain = $2 and a.delivery_id = s."deliveryId" and a.attempt = s.attempt`,
    [scope.tenantId, scope.domain, JSON.stringify(stripped)],
  );
  return stripped.filter(({ hadBody }) => hadBody).length;
}
