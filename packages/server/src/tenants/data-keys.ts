import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';
import { queries } from '../database/schema.ts';
import { OperatorRefusal } from '../lib/operator-refusal.ts';
import type { TenantScope } from '../lib/scope.ts';
import { type MasterKeys, newDataKey, unwrapDataKey, wrapDataKey } from '../lib/secrets.ts';

/** The tenant's data key; made and stored when there is none yet. For operator transactions. */
export async function dataKeyOf(tx: Tx, masterKeys: MasterKeys, tenantId: string): Promise<KeyObject> {
  const [stored] = await tx.run(
    queries
      .selectFrom('tenant_data_key')
      .select(['wrapped_key', 'master_key_id'])
      .where('tenant_id', '=', tenantId),
  );
  if (stored !== undefined) {
    return unwrapDataKey(masterKeys, tenantId, {
      wrappedKey: stored.wrapped_key,
      masterKeyId: stored.master_key_id,
    });
  }
  const dataKey = newDataKey();
  const { wrappedKey, masterKeyId } = wrapDataKey(masterKeys, tenantId, dataKey);
  const added = await tx.run(
    queries
      .insertInto('tenant_data_key')
      .values({ tenant_id: tenantId, wrapped_key: Buffer.from(wrappedKey), master_key_id: masterKeyId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('tenant_id'),
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
 * Answers how many were rewrapped; throws at a key whose master key is not given, after rewrapping the others.
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
  const [stored] = await tx.run(
    queries
      .selectFrom('tenant_data_key')
      .select(['tenant_id', 'wrapped_key', 'master_key_id'])
      .where('master_key_id', '<>', masterKeys.current.id)
      .where('tenant_id', '>', after)
      .orderBy('tenant_id')
      .limit(1)
      // The lock's winner rewraps; who waited sees the row no longer matching.
      .forUpdate(),
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
  await tx.run(
    queries
      .updateTable('tenant_data_key')
      .set({ wrapped_key: Buffer.from(wrappedKey), master_key_id: masterKeyId, rotated_at: sql`now()` })
      .where('tenant_id', '=', tenantId),
  );
  return { tenantId };
}
