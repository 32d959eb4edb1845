import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { parseLsn } from './log-position.ts';

/** What a read replica is found to be. */
export type ReplicaFacts =
  /** It has everything that was committed so long ago, or later. */
  | { readonly state: 'following'; readonly behindMs: number }
  /** After so long it had not applied what the primary had at the beginning: so many bytes of its log are to come. */
  | { readonly state: 'behind'; readonly behindMs: number; readonly bytes: number }
  /** It takes writes. */
  | { readonly state: 'promoted' }
  /** A standby of another server, or another database of it. */
  | { readonly state: 'foreign' }
  /** A standby whose primary did not answer. */
  | { readonly state: 'answers' }
  | { readonly state: 'unreachable'; readonly reason: string };

const connectMs = 5_000;
const pollMs = 100;

/**
 * Whether a replica follows, and how far behind it is: the time until it has applied what the primary had written when it was
 * asked. Two clocks or an idle primary mislead neither. Nothing is written.
 */
export async function inspectReplica(
  url: string,
  { primaryUrl, maxWaitMs }: { readonly primaryUrl: string; readonly maxWaitMs: number },
): Promise<ReplicaFacts> {
  await using closing = new AsyncDisposableStack();
  const connect = async (place: string): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: place,
      application_name: 'gatehouse doctor',
      connectionTimeoutMillis: connectMs,
      query_timeout: connectMs,
    });
    // A connection that breaks also fails the statement that waits for it.
    client.on('error', () => undefined);
    await client.connect();
    closing.defer(() => client.end());
    return client;
  };
  try {
    const replica = await connect(url);
    const own = await readServer(replica);
    if (!own.isStandby) return { state: 'promoted' };
    const primary = await connect(primaryUrl).catch(() => undefined);
    const other = primary && (await readServer(primary));
    if (primary === undefined || other?.isStandby !== false) return { state: 'answers' };
    if (own.system !== other.system || own.database !== other.database) return { state: 'foreign' };
    return await measureLag(replica, primary, maxWaitMs);
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { state: 'unreachable', reason: message === '' ? (code ?? 'unknown') : message };
  }
}

async function measureLag(replica: pg.Client, primary: pg.Client, maxWaitMs: number): Promise<ReplicaFacts> {
  const askedAt = performance.now();
  const written = await readLsn(primary, 'pg_current_wal_flush_lsn()');
  for (;;) {
    const missing = written - (await readLsn(replica, 'pg_last_wal_replay_lsn()'));
    const behindMs = performance.now() - askedAt;
    if (missing <= 0n) return { state: 'following', behindMs };
    if (behindMs >= maxWaitMs) return { state: 'behind', behindMs, bytes: Number(missing) };
    await sleep(pollMs);
  }
}

async function readServer(client: pg.Client) {
  const { rows } = await client.query<{ isStandby: boolean; system: string; database: string }>(
    `select pg_is_in_recovery() as "isStandby", current_database()::text as database,
       (select system_identifier::text from pg_control_system()) as system`,
  );
  return rows[0]!;
}

async function readLsn(client: pg.Client, of: string): Promise<bigint> {
  const { rows } = await client.query<{ lsn: string | null }>(`select ${of}::text as lsn`);
  return parseLsn(rows[0]!.lsn ?? '0/0');
}
