import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { bootstrap, type RunSql } from './bootstrap.ts';
import { compareSchema, describeDifferences } from './compare-schema.ts';
import { type LockRetry, lockRetry, retryOnLockTimeout } from './lock-retry.ts';
import { requireNoOldNodes, requireUsable, worksSinceOf } from './migration-compatibility.ts';
import { renumberAfterRestore } from './renumber-transactions.ts';
import { requireNoUnfinishedImport } from './unfinished-import.ts';

export interface Migration {
  number: number;
  /** The file's name, e.g. `0001-foundation.sql`. */
  name: string;
  checksum: string;
  text: string;
  /** See `worksSinceOf`. */
  worksSince?: string | undefined;
}

export interface AppliedMigration extends pg.QueryResultRow {
  number: number;
  name: string;
  checksum: string;
  worksSince?: string | null;
}

export const migrationsFolder = join(import.meta.dirname, 'migrations');

/** First line of a file whose statements run each by itself, as an index that is built beside the work of other nodes. */
const standaloneMark = '-- Each statement by itself.';

/** The first migration of releases whose fifty migrations became one (docs/decisions/0017-table-layout.md). */
const replacedFirst = '0001-foundation.sql';

const fileName = /^(\d{4})-[a-z0-9-]+\.sql$/;
// Any number that nobody else locks; nodes of one database meet here.
const lockKey = 4_283_640_001;
const lockPollMs = 100;
const lockTimeoutMs = 10 * 60_000;

/** Reads the numbered files of a folder, in order. @throws Error for a gap, a double number or a stray file. */
export async function readMigrations(folder: string = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).toSorted();
  const migrations: Migration[] = [];
  for (const [index, name] of names.entries()) {
    const number = Number(fileName.exec(name)?.[1]);
    if (Number.isNaN(number)) throw new Error(`Migration ${name} is not named like 0001-what-it-does.sql`);
    if (number !== index + 1) {
      throw new Error(`Migration number ${index + 1} is missing or double: found ${name} in its place`);
    }
    const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
    const checksum = createHash('sha256').update(text).digest('hex');
    migrations.push({ number, name, checksum, text, worksSince: worksSinceOf(text) });
  }
  return migrations;
}

/** What was applied to the database, in order; nothing where the database is empty. */
export async function readApplied(run: RunSql): Promise<AppliedMigration[]> {
  const table = await run<{ exists: boolean }>(
    `select to_regclass('gatehouse.migration') is not null as exists`,
  );
  if (table.rows[0]?.exists !== true) return [];
  const { rows } = await run<AppliedMigration>(
    // The column came with a migration itself.
    `select number, name, checksum, to_jsonb(m) ->> 'works_since' as "worksSince" from gatehouse.migration m order by number`,
  );
  return rows;
}

/**
 * What is left to apply for a node to serve. A database that a newer version migrated is served where that left all that this
 * version uses. @throws Error in one line as `pendingMigrations` does
 */
export function pendingToServe(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  const pending = pendingMigrations(migrations, applied.slice(0, migrations.length));
  requireUsable(applied.slice(migrations.length), migrations.length);
  return pending;
}

/** What is left to apply. @throws Error in one line when what was applied is not what the files say. */
export function pendingMigrations(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  if (applied[0]?.name === replacedFirst) {
    throw new Error(
      'The database is of an older release, whose tables this version does not read and has not changed: start with a fresh data directory or an empty database, or stay on the older release',
    );
  }
  for (const { number, name, checksum } of applied) {
    const file = migrations[number - 1];
    if (file === undefined) {
      throw new Error(
        `The database was migrated by a newer Gatehouse (${name}); this version knows ${migrations.length} migrations`,
      );
    }
    if (file.name !== name) {
      throw new Error(`The database has migration ${name} where this version has ${file.name}`);
    }
    if (file.checksum !== checksum) {
      throw new Error(`Migration ${name} was changed after it had been applied to the database`);
    }
  }
  return migrations.slice(applied.length);
}

export interface MigrateOptions {
  /** False only for whoever writes schema.sql anew. */
  readonly compare?: boolean;
  /** Called with a line where a migration waits for somebody, then each minute. */
  readonly onWait?: ((text: string) => void) | undefined;
  readonly retry?: LockRetry;
}

/**
 * Brings the database to the newest migration. Any number of nodes may do it at once: one works, the others wait
 * and find it done. Migrations only go forward; each is one transaction, unless its first line says that its statements
 * run each by itself: those may be done again after a failure.
 */
