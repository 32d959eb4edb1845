import type { Tx } from './database.ts';

/**
 * The transactions of this database that are not over, without the one that asks; of those that are named, where some are.
 * Everybody sees these locks, whoever owns the sessions.
 */
export async function readOpenTransactions(tx: Tx, among?: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    `select l.virtualtransaction as id from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'virtualxid' and a.datname = current_database() and l.pid <> pg_backend_pid()
       and ($1::text[] is null or l.virtualtransaction = any($1))`,
    [among ?? null],
  );
  return rows.map(({ id }) => id);
}

/**
 * Of them those of the login that asks: every session of the service, on whichever server node. Others, such as a backup, a forgotten
 * session of an operator or a vacuum, write no rows of ours and may be open for days.
 */
export async function readOwnOpenTransactions(tx: Tx): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    `select l.virtualtransaction as id from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'virtualxid' and a.datname = current_database() and l.pid <> pg_backend_pid()
       and a.usesysid = (select usesysid from pg_stat_activity where pid = pg_backend_pid())`,
  );
  return rows.map(({ id }) => id);
}
