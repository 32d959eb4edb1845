import type { Database } from '../database/database.ts';

/**
 * Where rows of customers went since, takes the figures of the store's columns anew: they hold values of some rows. A crash in between
 * leaves what it is done for, and any number of server nodes may do it at once.
 */
export async function forgetErasedValues(
  database: Database,
  /** What deleted them: single erasures, or the runs of retention. */
  of: 'erasure' | 'retention_run',
): Promise<void> {
  const key = of === 'erasure' ? 'erasure_id' : 'run_id';
  const done = await database.operator((tx) =>
    tx.sql<{ id: string }>(
      `select ${key}::text as id from ${of} where state = 'DONE' and statistics_at is null limit 1000`,
    ),
  );
  if (done.length === 0) return;
  await database.forgetDeletedValues();
  await database.operator((tx) =>
    tx.sql(`update ${of} set statistics_at = now() where ${key} = any($1::uuid[]) and state = 'DONE'`, [
      done.map(({ id }) => id),
    ]),
  );
}
