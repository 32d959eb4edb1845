import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpSchema } from './catalogue.ts';
import type { OpenDatabase } from './index.ts';
import { stores } from './stores.fixture.ts';

/** Column types as schema.ts writes them, by PostgreSQL's own. */
const typeNames: Readonly<Record<string, string>> = {
  text: 'string',
  uuid: 'string',
  boolean: 'boolean',
  integer: 'number',
  bigint: 'number',
  'double precision': 'number',
  bytea: 'Buffer',
  'bytea[]': 'Buffer[]',
  'timestamp with time zone': 'Date',
  'text[]': 'string[]',
  tsvector: 'string',
  xid8: 'string',
};

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  has_default: boolean;
}

function typeOf({ type, nullable, has_default: hasDefault }: Column): string {
  if (type === 'json' || type === 'jsonb') {
    if (nullable) return 'NullableJson';
    return hasDefault ? 'DefaultedJson' : 'Json';
  }
  const name = typeNames[type] ?? `(unknown type ${type})`;
  if (nullable) return `${name} | null`;
  return hasDefault ? `Defaulted<${name}>` : name;
}

function interfaceOf(table: string): string {
  return `${table.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Table`;
}

describe.each(stores)('the schema on $kind', (store) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await store.open();
  });
  afterAll(() => database.close());

  it('is what schema.sql shows; if not, run dump-schema.ts', async () => {
    const committed = await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8');
    expect(await dumpSchema(database)).toBe(committed);
  });

  it('is what the types of schema.ts say, column by column', async () => {
    const { rows } = await database.executeSql(
      `select relname as table, attname as name, format_type(atttypid, atttypmod) as type,
        not attnotnull as nullable, atthasdef as has_default
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'gatehouse'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
        and relname <> 'migration'
      order by relname, attnum`,
    );
    const types = await readFile(join(import.meta.dirname, 'schema.ts'), 'utf8');
    const expected = Map.groupBy(rows as unknown as Column[], ({ table }) => table);
    for (const [table, columns] of expected) {
      const lines = columns.map((column) => `  ${column.name}: ${typeOf(column)};\n`);
      expect(types).toContain(`export interface ${interfaceOf(table)} {\n${lines.join('')}}\n`);
      expect(types).toContain(`  ${table}: ${interfaceOf(table)};\n`);
    }
  });
});
