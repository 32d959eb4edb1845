import type { KeyObject } from 'node:crypto';
import type { Database, Tx } from '../database/database.ts';
import { type Query, statement } from '../database/index.ts';
import type { Scope } from '../lib/scope.ts';
import { deriveKey, fewRandomBytes, hashKey, openKey, type SecretContext } from '../lib/secrets.ts';
import type { DataKeys } from '../tenants/index.ts';
import { isEncryptionStarted } from './encryption-start.ts';

/**
 * What is stored of a key begins with its form. `derived`: a salt follows, from which the key is made by the data key of its tenant, and without
 * which nobody can. Stores from before that have keys which the data key wraps.
 */
const forms = { wrapped: 1, derived: 2 } as const;
const saltBytes = 32;

export interface NewPersonalKey {
  readonly key: KeyObject;
  /** As it is stored. */
  readonly wrapped: Buffer;
}

/** Makes and opens the keys of a domain, also within transactions. */
export class DomainKeys {
  readonly #scope: Scope;
  readonly #dataKey: KeyObject;
  #parent: KeyObject | undefined;

  constructor(scope: Scope, dataKey: KeyObject) {
    this.#scope = scope;
    this.#dataKey = dataKey;
  }

  /** A new key, which is not stored yet. */
  create(keyId: string): NewPersonalKey {
    const salt = fewRandomBytes(saltBytes);
    return { key: this.#derive(keyId, salt), wrapped: Buffer.concat([Buffer.of(forms.derived), salt]) };
  }

  open(keyId: string, stored: Uint8Array): KeyObject {
    if (stored[0] === forms.wrapped) return openKey(this.#dataKey, contextOf(this.#scope, keyId), stored);
    if (stored[0] === forms.derived && stored.length === 1 + saltBytes)
      return this.#derive(keyId, Buffer.from(stored.subarray(1)));
    throw new Error(
      `the stored key ${keyId} of tenant ${this.#scope.tenantId} is of no form that this program reads`,
    );
  }

  #derive(keyId: string, salt: Buffer): KeyObject {
    const { tenantId, domain } = this.#scope;
    this.#parent ??= hashKey(this.#dataKey, 'personal keys');
    return deriveKey(this.#parent, [tenantId, domain, keyId], salt);
  }
}

/** The keys of a store. Rows of them come and go in the transactions of what they encrypt. */
export class PersonalKeys {
  readonly #database: Database;
  readonly #dataKeys: DataKeys;
  #isStarted = false;

  constructor(database: Database, dataKeys: DataKeys) {
    this.#database = database;
    this.#dataKeys = dataKeys;
  }

  /** Whether what is new is encrypted: it never ends. Never to be called within a transaction. */
  async isStarted(): Promise<boolean> {
    this.#isStarted ||= await this.#database.operator(isEncryptionStarted);
    return this.#isStarted;
  }

  /** Never to be called within a transaction. */
  async ofDomain({ tenantId, domain }: Scope): Promise<DomainKeys> {
    return new DomainKeys({ tenantId, domain }, await this.#dataKeys.of({ tenantId }));
  }

  /** A new key, which is not stored yet. Never to be called within a transaction. */
  async create(scope: Scope, keyId: string): Promise<NewPersonalKey> {
    return (await this.ofDomain(scope)).create(keyId);
  }

  /**
   * The key that is stored; else a new one, which is not. For an ID that may be older than its row: in a store that was restored with
   * newer keys, what is written again has a key already. Never to be called within a transaction.
   */
  async findOrCreate(scope: Scope, keyId: string): Promise<NewPersonalKey> {
    const wrapped = await this.#stored(scope, keyId);
    const keys = await this.ofDomain(scope);
    return wrapped === undefined ? keys.create(keyId) : { key: keys.open(keyId, wrapped), wrapped };
  }

  /** The key; undefined where there is none, as after an erasure. Never to be called within a transaction. */
  async find(scope: Scope, keyId: string): Promise<KeyObject | undefined> {
    const wrapped = await this.#stored(scope, keyId);
    return wrapped && (await this.ofDomain(scope)).open(keyId, wrapped);
  }

  async #stored(scope: Scope, keyId: string): Promise<Buffer | undefined> {
    const [row] = await this.#database.read(
      scope,
      statement<{ wrapped: Buffer }>(
        `select wrapped_key as wrapped from personal_key where tenant_id = $1 and domain = $2 and key_id = $3`,
        [scope.tenantId, scope.domain, keyId],
      ),
    );
    return row?.wrapped;
  }
}

/** Stores a key; one that is there stays. */
export function insertPersonalKey(
  scope: Scope,
  { keyId, wrapped }: { readonly keyId: string; readonly wrapped: Buffer },
): Query<unknown> {
  return statement(
    `insert into personal_key (tenant_id, domain, key_id, wrapped_key) values ($1, $2, $3, $4) on conflict do nothing`,
    [scope.tenantId, scope.domain, keyId, wrapped],
  );
}

/** In the transaction that deletes what they encrypt; in operator transactions alone. */
export async function deletePersonalKeys(tx: Tx, scope: Scope, keyIds: readonly string[]): Promise<void> {
  await tx.sql('delete from personal_key where tenant_id = $1 and domain = $2 and key_id = any($3::uuid[])', [
    scope.tenantId,
    scope.domain,
    keyIds,
  ]);
}

function contextOf({ tenantId, domain }: Scope, keyId: string): SecretContext {
  return { tenantId, purpose: 'personalKey', row: JSON.stringify([domain, keyId]) };
}
