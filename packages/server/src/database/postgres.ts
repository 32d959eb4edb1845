import pg from 'pg';
import { StandbyError } from './errors.ts';
import { guardClients, type OpenPool } from './pool.ts';
import { requireSessions, withAnswerTimeout } from './pooler.ts';
import { idleInTransactionMs, sessionSettings } from './session-settings.ts';

export interface PostgresOptions {
  /** Connections for ordinary work; default 15. */
  poolSize?: number;
  /** Called with connections that broke while nobody used them. */
  onError: (error: Error) => void;
}

const oldestVersion = 150_000;
/** No statement of ours comes near these; what does is stuck and must let go of its locks. A URL may say otherwise. */
const timeouts = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: idleInTransactionMs,
};

/** What a server may take beyond its own limit of a statement before it counts as gone. */
const answerGraceMs = 15_000;

/**
 * What a connection is opened with, and the statement that gives its session our settings. They do not travel as start-up
 * parameters, since connection poolers refuse these or drop them.
 */
function connectionOf(url: URL, extraSettings: Readonly<Record<string, string>> = {}) {
  const plain = new URL(url);
  const settings = Object.entries({ ...timeouts, ...sessionSettings, ...extraSettings }).map(
    ([name, value]) => {
      const own = name in timeouts ? plain.searchParams.get(name) : null;
      plain.searchParams.delete(name);
      return [name, own ?? String(value)] as const;
    },
  );
  const calls = settings.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`);
  const limitMs = Number(new Map<string, string>(settings).get('statement_timeout'));
  return {
    config: {
      connectionString: plain.href,
      application_name: 'gatehouse',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      // Without it the system waits for two hours before it asks whether a machine is still there.
      keepAliveInitialDelayMillis: 5_000,
    },
    setUp: withAnswerTimeout({
      text: `select ${calls.join(', ')}, pg_is_in_recovery() as "isStandby"`,
      values: settings.flat(),
    }),
    answerLimitMs: limitMs > 0 ? limitMs + answerGraceMs : undefined,
  };
}

function parseUrl(text: string, setting = 'DATABASE_URL'): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new Error(`${setting} must look like postgresql://user:password@host:5432/database`);
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
  const { config, setUp, answerLimitMs } = connectionOf(url);
  await checkServer(config, `${url.host}${url.pathname}`);
  const onConnect = async (client: pg.ClientBase): Promise<void> => {
    const { rows } = await client.query<{ isStandby: boolean }>(setUp);
    // Reading from one would tell callers that there is nothing where the primary has something.
    if (rows[0]!.isStandby) throw new StandbyError();
  };
  return openPools({ ...config, onConnect }, { ...options, answerLimitMs });
}

/** A replica that does not answer must not hold up reads that the primary can answer. */
const replicaConnectMs = 2_000;

/**
 * Opens pools on a streaming replica, without asking whether it is there. Its sessions write nothing, also when it has
 * been promoted.
 * @throws Error in one line where the address is none
 */
export function openReplicaPool(text: string, options: PostgresOptions): OpenPool {
  const url = parseUrl(text, 'DATABASE_REPLICA_URL');
  const { config, setUp, answerLimitMs } = connectionOf(url, { default_transaction_read_only: 'on' });
  const onConnect = async (client: pg.ClientBase): Promise<void> => {
    await client.query(setUp);
  };
  return openPools(
    { ...config, connectionTimeoutMillis: replicaConnectMs, onConnect },
    { ...options, answerLimitMs },
  );
}

/** The pool waits for the promise of `onConnect`, which its types do not say. */
interface Connecting extends Omit<pg.PoolConfig, 'onConnect'> {
  readonly onConnect: (client: pg.ClientBase) => Promise<void>;
}

function openPools(
  { onConnect, ...config }: Connecting,
  { poolSize, onError, answerLimitMs }: PostgresOptions & Pick<OpenPool, 'answerLimitMs'>,
): OpenPool {
  const shared: pg.PoolConfig = {
    ...config,
    idleTimeoutMillis: 60_000,
    onConnect: onConnect as (client: pg.ClientBase) => void,
  };
  const pool = new pg.Pool({ ...shared, max: poolSize ?? 15 });
  const reservedPool = new pg.Pool({ ...shared, max: 2 });
  for (const each of [pool, reservedPool]) {
    each.on('error', onError);
    guardClients(each);
  }
  const close = async (): Promise<void> => {
    await Promise.all([pool.end(), reservedPool.end()]);
  };
  return { pool, reservedPool, answerLimitMs, close };
}

interface ServerFacts {
  version: number;
  name: string;
  encoding: string;
  isStandby: boolean;
}

async function checkServer(config: pg.ClientConfig, place: string): Promise<void> {
  const { version, name, encoding, isStandby } = await readServer(config).catch((error: Error) => {
    const reason = error.message === '' && 'code' in error ? String(error.code) : error.message;
    throw new Error(`The database at ${place} cannot be used: ${reason}`, { cause: error });
  });
  if (version < oldestVersion) {
    throw new Error(`The database at ${place} is PostgreSQL ${name}; Gatehouse needs 15 or newer`);
  }
  if (isStandby) {
    throw new Error(
      `The database at ${place} is a standby, which takes no writes; name the address of the primary, or promote it`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new Error(`The database at ${place} has the encoding ${encoding}; Gatehouse needs UTF8`);
  }
}

/** Asks by a connection of its own, so that none that serves has been through a pooler that is refused. */
async function readServer(config: pg.ClientConfig): Promise<ServerFacts> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await requireSessions(client, config);
    const { rows } = await client.query<ServerFacts>(
      `select current_setting('server_version_num')::integer as version, current_setting('server_version') as name,
        current_setting('server_encoding') as encoding, pg_is_in_recovery() as "isStandby"`,
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}
