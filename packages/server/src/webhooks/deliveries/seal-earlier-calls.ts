import type { Database, Tx } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';
import type { DomainKeys, PersonalKeys } from '../../personal-keys/index.ts';
import { DeliveryCipher, wrappedKeyOfDelivery } from './sealed-calls.ts';

/** Deliveries of one run. */
const maxDeliveries = 100;

interface EarlierCall {
  readonly deliveryId: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly wrappedKey: Buffer | null;
  readonly results: readonly { readonly attempt: number; readonly result: unknown }[];
}

/**
 * Seals what calls sent and were answered before that began, some with each run: after `gatehouse encrypt-files`, and after an import.
 * Calls that are under way come later. Returns whether there is more to do now.
 */
export async function sealEarlierCalls(tools: {
  readonly database: Database;
  readonly personalKeys: PersonalKeys;
}): Promise<boolean> {
  const { database, personalKeys } = tools;
  if (!(await personalKeys.isStarted())) return false;
  const scopes = await database.operator((tx) =>
    tx.sql<Scope & { deliveryIds: string[] } & Record<string, unknown>>(
      `select tenant_id as "tenantId", domain, array_agg(delivery_id::text order by delivery_id) as "deliveryIds" from (
         select tenant_id, domain, delivery_id from webhook_delivery
         where json_typeof(inputs) = 'object' and state <> 'PENDING' order by delivery_id limit ${maxDeliveries}
       ) d group by 1, 2`,
    ),
  );
  let sealed = 0;
  for (const { tenantId, domain, deliveryIds } of scopes) {
    const scope = { tenantId, domain };
    const domainKeys = await personalKeys.ofDomain(scope);
    sealed += await database.operator((tx) => sealCalls(tx, scope, { domainKeys, deliveryIds }));
  }
  return sealed > 0;
}

async function sealCalls(
  tx: Tx,
  scope: Scope,
  { domainKeys, deliveryIds }: { readonly domainKeys: DomainKeys; readonly deliveryIds: readonly string[] },
): Promise<number> {
  const calls = await lockCalls(tx, scope, deliveryIds);
  if (calls.length === 0) return 0;
  const sealed = calls.map(({ deliveryId, inputs, wrappedKey, results }) => {
    const { key, wrapped } =
      wrappedKey === null
        ? domainKeys.create(deliveryId)
        : { key: domainKeys.open(deliveryId, wrappedKey), wrapped: wrappedKey };
    const cipher = new DeliveryCipher(scope, deliveryId, key);
    return {
      deliveryId,
      wrappedKey: wrapped.toString('base64'),
      inputs: cipher.sealInputs(inputs),
      results: results.map(({ attempt, result }) => ({
        attempt,
        result: cipher.sealResult(attempt, result),
      })),
    };
  });
  await tx.sql(
    `with sealed as (
       select * from json_to_recordset($3::json) as s("deliveryId" uuid, "wrappedKey" text, inputs json, results json)
     ), keys as (
       insert into personal_key (tenant_id, domain, key_id, wrapped_key)
       select $1, $2, "deliveryId", decode("wrappedKey", 'base64') from sealed on conflict do nothing
     ), attempts as (
       update webhook_attempt a set result = r.result
       from sealed s, json_to_recordset(s.results) as r(attempt integer, result json)
       where a.tenant_id = $1 and a.domain = $2 and a.delivery_id = s."deliveryId" and a.attempt = r.attempt
     )
     update webhook_delivery d set inputs = s.inputs
     from sealed s where d.tenant_id = $1 and d.domain = $2 and d.delivery_id = s."deliveryId"`,
    [scope.tenantId, scope.domain, JSON.stringify(sealed)],
  );
  return calls.length;
}

/** Ended calls whose inputs lie as they are. A replay locks its delivery: none begins before the transaction ends. */
function lockCalls(tx: Tx, scope: Scope, deliveryIds: readonly string[]): Promise<EarlierCall[]> {
  return tx.sql<EarlierCall & Record<string, unknown>>(
    `select d.delivery_id::text as "deliveryId", d.inputs, ${wrappedKeyOfDelivery} as "wrappedKey",
       array(select json_build_object('attempt', a.attempt, 'result', a.result) from webhook_attempt a
         where a.tenant_id = $1 and a.domain = $2 and a.delivery_id = d.delivery_id and json_typeof(a.result) = 'object') as results
     from webhook_delivery d
     where d.tenant_id = $1 and d.domain = $2 and d.delivery_id = any($3::uuid[]) and json_typeof(d.inputs) = 'object'
       and d.state <> 'PENDING' and not exists (select from webhook_attempt a
         where a.tenant_id = $1 and a.domain = $2 and a.delivery_id = d.delivery_id and a.outcome is null)
     order by d.delivery_id for update of d skip locked`,
    [scope.tenantId, scope.domain, deliveryIds],
  );
}
