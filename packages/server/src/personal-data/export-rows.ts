import type { Database } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import {
  type DomainKeys,
  isSealed,
  isTextSealed,
  openText,
  openValue,
  type PersonalKeys,
} from '../personal-keys/index.ts';
import type { FoundBy, PersonalIds, PersonalTable } from './personal-table.ts';
import {
  openReadable,
  readableColumn,
  type SealedSource,
  sealedSourceOf,
  unreadable,
} from './readable-columns.ts';

/** Rows of one statement, and IDs that one statement goes by. */
const rowsAtOnce = 100;
const idsAtOnce = 200;

interface Column {
  readonly name: string;
  readonly type: string;
  /** Its place in the primary key. */
  readonly key: number | null;
}

/** Names the tenant's own people by their roles in a JSON text. */
export type HideStaff = (json: string) => string;

/** What a person gets of a table, a JSON text for each row, in the order of the primary key; never many rows in memory. */
export async function* exportRows(
  { database, keys }: { readonly database: Database; readonly keys: PersonalKeys },
  scope: Scope,
  of: { readonly table: PersonalTable; readonly ids: PersonalIds; readonly hideStaff: HideStaff },
): AsyncGenerator<string> {
  const { table, ids, hideStaff } = of;
  if (table.shown.length === 0) return;
  const columns = await readColumns(database, scope, table.table);
  const statement = statementOf(table, columns);
  const domainKeys = await keys.ofDomain(scope);
  // A row that is found in two ways, such as a link of the customer that belongs to an execution too.
  const sent = table.found.length > 1 ? new Set<string>() : undefined;
  for (const by of table.found) {
    for (const value of chunksOf(ids[by.by])) {
      for await (const found of rowsBy(database, scope, { ...statement, found: by, value })) {
        if (sent?.has(found.key)) continue;
        sent?.add(found.key);
        yield hideStaff(opened(domainKeys, scope, table, found));
      }
    }
  }
}

function chunksOf(value: string | readonly string[]): (string | readonly string[])[] {
  if (typeof value === 'string') return [value];
  const chunks: (readonly string[])[] = [];
  for (let at = 0; at < value.length; at += idsAtOnce) chunks.push(value.slice(at, at + idsAtOnce));
  return chunks;
}

/** The row with its sealed values as they were before. */
function opened(
  domainKeys: DomainKeys,
  scope: Scope,
  { table, sealed }: PersonalTable,
  found: FoundRow,
): string {
  const { keyId, wrapped, source } = found;
  if (sealed === undefined && source === null) return found.row;
  const row = JSON.parse(found.row) as Record<string, unknown>;
  Object.assign(row, openReadable(domainKeys, scope, { table, source, nodeRuns: row['node_runs'] }));
  const key = keyId === null || wrapped === null ? undefined : domainKeys.open(keyId, wrapped);
  const at = (column: string) => ({ ...scope, table, column, row: found.keys.slice(scopeColumns) });
  for (const column of sealed?.columns ?? []) {
    const value = row[column];
    if (isSealed(value)) row[column] = key === undefined ? unreadable : openValue(key, at(column), value);
  }
  for (const column of sealed?.texts ?? []) {
    const value = String(row[column]);
    if (isTextSealed(value)) row[column] = key === undefined ? unreadable : openText(key, at(column), value);
  }
  return JSON.stringify(row);
}

/** Of each primary key: tenant and domain. */
const scopeColumns = 2;

interface FoundRow {
  readonly key: string;
  readonly keys: string[];
  readonly row: string;
  /** The key of what is sealed in it. */
  readonly keyId: string | null;
  readonly wrapped: Buffer | null;
  /** What an execution keeps sealed of it. */
  readonly source: SealedSource | null;
}

interface Statement {
  /** Selects what `FoundRow` has. */
  readonly select: string;
  readonly order: string;
  /** The rows after the keys in $4. */
  readonly after: string;
}

