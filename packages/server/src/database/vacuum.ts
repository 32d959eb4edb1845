import type { SqlResult } from './transactions.ts';

/** Runs one statement outside any transaction. */
export type RunStatement = (text: string) => Promise<SqlResult>;

const tablesQuery = `
  select format('%I.%I', nspname, relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname not like 'pg\\_%' and nspname <> 'information_schema'
  order by nspname, relname`;

/**
 * Reclaims dead rows and refreshes the planner's figures, one table after the other: on the embedded store
 * nothing does so by itself, and other work gets its turn in between.
 */
export async function vacuumTables(run: RunStatement): Promise<void> {
  const { rows } = await run(tablesQuery);
  for (const { name } of rows) await run(`vacuum (analyze) ${String(name)}`);
}

export interface VacuumSchedule {
  /** Resolves when none runs any more. */
  stop(): Promise<void>;
}

/** Vacuums again and again, `intervalMs` after the last time. */
export function scheduleVacuum(
  run: RunStatement,
  intervalMs: number,
  onError: (error: Error) => void,
): VacuumSchedule {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  const turn = async (): Promise<void> => {
    last = vacuumTables(async (text) => (stopped ? { rows: [], rowCount: 0 } : run(text))).catch(
      (error: unknown) => {
        onError(new Error('The embedded store could not be vacuumed; trying again', { cause: error }));
      },
    );
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
