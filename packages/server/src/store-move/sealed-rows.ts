import type { RunSql } from '../database/bootstrap.ts';
import type { Scope } from '../lib/scope.ts';
import { goWith, leftOfRows, parseOwnKey, rowOwners } from '../personal-data/index.ts';
import { openRow, sealRow, type ValuePlace } from '../personal-keys/index.ts';
import { type CustomerKey, type DomainKeysOf, keyOpener } from './customer-keys.ts';

/**
 * Rows of customers in a backup: each is sealed under the key of its customer, which is kept apart and goes with the customer
 * (docs/decisions/0042-sealed-backups.md). A line of a file of such rows has the ID of the key with its tenant and domain, and the row as
 * COPY writes it, sealed, in Base64; tabs between. Where an erasure leaves something of a row, that follows, again as COPY writes it.
 */

const tab = 0x09;
const lineFeed = Buffer.from('\n');

export interface RowSealing {
  readonly exportId: string;
  /** By the audit IDs of customers, and by links. */
  readonly keys: ReadonlyMap<string, CustomerKey>;
  readonly openKey: ReturnType<typeof keyOpener>;
  /** As `readMessageOwners` has them. */
  readonly messageOwners: ReadonlyMap<string, string>;
}

/** What is read of a table with rows of customers: whose each row is, the row, and what an erasure leaves of it. */
export function querySealed(
  table: string,
  columns: readonly { readonly name: string; readonly value: string }[],
  where: string,
): string {
  const left = leftOfRows[table];
  const read = columns.map(({ name, value }) => `${value} as ${name}`);
  const row = columns.map(({ name }) => `r.${name}`);
  const rest = left === undefined ? [] : columns.map(({ name }) => left[name] ?? `r.${name}`);
  return `select ${[rowOwners[table], ...row, ...rest].join(', ')} from (select ${read.join(', ')} from ${table} where ${where}) r`;
}

/** A row of that query as it lies in the backup: sealed, or as it is where it is of no customer. */
export function sealLine(
  { exportId, keys, openKey, messageOwners }: RowSealing,
  of: { readonly table: string; readonly columns: number },
  read: Buffer,
): { readonly isSealed: boolean; readonly line: Buffer } {
  const start = read.indexOf(tab) + 1;
  let end = start;
  for (let column = 0; column < of.columns; column += 1) end = endOfColumn(read, end) + 1;
  const row = Buffer.concat([read.subarray(start, end - 1), lineFeed]);
  const named = read.toString('latin1', 0, start - 1);
  const own = parseOwnKey(named);
  const keyId = own?.keyId ?? messageOwners.get(named) ?? named;
  const key = own ?? keys.get(keyId);
  if (key === undefined) return { isSealed: false, line: row };
  const { tenantId, domain } = key;
  const place = placeOf({ tenantId, domain }, { table: of.table, exportId });
  const sealed = sealRow(openKey(keyId, key), place, row);
  const rest = end < read.length ? read.subarray(end) : lineFeed;
  const head = [keyId, tenantId, domain, sealed.toString('base64'), ''].join('\t');
  return { isSealed: true, line: Buffer.concat([Buffer.from(head), rest]) };
}

function endOfColumn(line: Buffer, from: number): number {
  const at = line.indexOf(tab, from);
  return at === -1 ? line.length - 1 : at;
}

/** What became of sealed rows in an import. */
export interface OpenedRows {
  /** As COPY takes them. */
  readonly rows: Buffer;
  /** Rows that go, since the keys of their customers are gone. */
  readonly leftOut: number;
  /** Rows of which there is what an erasure leaves. */
  readonly emptied: number;
}

/** Opens whole lines of a file of sealed rows. @throws UnopenedValue where one was changed */
export async function openLines(
  lines: Buffer,
  of: {
    readonly table: string;
    readonly columns: readonly string[];
    readonly exportId: string;
    readonly run: RunSql;
    readonly keysOf: DomainKeysOf;
  },
): Promise<OpenedRows> {
  const parsed = [...linesOf(lines)].map(parseLine);
  const stored = await storedKeys(of.run, parsed);
  const openKey = keyOpener(of.keysOf);
  const rows: Buffer[] = [];
  let [leftOut, emptied] = [0, 0];
  for (const { keyId, scope, sealed, rest } of parsed) {
    const wrapped = stored.get(keyId);
    if (wrapped !== undefined) {
      rows.push(openRow(openKey(keyId, { ...scope, wrapped }), placeOf(scope, of), sealed));
    } else if (rest.length > 1) {
      rows.push(rest);
      emptied += 1;
    } else leftOut += 1;
  }
  const staying = await withoutLost(rows, of);
  return { rows: Buffer.concat(staying), leftOut: leftOut + rows.length - staying.length, emptied };
}

/** Rows without those that refer to what is left out. */
async function withoutLost(
  rows: readonly Buffer[],
  {
    table,
    columns,
    run,
  }: { readonly table: string; readonly columns: readonly string[]; readonly run: RunSql },
): Promise<readonly Buffer[]> {
  const parent = goWith[table];
  if (parent === undefined) return rows;
  const at = columns.indexOf(parent.column);
  const idOf = (row: Buffer) => row.toString('latin1').trimEnd().split('\t')[at]!;
  const { rows: found } = await run<{ id: string }>(
    `select ${parent.column}::text as id from ${parent.table} where ${parent.column} = any($1::uuid[])`,
    [[...new Set(rows.map(idOf))]],
  );
  const there = new Set(found.map(({ id }) => id));
  return rows.filter((row) => there.has(idOf(row)));
}

interface SealedLine {
  readonly keyId: string;
  readonly scope: Scope;
  readonly sealed: Buffer;
  /** A line feed alone: nothing. */
  readonly rest: Buffer;
}

function parseLine(line: Buffer): SealedLine {
  const fields: string[] = [];
  let from = 0;
  while (fields.length < 4) {
    const at = line.indexOf(tab, from);
    fields.push(line.toString('latin1', from, at));
    from = at + 1;
  }
  const [keyId, tenantId, domain, sealed] = fields as [string, string, string, string];
  return {
    keyId,
    scope: { tenantId, domain },
    sealed: Buffer.from(sealed, 'base64'),
    rest: line.subarray(from),
  };
}

/** Each with its line feed. */
export function* linesOf(lines: Buffer): Generator<Buffer> {
  let from = 0;
  for (let at = lines.indexOf(0x0a); at !== -1; at = lines.indexOf(0x0a, from)) {
    yield lines.subarray(from, at + 1);
    from = at + 1;
  }
}

async function storedKeys(run: RunSql, lines: readonly SealedLine[]): Promise<ReadonlyMap<string, Buffer>> {
  const wanted = new Map(lines.map(({ keyId, scope }) => [keyId, { keyId, ...scope }]));
  const { rows } = await run<{ keyId: string; wrapped: Buffer }>(
    `select k.key_id::text as "keyId", k.wrapped_key as wrapped
     from jsonb_to_recordset($1::jsonb) as w("tenantId" text, domain text, "keyId" uuid)
     join personal_key k on k.tenant_id = w."tenantId" and k.domain = w.domain and k.key_id = w."keyId"`,
    [JSON.stringify([...wanted.values()])],
  );
  return new Map(rows.map(({ keyId, wrapped }) => [keyId, wrapped]));
}

function placeOf(
  scope: Scope,
  { table, exportId }: { readonly table: string; readonly exportId: string },
): ValuePlace {
  return { ...scope, table, column: 'row', row: [exportId] };
}
