import type { SqlResult } from './transactions.ts';

/** Runs one statement outside any transaction. */
export type RunStatement = (text: string, values?: readonly unknown[]) => Promise<SqlResult>;

const tables = `
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname not like 'pg\\_%' and nspname <> 'information_schema'`;

const allTables = `select format('%I.%I', nspname, relname) as name ${tables} order by nspname, relname`;

/** `relpages` is how long a table was when its figures were last taken. */
const outgrownTables = `
  select format('%I.%I', nspname, relname) as name ${tables}
    and pg_relation_size(pg_class.oid) > 2 * greatest(relpages, 1) * current_setting('block_size')::bigint`;

/**
 * Reclaims dead rows and refreshes the planner's figures, one table after the other: on the embedded store
 * nothing does so by itself, and other work gets its turn in between.
 */
export async function vacuumTables(run: RunStatement): Promise<void> {
  const { rows } = await run(allTables);
  for (const { name } of rows) await run(`vacuum (analyze) ${String(name)}`);
}

/**
 * Takes the planner's figures of tables that have doubled since. A table without figures looks as if few rows of it were
 * of one tenant, so that any index that begins with the tenant seems as good as the right one: plans made then read all
 * that the tenant has. A server's own daemon comes after a minute, which is long for a new tenant's first load.
 */
export async function analyzeOutgrownTables(run: RunStatement): Promise<void> {
  const { rows } = await run(outgrownTables);
  for (const { name } of rows) await run(`analyze (skip_locked) ${String(name)}`);
}

/** Bytes of write-ahead log since the beginning of the last checkpoint: what a start after a crash has to repeat. */
const logSinceCheckpoint =
  'select (pg_current_wal_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()';

/** Repeating this much takes about five seconds; a checkpoint after less of it would write whole pages to the log more often. */
const maxLogBytes = 128 * 2 ** 20;

/**
 * Ends the use of the log so far, so that its files are used again. PostgreSQL without its server processes never does so by
 * itself until it is closed.
 */
export async function checkpointLongLog(run: RunStatement, maxBytes = maxLogBytes): Promise<void> {
  const { rows } = await run(logSinceCheckpoint);
  if (rows.some(({ bytes }) => Number(bytes) > maxBytes)) await run('checkpoint');
}

/** Tables with personal columns of which figures are taken; of the other personal columns there are none (migration 0030). */
const personalTables = `
  select format('%I.%I', nspname, relname) as name,
    string_agg(format('alter column %I type %s', attname, format_type(atttypid, atttypmod)), ', ') as changes
  from pg_attribute a join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname = 'gatehouse' and col_description(attrelid, attnum) = 'personal'
    and coalesce(attstattarget, -1) <> 0
  group by 1 order by 1`;

const isEmpty = 'select from pg_class where oid = $1::regclass and reltuples = 0';

/**
 * Takes the figures anew where they hold values of rows, so that none of a row that is gone stays in them. Of a table that has
 * lost its last row PostgreSQL keeps them; a change of a column's type to what it is drops them.
 */
export async function forgetDeletedValues(run: RunStatement): Promise<void> {
  const { rows } = await run(personalTables);
  for (const { name, changes } of rows) {
    await run(`analyze ${String(name)}`);
    const { rows: empty } = await run(isEmpty, [name]);
    // Who works on the table meanwhile is not kept waiting.
    if (empty.length > 0)
      await run(
        `do $$ begin set local lock_timeout = '1s'; alter table ${String(name)} ${String(changes)}; end $$`,
      );
  }
}

/** Work that is done repeatedly. */
export interface MaintenanceTask {
  readonly work: (run: RunStatement) => Promise<void>;
  /** From the end of one turn to the beginning of the next. */
  readonly intervalMs: number;
  /** What cannot be done when it fails. */
  readonly failure: string;
}

export interface MaintenanceSchedule {
  /** Resolves when none runs any more. */
  stop(): Promise<void>;
}

/** Repeats the work until it is stopped; a run that fails is reported, and the next one follows. */
export function scheduleMaintenance(
  run: RunStatement,
  { work, intervalMs, failure }: MaintenanceTask,
  onError: (error: Error) => void,
): MaintenanceSchedule {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  const turn = async (): Promise<void> => {
    last = work(async (text) => (stopped ? { rows: [], rowCount: 0 } : run(text))).catch((error: unknown) => {
      onError(new Error(`${failure}; trying again`, { cause: error }));
    });
    await last;
    wait();
  };
  const wait = (): void => {
    if (stopped) return;
    timer = setTimeout(() => void turn(), intervalMs);
    timer.unref();
  };
  wait();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await last;
    },
  };
}
