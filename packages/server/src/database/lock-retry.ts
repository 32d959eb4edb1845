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

/** Whoever has used tables of the service in one transaction for the longest time, as a backup does. Which table it is that the change waits for is not known. */
const holderQuery = `
  select a.pid, a.application_name as application, a.usename as login,
    to_char(a.xact_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as since
  from pg_stat_activity a
  where a.datname = current_database() and a.pid <> pg_backend_pid() and exists (
    select from pg_locks l join pg_class c on c.oid = l.relation
    where l.pid = a.pid and l.granted and c.relnamespace = 'gatehouse'::regnamespace
  )
  order by a.xact_start nulls last limit 1`;

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
      const holder = await describeHolder(client);
      const now = performance.now();
      if (now - startedAt >= retry.totalMs)
        throw new Error(`its tables were in use at every attempt, the longest by ${holder}`, {
          cause: error,
        });
      if (now - toldAt >= tellEveryMs) {
        onWait(holder);
        toldAt = now;
      }
      await sleep(retry.pauseMs);
    }
  }
}

async function describeHolder(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{
    pid: number;
    application: string;
    login: string;
    since: string | null;
  }>(holderQuery);
  const [row] = rows;
  if (row === undefined) return 'a session that has ended since';
  const { pid, application, login, since } = row;
  // Of other logins a session may see no more without the right to.
  const time = since === null ? '' : `, in a transaction since ${since} UTC`;
  return `process ${pid} (${application === '' ? 'no application name' : application}, login ${login})${time}`;
}
