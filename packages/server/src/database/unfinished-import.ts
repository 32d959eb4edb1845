import type { RunSql } from './bootstrap.ts';

/** Schema of the progress of an import; it is there as long as the import is not finished (store-move). */
export const importSchema = 'gatehouse_import';

export async function hasUnfinishedImport(run: RunSql): Promise<boolean> {
  const { rows } = await run<{ exists: boolean }>(
    `select to_regclass('${importSchema}.import') is not null as exists`,
  );
  return rows[0]?.exists === true;
}

/** Nobody serves from, migrates or repairs a half of a store. @throws Error in one line that tells what to do */
export async function requireNoUnfinishedImport(run: RunSql): Promise<void> {
  if (!(await hasUnfinishedImport(run))) return;
  throw new Error(
    'The database has an unfinished import: run the same `gatehouse import-store` again to resume it, or with --restart to start again',
  );
}
