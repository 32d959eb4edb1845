import type { Database } from '../database/database.ts';
import type { KeyUse } from '../gateway/index.ts';

interface Seen {
  readonly tenantId: string;
  readonly apiKey: string;
  /** Which of the key's secrets. */
  readonly number: number;
  readonly at: Date;
}

/**
 * When each secret of a key was last used: noted in memory at each call, written twice a minute by one statement. A crash
 * forgets that much.
 */
export class KeyUsage {
  readonly #database: Database;
  readonly #onError: (error: Error) => void;
  #seen = new Map<string, Seen>();
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database, { onError }: { onError: (error: Error) => void }) {
    this.#database = database;
    this.#onError = onError;
  }

  record({ key, byPrevious, at }: KeyUse): void {
    const { tenantId, apiKey } = key;
    const number = (byPrevious ? key.previous?.number : undefined) ?? key.secretNumber;
    this.#seen.set(`${number} ${apiKey}`, { tenantId, apiKey, number, at });
  }

  /** Writes what was seen since. Never rejects: what could not be written is tried again. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    if (this.#seen.size === 0) return;
    const seen = this.#seen;
    this.#seen = new Map();
    try {
      await this.#database.operator((tx) => tx.sql(writeSql, [JSON.stringify([...seen.values()])]));
    } catch (error) {
      // What was seen meanwhile is later.
      this.#seen = new Map([...seen, ...this.#seen]);
      this.#onError(error as Error);
    }
  }
}

/**
 * In one order on every node, so that no two wait for each other. Of keys alone that are still there: a tenant can be deleted between its
 * last call and this.
 */
const writeSql = `
  insert into api_key_use (tenant_id, api_key, secret_number, last_used_at)
  select u."tenantId", u."apiKey", u.number, u.at
  from jsonb_to_recordset($1::jsonb) as u("tenantId" text, "apiKey" text, number integer, at timestamptz)
  join api_key k on k.tenant_id = u."tenantId" and k.api_key = u."apiKey"
  order by u."tenantId", u."apiKey", u.number
  for key share of k
  on conflict (tenant_id, api_key, secret_number) do update
    set last_used_at = greatest(api_key_use.last_used_at, excluded.last_used_at)`;
