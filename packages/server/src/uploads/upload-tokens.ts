import { randomBytes } from 'node:crypto';
import { uploadTokenSeconds } from '@gatehouse/contract';
import type { Actor } from '../audit/index.ts';
import type { Database } from '../database/database.ts';
import type { KeyDirectory } from '../gateway/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Scope } from '../lib/scope.ts';
import { sha256 } from '../lib/sha256.ts';
import { deleteEndedTokens, findToken, insertToken } from './upload-queries.ts';

/** The permission of a key that a token stands for. */
const operation = 'storage.upload.token';

/** Whom an upload belongs to. */
export interface Uploader {
  readonly scope: Scope;
  /** Null where a person of the tenant adds it. */
  readonly apiKey: string | null;
  /** When the token was read, by the database's clock. */
  readonly readAt: Date;
  /** Whose act it is; absent: the key's. */
  readonly actor?: Actor;
}

/**
 * Tokens of uploads (interface specification 5.2): 256 random bits of which the SHA-256 alone is stored, good for
 * several files of one tenant and domain within 15 minutes, and only as long as the key that fetched it may.
 */
export class UploadTokens {
  readonly #database: Database;
  readonly #keys: KeyDirectory;
  readonly #clock: Clock;

  constructor(database: Database, keys: KeyDirectory, clock: Clock) {
    this.#database = database;
    this.#keys = keys;
    this.#clock = clock;
  }

  async issue(scope: Scope, apiKey: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(this.#clock.now().getTime() + uploadTokenSeconds * 1000);
    await this.#database.atomic(scope, [insertToken(scope, { tokenHash: sha256(token), apiKey, expiresAt })]);
    return token;
  }

  /** Whose the token is; undefined when it is none, has ended, or its key may no longer. */
  async prove(token: string): Promise<Uploader | undefined> {
    const now = this.#clock.now();
    // What cannot be one of ours does not reach the database.
    if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined;
    const row = await this.#database.operator((tx) => findToken(tx, sha256(token), now));
    if (row === undefined) return undefined;
    const { tenantId, domain, apiKey, readAt } = row;
    const key = this.#keys.find(apiKey);
    if (key === undefined || key.tenantId !== tenantId || !key.enabled || !key.tenantEnabled)
      return undefined;
    if (key.expiresAt !== undefined && key.expiresAt <= now) return undefined;
    if (!key.domains.has(domain)) return undefined;
    if (key.operations !== '*' && !key.operations.has(operation)) return undefined;
    return { scope: { tenantId, domain }, apiKey, readAt };
  }

  /** Forgets tokens that ended an hour ago and more. */
  async sweep(): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - 3_600_000);
    await this.#database.operator((tx) => deleteEndedTokens(tx, before));
  }
}
