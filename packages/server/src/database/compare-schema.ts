import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunSql } from './bootstrap.ts';
import { readSchema } from './catalogue.ts';
import { applicationRole, operatorRole } from './scope-settings.ts';

/**
 * Compares a migrated database with schema.sql, which the tests hold to what the migrations leave. A dump that was restored
 * without its roles, or by hand in parts, has tables and rows and looks whole; what holds tenants apart is gone.
 */

type SchemaKind = 'policy' | 'grant' | 'index' | 'constraint' | 'row-level security' | 'comment' | 'other';

/** Something of the schema that the database lacks, or has otherwise. */
export interface SchemaDifference {
  readonly kind: SchemaKind;
  /** `lacks policy of_scope on customer`, for people. */
  readonly text: string;
  /** What puts it right, statement by statement; none: only a backup does. */
  readonly repair: readonly string[];
}

interface Part {
  readonly kind: SchemaKind;
  readonly name: string;
  /** Where it is, for statements that take it away. */
  readonly on: string;
  readonly text: string;
}

const statementStart =
  /^(?=(?:create (?:table|sequence|function|policy)|CREATE (?:UNIQUE )?INDEX|alter table|grant|comment on) )/m;

/** What the database lacks of the schema, and what lets more in than the schema does. Tables of others do not matter. */
export async function compareSchema(run: RunSql): Promise<SchemaDifference[]> {
  const committed = await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8');
  const [, ...statements] = committed.split(statementStart);
  const expected = partsOf(statements);
  const found = partsOf((await readSchema(run)).flatMap((text) => text.split(statementStart)));
  const differences: SchemaDifference[] = [];
  for (const [key, part] of expected) {
    const stored = found.get(key);
    if (stored?.text !== part.text) differences.push(differenceOf(part, stored));
  }
  for (const [key, part] of found) if (!expected.has(key)) differences.push(...surplusOf(part));
  return [...differences, ...(await invalidIndexes(run, expected)), ...(await lackingUsage(run))];
}

/** One line: what kinds of things differ, how many of each, and the first of them. */
export function describeDifferences(differences: readonly SchemaDifference[]): string {
  const byKind = Map.groupBy(differences, ({ kind }) => kind);
  const counts = [...byKind].map(([kind, { length }]) => `${length} × ${kind}`);
  return `${counts.join(', ')}; first: ${differences[0]?.text ?? 'nothing'}`;
}

function partsOf(statements: readonly string[]): Map<string, Part> {
  const parts = statements.flatMap((statement) => readStatement(statement.trim()));
  return new Map(parts.map((part) => [`${part.kind} ${part.name}`, part]));
}

function readStatement(text: string): Part[] {
  const table = /^create table (\S+) \(\n([\s\S]*)\n\);$/.exec(text);
  if (table) return readTable(table[1]!, table[2]!);
  const index = /^CREATE (?:UNIQUE )?INDEX (\S+) ON (\S+)/.exec(text);
  if (index) return [{ kind: 'index', name: index[1]!, on: index[2]!, text }];
  const security = /^alter table (\S+) (\S+) row level security;$/.exec(text);
  if (security)
    return [{ kind: 'row-level security', name: `${security[1]} (${security[2]})`, on: security[1]!, text }];
  const policy = /^create policy (\S+) on (\S+)/.exec(text);
  if (policy) return [{ kind: 'policy', name: `${policy[1]} on ${policy[2]}`, on: policy[2]!, text }];
  const grant = /^grant .* on (\S+) to (\S+);$/.exec(text);
  if (grant) return [{ kind: 'grant', name: `on ${grant[1]} to ${grant[2]}`, on: grant[1]!, text }];
  const comment = /^comment on (\S+ (\S+)) is /.exec(text);
  if (comment) return [{ kind: 'comment', name: `on ${comment[1]}`, on: comment[2]!, text }];
  return text === ''
    ? []
    : [{ kind: 'other', name: text.split('\n')[0]!.replace(/ as .*/, ''), on: '', text }];
}

