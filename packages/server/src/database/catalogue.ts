import type { RunSql } from './bootstrap.ts';
import type { Database } from './database.ts';

const schemaId = "(select oid from pg_namespace where nspname = 'gatehouse')";
const tables = `(select oid, relname, relacl, relowner from pg_class where relkind = 'r' and relnamespace = ${schemaId})`;

// Not-null constraints are columns' affair: from PostgreSQL 18 on they have entries of their own as well.
const tableQuery = `
  with part as (
    select attrelid as relation, 0 as kind, attnum::integer as position, '' as name,
      format('  %s %s%s%s', quote_ident(attname), format_type(atttypid, atttypmod),
        case when attnotnull then ' not null' else '' end,
        case when adbin is null then '' else ' default ' || pg_get_expr(adbin, adrelid) end) as text
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped
    union all
    select conrelid, 1, position(contype in 'pufc'), conname,
      format('  constraint %s %s', quote_ident(conname), pg_get_constraintdef(oid))
    from pg_constraint where contype in ('p', 'u', 'f', 'c')
  )
  select format(E'create table %s (\\n%s\\n);', quote_ident(relname),
    string_agg(text, E',\\n' order by kind, position, name collate "C")) as line
  from ${tables} as t join part on relation = t.oid
  group by relname order by relname collate "C"`;

const sequenceQuery = `
  select format('create sequence %s as %s start %s increment %s;', quote_ident(sequencename), data_type, start_value, increment_by) as line
  from pg_sequences where schemaname = 'gatehouse' order by sequencename collate "C"`;

const indexQuery = `
  select pg_get_indexdef(indexrelid) || ';' as line
  from pg_index join pg_class as index on index.oid = indexrelid
  where index.relnamespace = ${schemaId} and not exists (select from pg_constraint where conindid = indexrelid)
  order by index.relname collate "C"`;

const functionQuery = `
  select format(E'create function %s(%s) returns %s language %s%s%s as $$%s$$;', quote_ident(proname),
    pg_get_function_arguments(f.oid), pg_get_function_result(f.oid), lanname,
    case when prosecdef then ' security definer' end,
    (select string_agg(' set ' || setting, '') from unnest(proconfig) setting), prosrc) as line
  from pg_proc f join pg_language l on l.oid = prolang
  where pronamespace = ${schemaId} order by proname collate "C"`;

const securityQuery = `
  select format('alter table %s %s row level security;', quote_ident(relname), mode) as line
  from pg_class, lateral (values (1, 'enable', relrowsecurity), (2, 'force', relforcerowsecurity)) as setting(step, mode, is_on)
  where relkind = 'r' and relnamespace = ${schemaId} and is_on
  order by relname collate "C", step`;

const policyQuery = `
  select format(E'create policy %s on %s for %s to %s%s%s;', quote_ident(policyname), quote_ident(tablename), lower(cmd),
    array_to_string(roles, ', '), E'\\n  using ' || qual, E'\\n  with check ' || with_check) as line
  from pg_policies where schemaname = 'gatehouse' order by tablename collate "C", policyname collate "C"`;

const grantQuery = `
  with held as (
    select relname as object, null as "column", acl.* from pg_class, aclexplode(relacl) as acl
    where relnamespace = ${schemaId} and relkind in ('r', 'S') and grantee <> relowner
    union all
    select relname, attname, acl.* from pg_class join pg_attribute on attrelid = pg_class.oid, aclexplode(attacl) as acl
    where relnamespace = ${schemaId} and grantee <> relowner
  ), by_privilege as (
    select object, coalesce(rolname, 'public') as grantee,
      lower(privilege_type) || coalesce(' (' || string_agg(quote_ident("column"), ', ' order by "column" collate "C") || ')', '') as privilege
    from held left join pg_roles on pg_roles.oid = grantee
    group by object, rolname, privilege_type, "column" is null
  )
  select format('grant %s on %s to %s;', string_agg(privilege, ', ' order by privilege collate "C"), quote_ident(object), grantee) as line
  from by_privilege group by object, grantee order by object collate "C", grantee collate "C"`;

/** The class of each column, and by which column a table grows (docs/decisions/0017-table-layout.md). */
const commentQuery = `
  select format('comment on %s %s is %L;', case objsubid when 0 then 'table' else 'column' end,
    quote_ident(relname) || coalesce('.' || quote_ident(attname), ''), description) as line
  from pg_description join ${tables} as t on objoid = t.oid
  left join pg_attribute on attrelid = objoid and attnum = objsubid and objsubid > 0
  where classoid = 'pg_class'::regclass
  order by relname collate "C", objsubid`;

const header = `-- The schema as the migrations leave it, for reading and for diffs.
-- Made by dump-schema.ts from the catalogue of a migrated database; never edited.
`;

/** The schema's statements by sections, the same on every store and server version, in sessions that see it first. */
export async function readSchema(run: RunSql): Promise<string[]> {
  const sections: string[] = [];
  const lines = async (text: string) =>
    (await run<{ line: string }>(text)).rows.map(({ line }) => `${line}\n`);
  sections.push(...(await lines(tableQuery)));
  const queries = [
    sequenceQuery,
    functionQuery,
    indexQuery,
    securityQuery,
    policyQuery,
    grantQuery,
    commentQuery,
  ];
  for (const query of queries) sections.push((await lines(query)).join(''));
  return sections;
}

/** The schema as the text of schema.sql. */
export async function dumpSchema(database: Pick<Database, 'executeSql'>): Promise<string> {
  const run: RunSql = (text) => database.executeSql(text) as Promise<never>;
  return [header, ...(await readSchema(run))].join('\n');
}
