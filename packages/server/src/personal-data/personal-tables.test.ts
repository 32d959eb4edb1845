import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { otherTables, personalTables } from './personal-tables.ts';
import { rowOwners } from './row-owners.ts';

/** Columns of the schema by table, with their class. */
const schema = new Map<string, Map<string, string>>();
const text = readFileSync(join(import.meta.dirname, '../database/schema.sql'), 'utf8');
for (const [, table, column, kind] of text.matchAll(/^comment on column (\w+)\.(\w+) is '(\w+)';$/gm)) {
  schema.set(table!, (schema.get(table!) ?? new Map<string, string>()).set(column!, kind!));
}

describe('the list of tables with rows of customers', () => {
  it('has each table with a personal column, or the reason why none of its rows is a customer’s', () => {
    const personal = [...schema].filter(([, columns]) => [...columns.values()].includes('personal'));
    const named = [...personalTables.map(({ table }) => table), ...Object.keys(otherTables)];
    expect(personal.length).toBeGreaterThan(40);
    expect(personal.map(([table]) => table).filter((table) => !named.includes(table))).toEqual([]);
    expect(named.filter((table, at) => !schema.has(table) || named.indexOf(table) !== at)).toEqual([]);
  });

  it('says of each personal column whether the person gets it, and shows no secret and none that there is not', () => {
    const missing: string[] = [];
    const wrong: string[] = [];
    for (const { table, shown, staff = [], withheld = {} } of personalTables) {
      const columns = schema.get(table)!;
      const named = [...shown, ...staff, ...Object.keys(withheld)];
      for (const [column, kind] of columns) {
        if (kind === 'personal' && !named.includes(column)) missing.push(`${table}.${column}`);
        if (kind === 'secret' && named.includes(column)) wrong.push(`${table}.${column} is secret`);
      }
      if (new Set(named).size < named.length) wrong.push(`${table} names a column twice`);
      for (const column of named) if (!columns.has(column)) wrong.push(`${table}.${column} is not there`);
      for (const column of ['tenant_id', 'domain'])
        if (!columns.has(column)) wrong.push(`${table} has no ${column}`);
    }
    expect({ missing, wrong }).toEqual({ missing: [], wrong: [] });
  });

  it('says of each of them that goes into a backup whose a row is, and of what hangs on its rows', () => {
    const exported = new Set(
      [...text.matchAll(/^comment on table (\w+) is 'exported/gm)].map(([, table]) => table),
    );
    const wanted = personalTables.map(({ table }) => table).filter((table) => exported.has(table));
    expect(wanted.length).toBeGreaterThan(30);
    expect(wanted.filter((table) => !(table in rowOwners))).toEqual([]);
    // A row in the clear would refer to one that is left out.
    const hanging = [...text.matchAll(/^create table (\w+) \(\n([^;]*)\);$/gm)].filter(([, , columns]) =>
      [...columns!.matchAll(/REFERENCES (\w+)\(/g)].some(([, referred]) => referred! in rowOwners),
    );
    expect(hanging.length).toBeGreaterThan(5);
    expect(hanging.map(([, table]) => table!).filter((table) => !(table in rowOwners))).toEqual([]);
    expect(Object.keys(rowOwners).filter((table) => !exported.has(table))).toEqual([]);
  });
});
