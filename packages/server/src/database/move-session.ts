import type pg from 'pg';
import type { RunSql } from './bootstrap.ts';
import { openEmbeddedPool } from './embedded.ts';
import type { OpenPool } from './pool.ts';
import { openPostgresPool } from './postgres.ts';

/**
 * One connection that moves whole tables, as the owner of the schema or the embedded store's only user. Rows are lines of
 * PostgreSQL's text format of COPY, each with its line feed; the settings make both stores write a value the same way.
 */
export interface MoveSession {
  readonly run: RunSql;
  /** Commits what `work` did by this session, or nothing when it throws. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Hands over each row of a query; the buffer is the caller's. */
  copyOut(query: string, onRow: (row: Buffer) => void): Promise<void>;
  /** Adds whole lines to a table: `table (columns)`. Returns how many rows that were. */
  copyIn(target: string, lines: Buffer): Promise<number>;
  close(): Promise<void>;
}

const settings = `
  set search_path = gatehouse; set client_encoding = 'UTF8'; set timezone = 'UTC'; set datestyle = 'ISO';
  set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '10s'`;

/** The embedded store of a data directory, which is this process's alone until `close`; nothing is migrated. */
export async function openEmbeddedSession(dataDir: string): Promise<MoveSession> {
  return openSession(await openEmbeddedPool(dataDir, () => undefined));
}

/** A PostgreSQL by its connection URL; nothing is migrated. */
export async function openPostgresSession(url: string): Promise<MoveSession> {
  return openSession(await openPostgresPool(url, { poolSize: 1, onError: () => undefined }));
}

async function openSession({ pool, close }: OpenPool): Promise<MoveSession> {
  try {
    const client = await pool.connect();
    await client.query(settings);
    return new Session(client, close);
  } catch (error) {
    await close();
    throw error;
  }
}

class Session implements MoveSession {
  readonly #client: pg.PoolClient;
  readonly #closePool: () => Promise<void>;
  readonly run: RunSql;

  constructor(client: pg.PoolClient, closePool: () => Promise<void>) {
    this.#client = client;
    this.#closePool = closePool;
    this.run = (text, values) => client.query(text, values);
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.#client.query('begin');
    try {
      const result = await work();
      await this.#client.query('commit');
      return result;
    } catch (error) {
      await this.#client.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  async copyOut(query: string, onRow: (row: Buffer) => void): Promise<void> {
    await this.#copy({ text: `copy (${query}) to stdout`, onRow });
  }

  copyIn(target: string, lines: Buffer): Promise<number> {
    return this.#copy({ text: `copy ${target} from stdin`, lines });
  }

  async close(): Promise<void> {
    this.#client.release();
    await this.#closePool();
  }

  #copy(copied: Copied): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#client.query(new Copy(copied, (error, rows) => (error === null ? resolve(rows) : reject(error))));
    });
  }
}

type Copied =
  | { readonly text: string; readonly onRow: (row: Buffer) => void }
  | { readonly text: string; readonly lines: Buffer };

type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
};

/** One COPY. It is a `Submittable`, as the statements of pipeline.ts are. */
class Copy {
  readonly #copied: Copied;
  readonly #settle: (error: Error | null, rows: number) => void;
  #failure: Error | undefined;
  #rows = 0;

  constructor(copied: Copied, settle: (error: Error | null, rows: number) => void) {
    this.#copied = copied;
    this.#settle = settle;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#copied.text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    if ('lines' in this.#copied) connection.sendCopyFromChunk(this.#copied.lines);
    connection.endCopyFrom();
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (!('onRow' in this.#copied) || this.#failure !== undefined) return;
    try {
      this.#copied.onRow(chunk);
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(text.split(' ').at(-1));
  }

  handleError(error: Error): void {
    this.#settle(error, 0);
  }

  handleReadyForQuery(): void {
    this.#settle(this.#failure ?? null, this.#rows);
  }
}
