import type { Database } from '../database/database.ts';
import type { KeyUse } from '../gateway/index.ts';

/** How often what was seen is written. */
const everyMs = 30_000;

interface Seen {
  readonly tenantId: string;
  readonly apiKey: string;
  readonly at: Date;
  readonly previousAt: Date | undefined;
}

/** When keys were last used: noted in memory at each call, written twice a minute by one statement. A crash forgets that much. */
export class KeyUses {
  readonly #database: Database;
  readonly #onError: (error: Error) => void;
  #seen = new Map<string, Seen>();
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database, { onError }: { onError: (error: Error) => void }) {
    this.#database = database;
    this.#onError = onError;
  }

  note({ key: { tenantId, apiKey }, byPrevious, at }: KeyUse): void {
    const previousAt = byPrevious ? at : this.#seen.get(apiKey)?.previousAt;
    this.#seen.set(apiKey, { tenantId, apiKey, at, previousAt });
  }

  /** Writes what was seen since. Never rejects: what could not be written is tried again. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Begins to write; the answer ends it, with the last word written. */
  start(): () => Promise<void> {
    const timer = setInterval(() => void this.flush(), everyMs);
    timer.unref();
    return () => {
      clearInterval(timer);
      return this.flush();
    };
  }

  async #write(): Promise<void> {
    if (this.#seen.size === 0) return;
    const seen = this.#seen;
    this.#seen = new Map();
    try {
      await this.#database.operator((tx) => tx.sql(writeSql, [JSON.stringify([...seen.values()])]));
    } catch (error) {
      this.#seen = new Map([...seen, ...this.#seen]);
      this.#onError(error as Error);
    }
  }
}

const writeSql = `
  update api_key k set last_used_at = greatest(k.last_used_at, u.at),
    previous_used_at = greatest(k.previous_used_at, u."previousAt")
  from jsonb_to_recordset($1::jsonb)
    as u("tenantId" text, "apiKey" text, at timestamptz, "previousAt" timestamptz)
  where k.tenant_id = u."tenantId" and k.api_key = u."apiKey" and k.revoked_at is null`;
