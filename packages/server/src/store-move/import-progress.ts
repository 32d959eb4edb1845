import { isPresentLease } from '../database/index.ts';
import type { MoveSession } from '../database/move-session.ts';
import type { MovedTable } from '../database/table-moves.ts';
import { importSchema } from '../database/unfinished-import.ts';
import { moveRefusal } from './refusals.ts';

/** How far an import came, kept in the database that it fills, by the transactions that fill it. */
export interface ImportProgress {
  readonly exportId: string;
  readonly startedAt: string;
}

/** Any number that nothing else takes as an advisory lock of a session. */
const importLock = 4_283_640_003;
/** Of migrations (database/migrate.ts): a node that starts now waits, and then finds the import. */
const migrationLock = 4_283_640_001;

const summedTable = 'usage_ledger';
/** Its one row is made by a migration, and the export has another. */
const preparedTable = 'usage_backlog';

/** Keeps a second import out until the session ends. */
export async function lockImport({ run }: MoveSession): Promise<void> {
  const { rows } = await run<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [importLock]);
  if (rows[0]?.held !== true) throw moveRefusal('importRuns');
}

/** The unfinished import, which the caller knows to be there. */
export async function readImport({ run }: MoveSession): Promise<ImportProgress> {
  const { rows } = await run<{ exportId: string; startedAt: string }>(
    `select export_id as "exportId", to_char(started_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "startedAt" from ${importSchema}.import`,
  );
  return rows[0]!;
}

/**
 * Begins an import into a database that is prepared and has no rows. Until its end the owner is not held back by row-level
 * security, and no node starts.
 * @throws OperatorRefusal when rows are there, or a node runs
 */
export async function beginImport(
  session: MoveSession,
  { exportId, tables }: { readonly exportId: string; readonly tables: readonly MovedTable[] },
): Promise<void> {
  const { run } = session;
  await session.transaction(async () => {
    await run('select pg_advisory_xact_lock($1)', [migrationLock]);
    await releaseOwner(session, tables);
    const { rows: nodes } = await run<{ count: number }>(
      `select count(*)::integer as count from node_lease l where ${isPresentLease}`,
    );
    if (nodes[0]!.count > 0) throw moveRefusal('nodeRuns', nodes[0]!.count);
    const filled = await filledTables(session, tables);
    if (filled.length > 0) throw moveRefusal('databaseNotEmpty', filled);
    await prepareSums(session);
    await run(`create schema ${importSchema}`);
    await run(
      `create table ${importSchema}.import (export_id text not null, started_at timestamptz not null default now())`,
    );
    await run(
      `create table ${importSchema}.progress (part text primary key, bytes bigint not null, rows bigint not null)`,
    );
    await run(`grant usage on schema ${importSchema} to gatehouse_operator`);
    await run(`grant select, insert, update on ${importSchema}.progress to gatehouse_operator`);
    await run(`insert into ${importSchema}.import (export_id) values ($1)`, [exportId]);
  });
}

/** Takes away everything that the unfinished import brought, so that it begins with this export. */
export async function clearImport(
  session: MoveSession,
  { exportId, tables }: { readonly exportId: string; readonly tables: readonly MovedTable[] },
): Promise<void> {
  const { run } = session;
  await session.transaction(async () => {
    const names = tables.filter(({ transfer }) => transfer !== 'left').map(({ name }) => name);
    await run(`truncate ${names.join(', ')}`);
    await run('delete from gatehouse_jobs.job');
    await run(`delete from ${importSchema}.progress`);
    await run(`update ${importSchema}.import set export_id = $1, started_at = now()`, [exportId]);
  });
}

/** Ends it: row-level security holds everybody again, and nodes may start. */
export async function endImport(session: MoveSession, tables: readonly MovedTable[]): Promise<void> {
  for (const { name } of await securedTables(session, tables)) {
    await session.run(`alter table ${name} force row level security`);
  }
  await session.run(`alter table ${summedTable} enable trigger user`);
  await session.run(`drop schema ${importSchema} cascade`);
}

/** How far a part came; from the beginning where nothing is known of it. */
export async function readProgress(
  { run }: MoveSession,
  part: string,
): Promise<{ readonly bytes: number; readonly rows: number }> {
  const { rows } = await run<{ bytes: number; rows: number }>(
    `select bytes::double precision as bytes, rows::double precision as rows from ${importSchema}.progress where part = $1`,
    [part],
  );
  return rows[0] ?? { bytes: 0, rows: 0 };
}

/** The statement that notes how far a part came, for the transaction that brings it there. */
export const noteProgress = `
  insert into ${importSchema}.progress as p (part, bytes, rows) values ($1, $2, $3)
  on conflict (part) do update set bytes = excluded.bytes, rows = excluded.rows`;

/** The sums of the ledger are exported themselves: its triggers would add what they have already. */
async function prepareSums({ run }: MoveSession): Promise<void> {
  await run(`alter table ${summedTable} disable trigger user`);
  await run(`delete from ${preparedTable}`);
}

async function releaseOwner(session: MoveSession, tables: readonly MovedTable[]): Promise<void> {
  for (const { name } of await securedTables(session, tables)) {
    await session.run(`alter table ${name} no force row level security`);
  }
}

/** Row-level security is forced on each table that has it (table-layout and walls tests hold that). */
async function securedTables(
  { run }: MoveSession,
  tables: readonly MovedTable[],
): Promise<readonly MovedTable[]> {
  const { rows } = await run<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'gatehouse'::regnamespace and relkind = 'r' and relrowsecurity`,
  );
  const secured = new Set(rows.map(({ name }) => name));
  return tables.filter(({ name }) => secured.has(name));
}

async function filledTables({ run }: MoveSession, tables: readonly MovedTable[]): Promise<string[]> {
  const filled: string[] = [];
  for (const { name, transfer } of tables) {
    if (transfer === 'left' || name === preparedTable) continue;
    const { rows } = await run<{ exists: boolean }>(`select exists(select from ${name}) as exists`);
    if (rows[0]!.exists) filled.push(name);
  }
  return filled;
}
