import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { newDirectory } from '../../test/support/new-directory.ts';
import { createDatabase, withClient } from '../../test/support/postgres.ts';
import { dumpSchema } from './catalogue.ts';
import { type OpenDatabase, openDatabase } from './index.ts';
import { migrate, migrationsFolder, readMigrations } from './migrate.ts';
import { openPostgresPool } from './postgres.ts';
import { stores } from './stores.fixture.ts';

const serverUrl = inject('postgresUrl');
const number = 51;

/** The migrations up to one, so that what follows is still to be done. */
async function migrationsTo(last: number): Promise<string> {
  const folder = join(newDirectory(), 'migrations');
  await mkdir(folder);
  for (const { name } of (await readMigrations()).slice(0, last))
    await copyFile(join(migrationsFolder, name), join(folder, name));
  return folder;
}

async function migrateTo(url: string, last: number): Promise<void> {
  const open = await openPostgresPool(url, { onError: () => undefined });
  try {
    await migrate(open.pool, await migrationsTo(last));
  } finally {
    await open.close();
  }
}

/** Ends the migration in the statement that builds or drops an index, while it waits for a transaction that has the table locked. */
async function interrupt(
  url: string,
  { index, table, lock }: { readonly index: string; readonly table: string; readonly lock: string },
): Promise<void> {
  await withClient(url, async (holder) => {
    await holder.query(`begin; lock table gatehouse.${table} in ${lock} mode`);
    const migrated = migrateTo(url, number).then(
      () => 'done',
      (error: Error) => error.message,
    );
    await withClient(url, async (client) => {
      for (let ended = 0; ended === 0; await sleep(5)) {
        const { rowCount } = await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and query ~ ('index concurrently .*' || $1 || '\\M') and wait_event_type = 'Lock'
             and exists (select from pg_index where indexrelid = to_regclass('gatehouse.' || $1) and not indisvalid)`,
          [index],
        );
        ended = rowCount ?? 0;
      }
    });
    expect(await migrated).toMatch(/^Migration 0051-smaller-indexes\.sql failed, and is done again/);
  });
}

/** Everything in it, and the indexes that are there and not used. */
async function schemaOf(database: OpenDatabase) {
  const { rows } = await database.executeSql(
    'select indexrelid::regclass::text as index from pg_index where not indisvalid',
  );
  return { schema: await dumpSchema(database), invalid: rows };
}

it('drops each index that it builds, where an interruption left it unusable', async () => {
  for (const { name, text } of await readMigrations()) {
    const built = [...text.matchAll(/^create index concurrently if not exists (\w+)/gm)].map(
      (match) => match[1],
    );
    if (built.length === 0) continue;
    const dropped = [...text.matchAll(/^do \$\$.*$/gm)].flatMap(([line]) =>
      [...line.matchAll(/'(\w+)'/g)].map((match) => match[1]),
    );
    expect(
      built.filter((index) => !dropped.includes(index)),
      name,
    ).toEqual([]);
  }
});

describe.runIf(serverUrl !== undefined)('the migration that builds smaller indexes', () => {
  let before: string;
  let expected: Awaited<ReturnType<typeof schemaOf>>;
  beforeAll(async () => {
    const url = await createDatabase(serverUrl!);
    await migrateTo(url, number - 1);
    before = new URL(url).pathname.slice(1);
    const whole = await stores.find(({ kind }) => kind === 'postgres')!.open();
    expected = await schemaOf(whole);
    await whole.close();
  });

  it.each([
    { what: 'the first index', index: 'audit_in_order', table: 'audit_event', lock: 'row exclusive' },
    { what: 'another index', index: 'quick_scan_in_order', table: 'quick_scan', lock: 'row exclusive' },
    // That it is read does not keep an index from being built.
    { what: 'an earlier index', index: 'quick_scan_by_time', table: 'quick_scan', lock: 'access share' },
  ])('leaves the same schema when it was interrupted at $what', async (at) => {
    const url = await createDatabase(serverUrl!, before);
    await interrupt(url, at);
    const database = await openDatabase({ url });
    expect(await schemaOf(database)).toEqual(expected);
    await database.close();
  });
});
