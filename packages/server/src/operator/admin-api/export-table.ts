import { rename, rm } from 'node:fs/promises';
import type { OpenDatabase, Tx } from '../../database/index.ts';
import {
  openReadable,
  readableColumn,
  type SealedSource,
  sealedSourceOf,
} from '../../personal-data/index.ts';
import type { DomainKeys, PersonalKeys } from '../../personal-keys/index.ts';

/** The tables that go to a warehouse, by the names that analysts know. */
export const warehouseTables = {
  executions: { table: 'execution', key: 'execution_id', keyType: 'uuid' },
  cases: { table: 'case_record', key: 'case_no', keyType: 'text' },
  hits: { table: 'alert', key: 'alert_id', keyType: 'uuid' },
} as const;
export type WarehouseTable = keyof typeof warehouseTables;

export interface TableExport {
  readonly table: WarehouseTable;
  /** Absolute. */
  readonly file: string;
  /** Absent: of all tenants. */
  readonly tenantId?: string | undefined;
  /** Whether columns leave the store that may say something of a person. */
  readonly withPersonal: boolean;
}

export interface TableExportReport {
  readonly rows: number;
  readonly columns: readonly string[];
  readonly omitted: readonly string[];
}

interface Column extends Record<string, unknown> {
  readonly name: string;
  readonly type: string;
  readonly isPersonal: boolean;
}

type ParquetType = 'STRING' | 'INT32' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP';

/** Rows of one read and of one row group: what is held in memory. */
const rowsAtOnce = 10_000;

/**
 * Writes a table as a Parquet file, one row group after the other. Which columns are personal is what the schema says of
 * them; of a class that is neither personal nor technical none is written. Rows are read page by page: what is committed
 * meanwhile may be in it or not.
 */
export async function exportTable(
  { database, personalKeys }: { readonly database: OpenDatabase; readonly personalKeys: PersonalKeys },
  { table, file, tenantId, withPersonal }: TableExport,
): Promise<TableExportReport> {
  const { fileWriter, ParquetWriter } = await import('hyparquet-writer');
  const source = warehouseTables[table];
  const all = await database.operator((tx) => readColumns(tx, source.table));
  const columns = all.filter(({ isPersonal }) => withPersonal || !isPersonal);
  const partial = `${file}.part`;
  const schema = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type }) => ({ name, ...schemaElements[parquetType(type)] })),
  ];
  let rows = 0;
  try {
    const writer = new ParquetWriter({ writer: fileWriter(partial), schema });
    for (let after: readonly string[] = []; ; ) {
      const page = await database.operator((tx) => readPage(tx, { ...source, columns, tenantId, after }));
      if (page.length === 0) break;
      if (withPersonal) await openSealed(personalKeys, source.table, page);
      await writer.write({
        columnData: columns.map(({ name, type }) => ({
          name,
          data: page.map((row) => parquetValue(row[name], parquetType(type))),
        })),
      });
      rows += page.length;
      after = page.at(-1)!['position'] as readonly string[];
    }
    await writer.finish();
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  const omitted = all.filter((column) => !columns.includes(column)).map(({ name }) => name);
  return { rows, columns: columns.map(({ name }) => name), omitted };
}

function readColumns(tx: Tx, table: string): Promise<Column[]> {
  return tx.sql<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
       col_description(a.attrelid, a.attnum) = 'personal' as "isPersonal"
     from pg_attribute a
     where a.attrelid = to_regclass('gatehouse.' || $1) and a.attnum > 0 and not a.attisdropped
       and col_description(a.attrelid, a.attnum) in ('personal', 'technical') and a.atttypid <> 'bytea'::regtype
     order by a.attnum`,
    [table],
  );
}

function readPage(
  tx: Tx,
  {
    table,
    key,
    keyType,
    columns,
    tenantId,
    after,
  }: {
    readonly table: string;
    readonly key: string;
    readonly keyType: string;
    readonly columns: readonly Column[];
    readonly tenantId: string | undefined;
    readonly after: readonly string[];
  },
): Promise<Record<string, unknown>[]> {
  const read = columns
    .map(
      ({ name, type }) =>
        `${sqlValue(readableColumn(table, name) ?? `"${name}"`, parquetType(type))} as "${name}"`,
    )
    .join(', ');
  return tx.sql(
    `select ${read}, array[tenant_id, domain, ${key}::text] as position,
       ${sealedSourceOf(table) ?? 'null::jsonb'} as "sealedSource" from gatehouse.${table}
     where ($1::text is null or tenant_id = $1)
       and ($2::text is null or (tenant_id, domain, ${key}) > ($2, $3, $4::${keyType}))
     order by tenant_id, domain, ${key} limit ${rowsAtOnce}`,
    [tenantId ?? null, after[0] ?? null, after[1] ?? null, after[2] ?? null],
  );
}

/** Puts what executions keep sealed into the rows that show it, as texts. */
async function openSealed(
  personalKeys: PersonalKeys,
  table: string,
  page: Record<string, unknown>[],
): Promise<void> {
  const known = new Map<string, DomainKeys>();
  for (const row of page) {
    const source = row['sealedSource'] as SealedSource | null;
    if (source === null) continue;
    const [tenantId, domain] = row['position'] as [string, string];
    const at = JSON.stringify([tenantId, domain]);
    const keys = known.get(at) ?? (await personalKeys.ofDomain({ tenantId, domain }));
    known.set(at, keys);
    const nodeRuns: unknown = JSON.parse((row['node_runs'] as string | null | undefined) ?? 'null');
    const opened = openReadable(keys, { tenantId, domain }, { table, source, nodeRuns });
    for (const [column, value] of Object.entries(opened)) row[column] = JSON.stringify(value);
  }
}

function sqlValue(value: string, type: ParquetType): string {
  if (type === 'TIMESTAMP') return `(extract(epoch from ${value}) * 1000)::double precision`;
  return type === 'STRING' ? `(${value})::text` : value;
}

function parquetType(type: string): ParquetType {
  switch (type) {
    case 'integer':
      return 'INT32';
    case 'double precision':
      return 'DOUBLE';
    case 'boolean':
      return 'BOOLEAN';
    case 'timestamp with time zone':
      return 'TIMESTAMP';
    default:
      return 'STRING';
  }
}

function parquetValue(value: unknown, type: ParquetType): unknown {
  if (value === null || value === undefined) return undefined;
  return type === 'TIMESTAMP' ? new Date(value as number) : value;
}

const optional = { repetition_type: 'OPTIONAL' } as const;
const schemaElements = {
  STRING: { type: 'BYTE_ARRAY', converted_type: 'UTF8', ...optional },
  INT32: { type: 'INT32', ...optional },
  DOUBLE: { type: 'DOUBLE', ...optional },
  BOOLEAN: { type: 'BOOLEAN', ...optional },
  TIMESTAMP: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', ...optional },
} as const;
