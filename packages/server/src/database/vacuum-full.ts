import type { RunSql } from './bootstrap.ts';

/** What became of the store's files on the disk. */
export interface VacuumReport {
  readonly rewritten: number;
  /** Tables that the user may not rewrite, or that somebody works on. */
  readonly skipped: readonly string[];
  /**
   * Why the write-ahead log may have what was deleted; undefined: it has not. `kept`: a replication slot, archiving or a setting
   * holds old segments. `recycled`: the server renames them and writes over them later.
   */
  readonly log: 'noRights' | 'kept' | 'recycled' | undefined;
}

/** The statistics of the planner are a table of the catalogue that holds values of columns. */
const tables = `
  select format('%I.%I', nspname, relname) as name, pg_relation_filenode(c.oid)::text as file
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where relkind = 'r' and (nspname not like 'pg\\_%' and nspname <> 'information_schema' or c.oid = 'pg_statistic'::regclass)
  order by 1`;

/** Those older than the last checkpoint needs, and those that are there for what comes, with what was in them before. */
const segments = `
  select count(*) filter (where name < (select redo_wal_file from pg_control_checkpoint()))::int as old,
    count(*) filter (where name > pg_walfile_name(pg_current_wal_lsn()))::int as next
  from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$'`;
/** More than any server keeps by default. */
const maxSegments = 100;

/**
 * Rewrites all tables and ends the use of the write-ahead log so far, so that the files have nothing of rows that are gone. Each
 * table is locked while it is rewritten.
 */
export async function vacuumFull(
  run: RunSql,
  onProgress: (share: number, text: string) => void = () => undefined,
): Promise<VacuumReport> {
  const before = (await run<{ name: string; file: string }>(tables)).rows;
  for (const [index, { name }] of before.entries()) {
    onProgress(index / before.length, name);
    await run(`vacuum (full) ${name}`).catch(refused('55P03', '42501'));
  }
  const after = new Map(
    (await run<{ name: string; file: string }>(tables)).rows.map((row) => [row.name, row.file]),
  );
  // Of a table of another owner PostgreSQL warns, and goes on.
  const skipped = before.filter(({ name, file }) => after.get(name) === file).map(({ name }) => name);
  return { rewritten: before.length - skipped.length, skipped, log: await clearLog(run) };
}

async function clearLog(run: RunSql): Promise<VacuumReport['log']> {
  try {
    // For the embedded store, whose one process writes the log itself; a server's checkpointer reads its own configuration.
    await run('set wal_recycle = off');
    let next = 1;
    for (let segment = 0; segment < maxSegments && next > 0; segment += 1) {
      await run('checkpoint');
      // Counted before the switch: a segment that was there already has old records behind what will be written to it.
      next = (await readSegments(run)).next;
      await run('select pg_switch_wal()');
    }
    await run('checkpoint');
    const left = await readSegments(run);
    if (left.next > 0) return 'recycled';
    return left.old > 0 ? 'kept' : undefined;
  } catch (error) {
    refused('42501')(error);
    return 'noRights';
  }
}

async function readSegments(run: RunSql): Promise<{ old: number; next: number }> {
  return (await run<{ old: number; next: number }>(segments)).rows[0]!;
}

/** Lets errors of these codes pass. */
function refused(...codes: readonly string[]): (error: unknown) => void {
  return (error) => {
    if (!codes.includes((error as { code?: string }).code ?? '')) throw error;
  };
}
