/** How large the tables of a store are. */
import { type OpenDatabase, openDatabase } from '../../packages/server/src/database/index.ts';
import type { BenchStore } from './stores.ts';

export interface TableSize {
  readonly rows: number;
  /** With what is stored out of line. */
  readonly tableBytes: number;
  readonly indexBytes: number;
}
interface TableRow extends Omit<TableSize, 'rows'> {
  readonly name: string;
  readonly hasRowSecurity: boolean;
}
export type StoreSize = ReadonlyMap<string, TableSize>;

/** Vacuums the store of a stopped service before: space of old versions of rows is used again and counts once. */
export async function measureStore(store: BenchStore): Promise<StoreSize> {
  const database = await openDatabase(store.place);
  try {
    await database.vacuum();
    const { rows: tables } = await database.executeSql(
      `select format('%I.%I', n.nspname, c.relname) as name, pg_table_size(c.oid)::float8 as "tableBytes",
         pg_indexes_size(c.oid)::float8 as "indexBytes", c.relrowsecurity as "hasRowSecurity"
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('gatehouse', 'gatehouse_jobs')`,
    );
    const size = new Map<string, TableSize>();
    for (const { name, hasRowSecurity, ...bytes } of tables as unknown as TableRow[]) {
      size.set(name, { ...bytes, rows: await countRows(database, name, hasRowSecurity) });
    }
    return size;
  } finally {
    await database.close();
  }
}

/** Row-level security hides most tables from their owner; the others are nobody else's. */
async function countRows(database: OpenDatabase, table: string, hasRowSecurity: boolean): Promise<number> {
  const text = `select count(*)::int as rows from ${table}`;
  const rows = hasRowSecurity
    ? await database.operator((tx) => tx.sql(text))
    : (await database.executeSql(text)).rows;
  return Number(rows[0]!['rows']);
}
