import type { KeyObject } from 'node:crypto';
import type { Database, Tx } from '../database/database.ts';
import { OperatorRefusal } from '../lib/operator-refusal.ts';
import type { TenantScope } from '../lib/scope.ts';
import { type MasterKeys, newDataKey, unwrapDataKey, wrapDataKey } from '../lib/secrets.ts';

/** The tenant's data key; made and stored when there is none yet. For operator transactions. */
export async function dataKeyOf(tx: Tx, masterKeys: MasterKeys, tenantId: string): Promise<KeyObject> {
  const [stored] = await tx.sql<{ wrapped_key: Buffer; master_key_id: string }>(
    'select wrapped_key, master_key_id from tenant_data_key where tenant_id = $1',
    [tenantId],
  );
  if (stored !== undefined) {
    return unwrapDataKey(masterKeys, tenantId, {
      wrappedKey: stored.wrapped_key,
      masterKeyId: stored.master_key_id,
    });
  }
  const dataKey = newDataKey();
  const { wrappedKey, masterKeyId } = wrapDataKey(masterKeys, tenantId, dataKey);
  const added = await tx.sql(
    `insert into tenant_data_key (tenant_id, wrapped_key, master_key_id) values ($1, $2, $3)
     on conflict do nothing returning 1`,
    [tenantId, Buffer.from(wrappedKey), masterKeyId],
  );
  // Another node was first: its key is the tenant's.
  return added.length > 0 ? dataKey : dataKeyOf(tx, masterKeys, tenantId);
}

/**
 * The tenants' data keys for modules that seal and hash within transactions of a scope, which cannot see them: asked
 * for before the transaction begins. A tenant's key never changes, so each is opened once.
 */
export class DataKeys {
  readonly #database: Database;
  readonly #masterKeys: MasterKeys;
  readonly #keys = new Map<string, KeyObject>();

  constructor(database: Database, masterKeys: MasterKeys) {
    this.#database = database;
    this.#masterKeys = masterKeys;
  }

  /** Never to be called within a transaction: the embedded store has one session. */
  async of({ tenantId }: TenantScope): Promise<KeyObject> {
    const known = this.#keys.get(tenantId);
    if (known !== undefined) return known;
    const key = await this.#database.operator((tx) => dataKeyOf(tx, this.#masterKeys, tenantId));
    this.#keys.set(tenantId, key);
    return key;
  }
}

/**
 * Wraps every data key that a previous master key still wraps by the current one, a tenant a transaction: it
 * can be stopped and started again at any time, on several nodes at once. Secrets themselves stay as they are.
 * Returns how many were rewrapped; throws at a key whose master key is not given, after rewrapping the others.
 */
export async function rewrapDataKeys(database: Database, masterKeys: MasterKeys): Promise<number> {
  let rewrapped = 0;
  let last = '';
  const failures: Error[] = [];
  while (true) {
    const done = await database.operator((tx) => rewrapNext(tx, masterKeys, last));
    if (done === undefined) break;
    last = done.tenantId;
    if (done.failure === undefined) rewrapped += 1;
    else failures.push(done.failure);
  }
  const [first] = failures;
  if (first !== undefined) {
    throw new OperatorRefusal(
      `${failures.length} of ${failures.length + rewrapped} data keys could not be rewrapped; ${first.message}`,
      { cause: new AggregateError(failures) },
    );
  }
  return rewrapped;
}

interface Rewrapped {
  readonly tenantId: string;
  readonly failure?: Error;
}

async function rewrapNext(tx: Tx, masterKeys: MasterKeys, after: string): Promise<Rewrapped | undefined> {
  // The lock's winner rewraps; who waited sees the row no longer matching.
  const [stored] = await tx.sql<{ tenant_id: string; wrapped_key: Buffer; master_key_id: string }>(
    `select tenant_id, wrapped_key, master_key_id from tenant_data_key
     where master_key_id <> $1 and tenant_id > $2 order by tenant_id limit 1 for update`,
    [masterKeys.current.id, after],
  );
  if (stored === undefined) return undefined;
  const tenantId = stored.tenant_id;
  let dataKey: KeyObject;
  try {
    const wrapped = { wrappedKey: stored.wrapped_key, masterKeyId: stored.master_key_id };
    dataKey = unwrapDataKey(masterKeys, tenantId, wrapped);
  } catch (error) {
    return { tenantId, failure: error as Error };
  }
  const { wrappedKey, masterKeyId } = wrapDataKey(masterKeys, tenantId, dataKey);
  await tx.sql(
    'update tenant_data_key set wrapped_key = $2, master_key_id = $3, rotated_at = now() where tenant_id = $1',
    [tenantId, Buffer.from(wrappedKey), masterKeyId],
  );
  return { tenantId };
}
