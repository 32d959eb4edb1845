import pg from 'pg';

/** A pooler that hands out sessions one after the other may do so by chance as if they were ours. */
const attempts = 5;
const answerTimeoutMs = 10_000;

const refusal =
  'a connection pooler shares its connections between transactions (PgBouncer: pool_mode = transaction or statement), ' +
  'but Gatehouse keeps prepared statements, settings and locks in its sessions; set pool_mode = session for this database ' +
  'and user, or name the address of PostgreSQL itself';

/**
 * Whether a connection pooler answers at the address; it then has to give each session of ours a connection of its own.
 * @param config by which `client` was connected; where a pooler answers, a second connection is opened by it
 * @throws Error in one line where a pooler does not keep sessions
 */
export async function requireSessions(client: pg.Client, config: pg.ClientConfig): Promise<boolean> {
  // A server says at the start of a session which process serves it. A pooler cannot know that yet.
  if ((await readProcess(client)) === processAtStart(client)) return false;
  const second = new pg.Client(config);
  second.on('error', () => undefined);
  await second.connect();
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (await changesConnection(client, second)) throw new Error(refusal);
    }
    return true;
  } finally {
    await second.end();
  }
}

/** Whether the second session got the first one's connection, or the first one got another than before. */
async function changesConnection(first: pg.Client, second: pg.Client): Promise<boolean> {
  const before = await readProcess(first);
  try {
    await ask(second, 'begin');
  } catch (error) {
    // PgBouncer where each statement may get another connection: transactions are refused.
    if (error instanceof pg.DatabaseError && /pooling mode/.test(error.message)) return true;
    throw error;
  }
  if ((await readProcess(second)) === before) return true;
  const after = await readProcess(first);
  await ask(second, 'rollback');
  return after !== before;
}

async function readProcess(client: pg.Client): Promise<number> {
  const { rows } = await ask<{ process: number }>(client, 'select pg_backend_pid() as process');
  return rows[0]!.process;
}

/** The driver keeps it for cancel requests; its types leave it out. */
function processAtStart(client: pg.Client): number | null {
  return (client as pg.Client & { readonly processID: number | null }).processID;
}

async function ask<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
): Promise<pg.QueryResult<Row>> {
  try {
    return await client.query<Row>(withAnswerTimeout({ text }));
  } catch (error) {
    if (!(error instanceof Error) || error.message !== 'Query read timeout') throw error;
    throw new Error(
      'something accepts connections and does not answer; a connection pooler needs 17 to PostgreSQL for each node (PgBouncer: default_pool_size)',
      { cause: error },
    );
  }
}

/** A statement that fails when it has no answer in time. A pooler without a free connection lets it wait. */
export function withAnswerTimeout(query: pg.QueryConfig): pg.QueryConfig {
  const limited: pg.QueryConfig & { readonly query_timeout: number } = {
    ...query,
    query_timeout: answerTimeoutMs,
  };
  return limited;
}