/** Columns cannot be made anew with what was in them; constraints can. */
function readTable(table: string, body: string): Part[] {
  return body.split(/,\n(?= {2}\S)/).map((line) => {
    const text = line.trim();
    const constraint = /^constraint (\S+) /.exec(text);
    return constraint
      ? { kind: 'constraint', name: `${constraint[1]} on ${table}`, on: table, text }
      : { kind: 'other', name: `column ${text.split(' ')[0]} of ${table}`, on: table, text };
  });
}

function differenceOf(part: Part, stored: Part | undefined): SchemaDifference {
  const { kind, name } = part;
  const repair =
    kind === 'other' && stored !== undefined ? [] : [...(stored ? removal(stored) : []), ...making(part)];
  return {
    kind,
    text: `${stored ? 'has another' : 'lacks'} ${kind === 'other' ? '' : `${kind} `}${name}`,
    repair,
  };
}

function making({ kind, on, text, name }: Part): string[] {
  if (kind === 'policy') return [bracketed(text)];
  if (kind === 'constraint') return [`alter table ${on} add ${text}`];
  if (kind !== 'other') return [text];
  return /^create (sequence|function) /.test(name) ? [text] : [];
}

/** The dump shows conditions as the catalogue has them, where a bare constant has no brackets. */
function bracketed(policy: string): string {
  return policy
    .replace(/\n {2}using ([\s\S]*?)(?=\n {2}with check |;$)/, '\n  using ($1)')
    .replace(/\n {2}with check ([\s\S]*);$/, '\n  with check ($1);');
}

function removal({ kind, name, on }: Part): string[] {
  const [own] = name.split(' ');
  switch (kind) {
    case 'policy':
      return [`drop policy ${own} on ${on}`];
    case 'grant':
      return [`revoke all on ${on} from ${name.split(' to ')[1]}`];
    case 'index':
      return [`drop index ${own}`];
    case 'constraint':
      return [`alter table ${on} drop constraint ${own}`];
    case 'row-level security':
    case 'comment':
    case 'other':
      return [];
  }
}

/** What is not in the schema matters where it lets the service's roles, or everybody, do more. */
function surplusOf(part: Part): SchemaDifference[] {
  const isOfRoles = [applicationRole, operatorRole, 'public'].some((role) =>
    part.name.endsWith(` to ${role}`),
  );
  if (part.kind !== 'policy' && !(part.kind === 'grant' && isOfRoles)) return [];
  return [
    { kind: part.kind, text: `has ${part.kind} ${part.name} beyond the schema`, repair: removal(part) },
  ];
}

/** An index whose making broke off is there, and neither used nor a guard. */
async function invalidIndexes(run: RunSql, expected: ReadonlyMap<string, Part>): Promise<SchemaDifference[]> {
  const { rows } = await run<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'gatehouse'::regnamespace and not i.indisvalid order by 1`,
  );
  return rows
    .filter(({ name }) => expected.has(`index ${name}`))
    .map(({ name }) => ({
      kind: 'index',
      text: `has index ${name}, which is not valid`,
      repair: [`reindex index ${name}`],
    }));
}

/** By the oid: of a name that is no role, PostgreSQL fails instead of answering, in whatever order it takes conditions. */
async function lackingUsage(run: RunSql): Promise<SchemaDifference[]> {
  const { rows } = await run<{ role: string }>(
    `select rolname::text as role from pg_roles
     where rolname = any($1::text[]) and not has_schema_privilege(oid, 'gatehouse', 'usage') order by 1`,
    [[applicationRole, operatorRole]],
  );
  return rows.map(({ role }) => ({
    kind: 'grant',
    text: `lacks grant usage on schema gatehouse to ${role}`,
    repair: [`grant usage on schema gatehouse to ${role}`],
  }));
}
