import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { inject } from 'vitest';
import { newDirectory } from '../../test/support/new-directory.ts';
import { createDatabase, withClient } from '../../test/support/postgres.ts';
import { type DatabaseLocation, type OpenDatabase, openDatabase } from './index.ts';
import { migrationsFolder, readMigrations } from './migrate.ts';

/** A kind of store that a suite runs on: `describe.each(stores)('…', (store) => …)`. */
export interface TestStore {
  readonly kind: OpenDatabase['kind'];
  /** Where a new empty store may be opened; it is gone at the end of the file. */
  newPlace(): Promise<DatabaseLocation>;
  /** Opens a new store with the newest schema and no rows. The test closes it. */
  open(): Promise<OpenDatabase>;
}

const cache = join(import.meta.dirname, '../../../../node_modules/.cache/gatehouse-stores');

/** A folder that is made once and copied by tests: by `make`, under a name that changes with what it holds. */
export async function madeFolder(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const place = join(cache, createHash('sha256').update(name).digest('hex').slice(0, 20));
  if (existsSync(place)) return place;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, 'unfinished-'));
  await make(unfinished);
  try {
    renameSync(unfinished, place);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another test process was first.
    if (!existsSync(place)) throw error;
  }
  return place;
}

/** What a store to copy holds beyond its migrations. */
export interface Preparation {
  /** Changes with what `prepare` does. */
  readonly key: string;
  prepare(database: OpenDatabase): Promise<void>;
}

/** A migrated store to copy: making one takes seconds, copying it a tenth of one. */
async function template(preparation: Preparation | undefined): Promise<string> {
  const migrations = await readMigrations(migrationsFolder);
  const engine = readFileSync(
    new URL('../package.json', import.meta.resolve('@electric-sql/pglite')),
    'utf8',
  );
  const checksums = migrations.map(({ checksum }) => checksum).join();
  return madeFolder([engine, checksums, preparation?.key ?? ''].join(), async (dataDir) => {
    const database = await openDatabase({ dataDir });
    await preparation?.prepare(database);
    await database.close();
  });
}

/** Puts a migrated embedded store into a data directory, so that opening it there is quick. */
export async function fillDataDirectory(dataDir: string, preparation?: Preparation): Promise<void> {
  cpSync(join(await template(preparation), 'postgres'), join(dataDir, 'postgres'), { recursive: true });
}

/**
 * A copy of a migrated database, which is made once for each server under this name and, where given, prepared further;
 * the answer is the copy's URL. A copy costs a part of what the migrations do.
 */
export async function copyDatabase(
  serverUrl: string,
  name: string,
  prepare?: (database: OpenDatabase) => Promise<void>,
): Promise<string> {
  await withClient(serverUrl, async (client) => {
    // One test process makes it, the others wait.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const url = await createDatabase(serverUrl);
    const database = await openDatabase({ url });
    await prepare?.(database);
    await database.close();
    await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${name}`);
  });
  return createDatabase(serverUrl, name);
}

const embedded: TestStore = {
  kind: 'embedded',
  newPlace: async () => ({ dataDir: newDirectory() }),
  open: async () => {
    const dataDir = newDirectory();
    await fillDataDirectory(dataDir);
    return openDatabase({ dataDir });
  },
};

function postgres(serverUrl: string): TestStore {
  const newPlace = async (): Promise<DatabaseLocation> => ({ url: await createDatabase(serverUrl) });
  const open = async () => openDatabase({ url: await copyDatabase(serverUrl, 'gatehouse_migrated') });
  return { kind: 'postgres', newPlace, open };
}

const serverUrl = inject('postgresUrl');

/** Every store this machine has; the run's set-up says when PostgreSQL is missing. */
export const stores: readonly TestStore[] =
  serverUrl === undefined ? [embedded] : [embedded, postgres(serverUrl)];

/**
 * Where the suite does not concern the store itself: PostgreSQL where it is installed, and every store in
 * `npm run check:long`.
 */
export const usualStores: readonly TestStore[] =
  process.env['GATEHOUSE_TEST_LONG'] === undefined ? stores.slice(-1) : stores;
