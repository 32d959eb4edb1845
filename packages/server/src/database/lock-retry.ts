import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** How a change of the schema waits for tables that others use. Milliseconds. */
export interface LockRetry {
  /** Calls of other nodes on the table wait behind the change for as long. */
  readonly lockTimeoutMs: number;
  /** Meanwhile they go on. */
  readonly pauseMs: number;
  /** From the first attempt on. */
  readonly totalMs: number;
}

/** Less than the time that a caller waits for an answer, and a sixth of the time in all. */
export const lockRetry: LockRetry = { lockTimeoutMs: 1_000, pauseMs: 5_000, totalMs: 10 * 60_000 };

const tellEveryMs = 60_000;
/** SQLSTATEs of a lock that was not had in time, and of two that waited for each other. */
const lockFailures = ['55P03', '40P01'];

/** A transaction that was open for longer than an attempt, as a backup's, is what keeps the table. */
const holderQuery = `
  select pid, application_name as application, usename as login,
    to_char(xact_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as since
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - $1 * interval '1 millisecond'
    and backend_type = 'client backend'
  order by xact_start limit 1`;

/**
 * Repeats a change until nobody else uses its tables. A statement that waits for such a lock keeps everybody else waiting behind it, reads too:
 * beside a backup of hours no call would be answered. So each attempt is short.
 * @param attempt the whole change, under `lock_timeout = lockTimeoutMs`; it has undone what it did where it throws
 * @throws Error when that took too long, in words of who uses them
 */
export async function retryOnLockTimeout(
  client: pg.ClientBase,
  attempt: () => Promise<void>,
  { retry, onWait }: { readonly retry: LockRetry; readonly onWait: (holder: string) => void },
): Promise<void> {
  const startedAt = performance.now();
  let toldAt = -Infinity;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !lockFailures.includes(error.code ?? '')) throw error;
      const holder = await describeHolder(client, retry);
      const now = performance.now();
      if (now - startedAt >= retry.totalMs)
        throw new Error(`a table was in use all the time by ${holder}`, { cause: error });
      if (now - toldAt >= tellEveryMs) {
        onWait(holder);
        toldAt = now;
      }
      await sleep(retry.pauseMs);
    }
  }
}

async function describeHolder(client: pg.ClientBase, { lockTimeoutMs }: LockRetry): Promise<string> {
  const { rows } = await client.query<{ pid: number; application: string; login: string; since: string }>(
    holderQuery,
    [lockTimeoutMs],
  );
  const [row] = rows;
  // Logins without the right to see those of others see nothing of them.
  if (row === undefined) return 'another session';
  const { pid, application, login, since } = row;
  return `process ${pid} (${application === '' ? 'no application name' : application}, login ${login}), in a transaction since ${since} UTC`;
}