export async function migrate(
  pool: pg.Pool,
  folder: string = migrationsFolder,
  options: MigrateOptions = {},
): Promise<void> {
  const { compare = folder === migrationsFolder } = options;
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  let failure: unknown;
  try {
    await acquireLock(client);
    await requireNoUnfinishedImport((text) => client.query(text));
    // A database that is refused stays as it is.
    const applied = await readApplied((text) => client.query(text));
    const pending = pendingToServe(migrations, applied);
    await bootstrap(client);
    for (const migration of pending) await apply(client, migration, options);
    if (compare) {
      if (applied.length <= migrations.length) await requireSchema(client);
      await renumberAfterRestore(client);
    }
    await client.query('select pg_advisory_unlock($1)', [lockKey]);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    // The lock belongs to the session and ends with it.
    client.release(failure !== undefined);
  }
}

/** For whoever only reads. @throws Error in one line where migrations are not applied yet, or by another version */
export async function requireMigrated(pool: pg.Pool): Promise<void> {
  const run: RunSql = (text, values) => pool.query(text, values);
  await requireNoUnfinishedImport(run);
  const applied = await readApplied(run);
  const pending = pendingToServe(await readMigrations(), applied);
  if (pending.length === 0) return;
  throw new Error(
    applied.length === 0
      ? 'The database is empty: the first start of the service creates its schema'
      : `The database lacks ${pending.length} of the migrations of this version: the next start of the service applies them`,
  );
}

/** A database that lost its policies or grants, as by a restore without its roles, would serve nobody or everybody. */
async function requireSchema(client: pg.PoolClient): Promise<void> {
  const differences = await compareSchema((text, values) => client.query(text, values));
  if (differences.length === 0) return;
  throw new Error(
    `The database is not as its schema says, as after a restore without the roles (${describeDifferences(differences)}): ` +
      'stop every node and run `gatehouse doctor --repair`',
  );
}

/** Polls: a waiting lock would hold a transaction open that a migration may have to wait for. */
async function acquireLock(client: pg.PoolClient): Promise<void> {
  const deadline = performance.now() + lockTimeoutMs;
  for (;;) {
    const answer = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      lockKey,
    ]);
    if (answer.rows[0]?.held === true) return;
    if (performance.now() > deadline) throw new Error('Another node has been migrating for ten minutes');
    await sleep(lockPollMs);
  }
}

async function note(client: pg.PoolClient, migration: Migration): Promise<void> {
  const { number, name, checksum, worksSince } = migration;
  await client.query('insert into gatehouse.migration (number, name, checksum) values ($1, $2, $3)', [
    number,
    name,
    checksum,
  ]);
  if (worksSince === undefined) return;
  await client.query('update gatehouse.migration set works_since = $2 where number = $1', [
    number,
    worksSince,
  ]);
}

async function apply(
  client: pg.PoolClient,
  migration: Migration,
  { onWait = () => undefined, retry = lockRetry }: MigrateOptions,
): Promise<void> {
  await requireNoOldNodes((text) => client.query(text), migration);
  const { name, text } = migration;
  const waits = {
    retry,
    onWait: (holder: string) =>
      onWait(
        `migration ${name} waits for tables that others use, the longest ${holder}; calls go on meanwhile`,
      ),
  };
  if (text.startsWith(`${standaloneMark}\n`)) return applyStandalone(client, migration, waits);
  const attempt = async () => {
    try {
      await client.query(
        `begin; set local statement_timeout = 0; set local lock_timeout = ${retry.lockTimeoutMs}`,
      );
      await client.query(text);
      await note(client, migration);
      await client.query('commit');
    } catch (error) {
      // A connection that broke has undone it.
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  };
  try {
    await retryOnLockTimeout(client, attempt, waits);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration ${name} failed and changed nothing: ${reason}`, { cause: error });
  }
}

/** Of statements that keep others from a table. An index that is built concurrently waits for everybody, and nobody for it. */
const locking = /^(?:--[^\n]*\n|\s)*(?:alter|comment|create|drop)\b(?![^;]*\bconcurrently\b)/i;

async function applyStandalone(
  client: pg.PoolClient,
  migration: Migration,
  waits: Parameters<typeof retryOnLockTimeout>[2],
): Promise<void> {
  const { name, text } = migration;
  const { rows } = await client.query<{ statement: string; lock: string }>(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
  );
  const set = `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false)`;
  try {
    for (const each of text.split(/;\n/)) {
      if (each.trim() === '') continue;
      const isLocking = locking.test(each);
      await client.query(set, ['0', isLocking ? String(waits.retry.lockTimeoutMs) : '0']);
      const attempt = async () => void (await client.query(each));
      await (isLocking ? retryOnLockTimeout(client, attempt, waits) : attempt());
    }
    await note(client, migration);
    await client.query(set, [rows[0]!.statement, rows[0]!.lock]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration ${name} failed, and is done again at the next start: ${reason}`, {
      cause: error,
    });
  }
}
