import type { RunSql } from './bootstrap.ts';

/** What statements of an earlier version count on, by a key that says where it is. */
export interface SchemaShape {
  readonly tables: ReadonlySet<string>;
  readonly columns: ReadonlyMap<string, Column>;
  /** Checks, unique indexes and foreign keys, with the columns that they hold. */
  readonly rules: ReadonlyMap<string, Rule>;
  /** What the roles of row-level security may do, and functions by their arguments. */
  readonly promises: ReadonlySet<string>;
}

interface Column {
  readonly type: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
}

interface Rule {
  readonly text: string;
  readonly columns: readonly string[];
}

const columnQuery = `
  select relname as table, relname || '.' || attname as name, format_type(atttypid, atttypmod) as type,
    attnotnull as "isRequired", atthasdef or attidentity <> '' as "hasDefault"
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = 'gatehouse'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped`;

const names = (numbers: string, relation: string) => `array(
  select relname || '.' || attname from unnest(${numbers}) as number join pg_attribute on attrelid = ${relation} and attnum = number
  join pg_class on pg_class.oid = attrelid)`;

const ruleQuery = `
  select conrelid::regclass || ' ' || conname as name, pg_get_constraintdef(oid) as text, ${names('conkey', 'conrelid')} as columns
  from pg_constraint where connamespace = 'gatehouse'::regnamespace and contype in ('c', 'f', 'x') and conrelid <> 0
  union all
  select indrelid::regclass || ' ' || index.relname, pg_get_indexdef(indexrelid), ${names('indkey', 'indrelid')}
  from pg_index join pg_class as index on index.oid = indexrelid
  where index.relnamespace = 'gatehouse'::regnamespace and indisunique`;

const promiseQuery = `
  select format('%s may %s %s.%s', role, privilege, relname, attname) as text
  from pg_class join pg_attribute on attrelid = pg_class.oid,
    unnest('{gatehouse_app,gatehouse_operator}'::text[]) as role, unnest('{select,insert,update}'::text[]) as privilege
  where relnamespace = 'gatehouse'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
    and has_column_privilege(role, pg_class.oid, attnum, privilege)
  union all
  select format('%s may delete from %s', role, relname) from pg_class, unnest('{gatehouse_app,gatehouse_operator}'::text[]) as role
  where relnamespace = 'gatehouse'::regnamespace and relkind in ('r', 'p') and has_table_privilege(role, oid, 'delete')
  union all
  select format('function %s(%s) returns %s', proname, pg_get_function_arguments(oid), pg_get_function_result(oid))
  from pg_proc where pronamespace = 'gatehouse'::regnamespace`;

export async function readShape(run: RunSql): Promise<SchemaShape> {
  const columns = (await run<Column & { table: string; name: string }>(columnQuery)).rows;
  const rules = (await run<Rule & { name: string }>(ruleQuery)).rows;
  const promises = (await run<{ text: string }>(promiseQuery)).rows;
  return {
    tables: new Set(columns.map(({ table }) => table)),
    columns: new Map(columns.map((column) => [column.name, column])),
    rules: new Map(rules.map((rule) => [rule.name, rule])),
    promises: new Set(promises.map(({ text }) => text)),
  };
}

/** What of it would fail statements that were written for the shape before. Empty for a migration that only expands. */
export function findBreaks(before: SchemaShape, after: SchemaShape): string[] {
  const gone = [...before.columns.keys()].filter((name) => !after.columns.has(name));
  return [
    ...gone.map((name) => `${name} is gone`),
    ...[...before.promises].flatMap((text) =>
      after.promises.has(text) || gone.some((name) => text.endsWith(` ${name}`))
        ? []
        : [`no longer holds: ${text}`],
    ),
    ...[...after.columns].flatMap(([name, column]) => breakOfColumn(name, column, before)),
    ...[...after.rules].flatMap(([name, rule]) => breakOfRule(name, rule, before)),
  ];
}

function breakOfColumn(name: string, column: Column, { tables, columns }: SchemaShape): string[] {
  const earlier = columns.get(name);
  const needsValue = column.isRequired && !column.hasDefault;
  if (earlier === undefined) {
    const isOfOldTable = tables.has(name.split('.')[0]!);
    return isOfOldTable && needsValue ? [`${name} is new and needs a value`] : [];
  }
  if (earlier.type !== column.type) return [`${name} was ${earlier.type} and is ${column.type}`];
  if (column.isRequired && !earlier.isRequired) return [`${name} may no longer be null`];
  if (needsValue && earlier.hasDefault) return [`${name} no longer has a default`];
  return [];
}

/** A rule over new columns alone cannot fail a statement that does not name them. */
function breakOfRule(name: string, { text, columns: held }: Rule, { columns, rules }: SchemaShape): string[] {
  const hasOldColumn = held.some((column) => columns.has(column));
  if (!hasOldColumn || rules.get(name)?.text === text) return [];
  return [`${name} ${rules.has(name) ? 'changed' : 'is new'}: ${text}`];
}
