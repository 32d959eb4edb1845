import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDirectory } from '../../test/support/new-directory.ts';
import { startPostgres, type TestPostgres, withClient } from '../../test/support/postgres.ts';
import { openEmbeddedPool } from './embedded.ts';
import { openDatabase, repairDatabase } from './index.ts';
import { migrate, migrationsFolder, pendingMigrations, readMigrations } from './migrate.ts';
import type { OpenPool } from './pool.ts';
import { openPostgresPool } from './postgres.ts';
import { fillDataDirectory, stores } from './stores.fixture.ts';

const onError = (): void => undefined;

async function newFolder(files: Record<string, string>): Promise<string> {
  const folder = join(newDirectory(), 'migrations');
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

describe('the migration files', () => {
  it('are numbered without gaps and named alike', async () => {
    const migrations = await readMigrations(migrationsFolder);
    expect(migrations.map(({ name }) => name)).toEqual((await readdir(migrationsFolder)).toSorted());
  });

  it.each([
    [{ '0001-a.sql': '', '0003-c.sql': '' }, 'Migration number 2 is missing or double: found 0003-c.sql'],
    [{ '0001-a.sql': '', '0001-b.sql': '' }, 'Migration number 2 is missing or double: found 0001-b.sql'],
    [{ '0001-a.sql': '', 'notes.md': '' }, 'Migration notes.md is not named like'],
  ])('are refused when they are %j', async (files, message) => {
    await expect(readMigrations(await newFolder(files as Record<string, string>))).rejects.toThrow(message);
  });

  it('count as unchanged whatever a checkout made of their line ends', async () => {
    const [unix] = await readMigrations(await newFolder({ '0001-a.sql': 'select 1;\nselect 2;\n' }));
    const [windows] = await readMigrations(await newFolder({ '0001-a.sql': 'select 1;\r\nselect 2;\r\n' }));
    expect(windows!.checksum).toBe(unix!.checksum);
  });
});

describe('pending migrations', () => {
  const file = (number: number, name: string) => ({ number, name, checksum: `sum of ${name}`, text: '' });
  const files = [file(1, '0001-a.sql'), file(2, '0002-b.sql')];

  it('are the files that were not applied', () => {
    expect(pendingMigrations(files, files.slice(0, 1))).toEqual(files.slice(1));
    expect(pendingMigrations(files, files)).toEqual([]);
  });

  it.each([
    [[...files, file(3, '0003-c.sql')], 'migrated by a newer Gatehouse (0003-c.sql)'],
    [[{ ...files[0]!, checksum: 'x' }], 'Migration 0001-a.sql was changed after it had been applied'],
    [[file(1, '0001-z.sql')], 'has migration 0001-z.sql where this version has 0001-a.sql'],
  ])('are refused, not guessed, when what was applied is %j', (applied, message) => {
    expect(() => pendingMigrations(files, applied)).toThrow(message);
  });
});

describe.each(stores)('migrating on $kind', (store) => {
  let open: OpenPool;
  beforeAll(async () => {
    const place = await store.newPlace();
    open =
      'dataDir' in place
        ? await openEmbeddedPool(place.dataDir, onError)
        : await openPostgresPool(place.url, { onError });
  });
  afterAll(() => open.close());

  it('goes forward from where it stopped, and changes nothing when run again', async () => {
    const folder = await newFolder({ '0001-a.sql': 'create table a (x integer); insert into a values (1);' });
    await migrate(open.pool, folder);
    await migrate(open.pool, folder);
    await writeFile(join(folder, '0002-b.sql'), 'insert into a values (2);');
    await migrate(open.pool, folder);
    const { rows } = await open.pool.query('select x from gatehouse.a order by x');
    expect(rows).toEqual([{ x: 1 }, { x: 2 }]);
  });

  it('leaves nothing of a migration that fails, and says which one', async () => {
    const folder = await newFolder({
      '0001-a.sql': 'create table a (x integer); insert into a values (1);',
      '0002-b.sql': 'insert into a values (2);',
      '0003-c.sql': 'create table c (x integer); select 1/0;',
    });
    await expect(migrate(open.pool, folder)).rejects.toThrow(
      'Migration 0003-c.sql failed and changed nothing: division by zero',
    );
    const { rows } = await open.pool.query(
      "select to_regclass('gatehouse.c') as c, max(number) as last from gatehouse.migration",
    );
    expect(rows).toEqual([{ c: null, last: 2 }]);
  });
});

describe.each(stores)('a migration whose statements run each by itself, on $kind', (store) => {
  it('builds an index beside the work of others, and anew after a failure', async () => {
    const place = await store.newPlace();
    const open =
      'dataDir' in place
        ? await openEmbeddedPool(place.dataDir, onError)
        : await openPostgresPool(place.url, { onError });
    const folder = await newFolder({
      '0001-a.sql': 'create table a (x integer); insert into a values (1), (1);',
      '0002-b.sql': `-- Each statement by itself.
drop index if exists a_by_x;
create unique index concurrently a_by_x on a (x);
`,
    });
    await expect(migrate(open.pool, folder)).rejects.toThrow(
      /^Migration 0002-b\.sql failed, and is done again at the next start: could not create unique index/,
    );
    await open.pool.query('delete from gatehouse.a');
    await migrate(open.pool, folder);
    await migrate(open.pool, folder);
    const { rows } = await open.pool.query(
      `select indisvalid as valid, (select max(number) from gatehouse.migration) as last,
         current_setting('lock_timeout') <> '0' as limited
       from pg_index where indexrelid = 'gatehouse.a_by_x'::regclass`,
    );
    expect(rows).toEqual([{ valid: true, last: 2, limited: store.kind === 'postgres' }]);
    await open.close();
  });
});

describe('several nodes starting at once', () => {
  let server: TestPostgres | undefined;
  beforeAll(async () => {
    // A server of its own: the roles must not exist yet.
    if (stores.some(({ kind }) => kind === 'postgres')) server = await startPostgres();
  });
  afterAll(() => server?.stop());

  it('all succeed on empty databases of one server', async ({ skip }) => {
    if (server === undefined) return skip('PostgreSQL is not installed');
    const urls = [await server.createDatabase(), await server.createDatabase()];
    const places = urls.flatMap((url) => [url, url, url, url]).map((url) => ({ url, poolSize: 2 }));
    const nodes = await Promise.all(places.map((place) => openDatabase(place)));
    const expected = (await readMigrations(migrationsFolder)).length;
    for (const node of nodes) {
      const { rows } = await node.executeSql('select count(*)::integer as count from migration');
      expect(rows).toEqual([{ count: expected }]);
    }
    await Promise.all(nodes.map((node) => node.close()));
  });

  it('needs a user that may take the roles, and otherwise says what to run', async ({ skip }) => {
    if (server === undefined) return skip('PostgreSQL is not installed');
    const url = new URL(await server.createDatabase());
    await withClient(server.url, async (client) => {
      await client.query(`create role plain login; grant all on database ${url.pathname.slice(1)} to plain`);
    });
    url.username = 'plain';
    await expect(openDatabase({ url: url.href })).rejects.toThrow(
      /^The database user plain may not take the role gatehouse_\w+; run once as a superuser: grant gatehouse_app, gatehouse_operator to "plain"$/,
    );
    await withClient(server.url, (client) =>
      client.query('grant gatehouse_app, gatehouse_operator to plain'),
    );
    await (await openDatabase({ url: url.href })).close();
  });
});

describe('a database of a newer Gatehouse', () => {
  async function migratedFurther(text: string): Promise<{ dataDir: string; name: string }> {
    const dataDir = newDirectory();
    await fillDataDirectory(dataDir);
    const newer = await newFolder({});
    for (const name of await readdir(migrationsFolder)) {
      await copyFile(join(migrationsFolder, name), join(newer, name));
    }
    const name = `${String((await readdir(newer)).length + 1).padStart(4, '0')}-future.sql`;
    await writeFile(join(newer, name), text);
    const open = await openEmbeddedPool(dataDir, onError);
    await migrate(open.pool, newer);
    await open.close();
    return { dataDir, name };
  }

  it('is opened where that left what this version uses', async () => {
    const { dataDir } = await migratedFurther('create table future (id integer);');
    await (await openDatabase({ dataDir })).close();
    // What writes schemas or whole tables needs its own version.
    await expect(repairDatabase({ dataDir })).rejects.toThrow('migrated by a newer Gatehouse');
  });

  it('is not opened where that took it away', async () => {
    const { dataDir, name } = await migratedFurther('-- Contracts what no version since 9.0.0 uses.\n');
    await expect(openDatabase({ dataDir })).rejects.toThrow(`migrated by a newer Gatehouse (${name})`);
    // The refusal gave the directory back.
    await (await openEmbeddedPool(dataDir, onError)).close();
  });
});

describe.each(stores)(
  'a database of a release from before the migrations were squashed, on $kind',
  (store) => {
    const refusal =
      'The database is of an older release, whose tables this version does not read and has not changed: start with a fresh data directory or an empty database, or stay on the older release';

    it('is refused by a start and by a repair in one sentence, and stays as it is', async () => {
      const place = await store.newPlace();
      const pool = () =>
        'dataDir' in place
          ? openEmbeddedPool(place.dataDir, onError)
          : openPostgresPool(place.url, { onError });
      const older = await pool();
      await migrate(
        older.pool,
        await newFolder({
          '0001-foundation.sql': "create table tenant (name text); insert into tenant values ('acme');",
        }),
      );
      await older.close();
      await expect(openDatabase(place)).rejects.toThrow(refusal);
      await expect(repairDatabase(place)).rejects.toThrow(refusal);
      const again = await pool();
      const { rows } = await again.pool.query(
        `select name, (select count(*)::integer from gatehouse.migration) as migrations,
         (select count(*)::integer from pg_class where relnamespace = 'gatehouse'::regnamespace and relkind = 'r') as tables
       from gatehouse.tenant`,
      );
      expect(rows).toEqual([{ name: 'acme', migrations: 1, tables: 2 }]);
      await again.close();
    });
  },
);