async function* rowsBy(
  database: Database,
  scope: Scope,
  of: Statement & { readonly found: FoundBy; readonly value: string | readonly string[] },
): AsyncGenerator<FoundRow> {
  const { select, order, after, found, value } = of;
  for (let keys: string[] | undefined; ; ) {
    const condition = `tenant_id = $1 and domain = $2 and (${found.where})${keys === undefined ? '' : ` and ${after}`}`;
    const values = [scope.tenantId, scope.domain, value, ...(keys === undefined ? [] : [keys])];
    const rows = await database.transaction(scope, (tx) =>
      tx.sql<FoundRow & Record<string, unknown>>(
        `${select} where ${condition} order by ${order} limit ${rowsAtOnce}`,
        values,
      ),
    );
    yield* rows;
    keys = rows.at(-1)?.keys;
    if (rows.length < rowsAtOnce) return;
  }
}

function statementOf(
  { table, shown, staff = [], sealed }: PersonalTable,
  columns: readonly Column[],
): Statement {
  const keys = columns.filter(({ key }) => key !== null).toSorted((one, other) => one.key! - other.key!);
  const typeOf = (name: string) => columns.find((column) => column.name === name)?.type;
  const selected = (name: string) =>
    readableColumn(table, name) ?? (typeOf(name) === 'bytea' ? `encode(${name}, 'hex')` : name);
  const pairs = [
    ...shown.map((name) => `'${name}', ${selected(name)}`),
    ...staff.map((name) => `'${name}', ${roleOf(table, name)}`),
  ];
  const names = keys.map(({ name }) => name);
  const wrapped =
    sealed &&
    `(select k.wrapped_key from personal_key k where k.tenant_id = ${table}.tenant_id and k.domain = ${table}.domain
      and k.key_id = ${table}.${sealed.key})`;
  return {
    select: `select array[${names.map((name) => `${name}::text`).join(', ')}] as keys,
      concat_ws('/', ${names.join(', ')}) as key, jsonb_build_object(${pairs.join(', ')})::text as row,
      ${sealed ? `${sealed.key}::text` : 'null'} as "keyId", ${wrapped ?? 'null::bytea'} as wrapped,
      ${sealedSourceOf(table) ?? 'null::jsonb'} as source from ${table}`,
    order: names.join(', '),
    after: `(${names.join(', ')}) > (${keys.map(({ type }, at) => `($4::text[])[${at + 1}]::${type}`).join(', ')})`,
  };
}

/** Staff is named by roles: who it was is nobody's to hand out. Keys and the service itself are no people. */
function roleOf(table: string, column: string): string {
  const staff = `(select 'staff' || coalesce(' (' || string_agg(role, ', ') || ')', '') from user_account a, unnest(a.roles) role
    where a.tenant_id = ${table}.tenant_id and a.email = ${table}.${column})`;
  const named = `case when ${column} is not null then ${staff} end`;
  return table === 'audit_event' ? `case when actor_kind = 'user' then ${staff} else actor_kind end` : named;
}

async function readColumns(database: Database, scope: Scope, table: string): Promise<Column[]> {
  return database.transaction(scope, (tx) =>
    tx.sql<{ name: string; type: string; key: number | null }>(
      `select attname::text as name, format_type(atttypid, atttypmod) as type,
         array_position(i.indkey::smallint[], attnum) as key
       from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
       where attrelid = ('gatehouse.' || $1)::regclass and attnum > 0 and not attisdropped`,
      [table],
    ),
  );
}

/** Members that name who acted, as the service writes them into JSON. */
const acting = /"((?:[a-z]\w*)?[bB]y|assignee|actor)": ?"[^"@\s]+@[^"\s]+"/g;
const address = /"([^"@\s]+@[^"\s]+)"/g;

/** @param people who signs in to the console, by e-mail address in lower case */
export function staffHider(people: ReadonlyMap<string, string>): HideStaff {
  return (json) =>
    json
      .replace(address, (found, email: string) => {
        const role = people.get(email.toLowerCase());
        return role === undefined ? found : JSON.stringify(role);
      })
      .replace(acting, (_, member: string) => `"${member}": "staff"`);
}
