import pg from 'pg';
import { guardClients, type OpenPool } from './pool.ts';
import { idleInTransactionMs, sessionSettings } from './session-settings.ts';

export interface PostgresOptions {
  /** Connections for ordinary work; default 15. */
  poolSize?: number;
  /** Called with connections that broke while nobody used them. */
  onError: (error: Error) => void;
}

const oldestVersion = 150_000;
/** No statement of ours comes near these; what does is stuck and must let go of its locks. */
const timeouts = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: idleInTransactionMs,
};

/** The settings travel as start-up options, so that a new connection costs no statement. Ours win over the URL's. */
function withSettings(url: URL): string {
  const settings = Object.entries(sessionSettings).map(([name, value]) => `-c ${name}=${value}`);
  const merged = new URL(url);
  merged.searchParams.set('options', [url.searchParams.get('options') ?? '', ...settings].join(' ').trim());
  return merged.href;
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new Error('DATABASE_URL must look like postgresql://user:password@host:5432/database');
  }
  return url;
}

/**
 * Opens a pool on the PostgreSQL of a connection URL (`sslmode` and the other parameters as node-postgres reads
 * them) and checks that the server can serve.
 * @throws Error in one line, never with the password, when it cannot be reached or is not fit.
 */
export async function openPostgresPool(text: string, options: PostgresOptions): Promise<OpenPool> {
  const url = parseUrl(text);
  const config: pg.PoolConfig = {
    connectionString: withSettings(url),
    application_name: 'gatehouse',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...timeouts,
  };
  const pool = new pg.Pool({ ...config, max: options.poolSize ?? 15, idleTimeoutMillis: 60_000 });
  const reservedPool = new pg.Pool({ ...config, max: 2, idleTimeoutMillis: 60_000 });
  for (const each of [pool, reservedPool]) {
    each.on('error', options.onError);
    guardClients(each);
  }
  const close = async (): Promise<void> => {
    await Promise.all([pool.end(), reservedPool.end()]);
  };
  try {
    await checkServer(pool, `${url.host}${url.pathname}`);
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, reservedPool, close };
}

async function checkServer(pool: pg.Pool, place: string): Promise<void> {
  const facts = await pool
    .query<{ version: number; name: string; encoding: string }>(
      `select current_setting('server_version_num')::integer as version, current_setting('server_version') as name,
        current_setting('server_encoding') as encoding`,
    )
    .catch((error: Error) => {
      const reason = error.message === '' && 'code' in error ? String(error.code) : error.message;
      throw new Error(`The database at ${place} cannot be used: ${reason}`, { cause: error });
    });
  const { version, name, encoding } = facts.rows[0]!;
  if (version < oldestVersion) {
    throw new Error(`The database at ${place} is PostgreSQL ${name}; Gatehouse needs 15 or newer`);
  }
  if (encoding !== 'UTF8') {
    throw new Error(`The database at ${place} has the encoding ${encoding}; Gatehouse needs UTF8`);
  }
}
