import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Database } from '../../src/database/database.ts';

/** A person whom nothing else of the stories is like: what holds a part of this holds the person. */
export const canary = {
  customerId: 'canary-4711',
  name: 'Wilhelmina Thornapple Canarysdottir',
  dateOfBirth: '1937-11-29',
  idNumber: 'CNRY00X77',
  email: 'canarysdottir@example.test',
  phone: '15198765432',
  filename: 'canarysdottir-passport.png',
  address: '7 Canary Wharf Lane',
  note: 'Canarysdottir told us on the phone',
};

/** In small letters. */
const traces = [
  'canarysdottir',
  'canary-',
  'canary wharf',
  canary.dateOfBirth,
  canary.idNumber.toLowerCase(),
  canary.phone,
];
const patterns = traces.flatMap((trace) => [trace, Buffer.from(trace).toString('hex')]);

/** Whether a text or a file has anything that tells who the person is. */
export function hasTrace(content: string | Buffer): boolean {
  const text = (typeof content === 'string' ? content : content.toString('latin1')).toLowerCase();
  return traces.some((trace) => text.includes(trace));
}

/** The tables with such rows, those of the job queues among them. */
export async function tablesWithTraces(database: Pick<Database, 'executeSql'>): Promise<string[]> {
  const { rows: tables } = await database.executeSql(
    `select c.oid::regclass::text as name, relname from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'm') and nspname not like 'pg\\_%' and nspname <> 'information_schema'`,
  );
  const found: string[] = [];
  for (const { name, relname } of tables) {
    const { rows } = await database.executeSql(
      `select 1 from ${String(name)} t where lower(t::text) like any($1) limit 1`,
      [patterns.map((pattern) => `%${pattern}%`)],
    );
    if (rows.length > 0) found.push(String(relname));
  }
  return found.toSorted();
}

/** The paths of all files below a folder that is there. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** The files below a folder that have a trace in their bytes or their names. */
export async function filesWithTraces(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const path of await filesBelow(folder)) {
    const name = relative(folder, path);
    // A database deletes files of its own meanwhile.
    const bytes = await readFile(path).catch(() => Buffer.of());
    if (hasTrace(name) || hasTrace(bytes)) found.push(name);
  }
  return found.toSorted();
}

/** The columns of which the planner keeps such values, as `table.column`. */
export async function statisticsWithTraces(database: Pick<Database, 'executeSql'>): Promise<string[]> {
  const { rows } = await database.executeSql(
    `select tablename || '.' || attname as name from pg_stats
     where lower(concat(most_common_vals, histogram_bounds, most_common_elems)) like any($1) order by 1`,
    [patterns.map((pattern) => `%${pattern}%`)],
  );
  return rows.map(({ name }) => String(name));
}

/** Long values are stored as they are from now on: the search of files reads no compressed ones. */
export async function storeUncompressed(database: Pick<Database, 'executeSql'>): Promise<void> {
  const { rows } = await database.executeSql(
    `select format('alter table %s alter column %I set storage external', attrelid::regclass, attname) as change
     from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname in ('gatehouse', 'gatehouse_jobs') and attnum > 0 and attstorage = 'x' and not attisdropped`,
  );
  for (const { change } of rows) await database.executeSql(String(change));
}
