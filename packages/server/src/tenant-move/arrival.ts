import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../database/database.ts';
import type { MoveSession } from '../database/move-session.ts';
import type { MovedTable } from '../database/table-moves.ts';
import { dataKeyFrom, type MasterKeys, wrapDataKey } from '../lib/secrets.ts';
import { DomainKeys } from '../personal-keys/index.ts';
import {
  type ExportedTable,
  type FindKey,
  keysOfTable,
  RowDigest,
  readLineBatches,
} from '../store-move/index.ts';
import type { ObjectStore } from '../uploads/index.ts';
import { txOf } from './move-tx.ts';
import { tenantMoveRefusal } from './refusals.ts';
import { requireSummedUsage } from './summed-usage.ts';
import type { TenantManifest } from './tenant-manifest.ts';
import { literal, readTablesWithTenants, readTenantTables } from './tenant-tables.ts';

/** Where rows lie until they are known to be right; no node looks there. */
const schema = 'gatehouse_arrival';
/** Keys of the files that were brought into the store. While it is there, no row that counts names them. */
const filesTable = `${schema}.arrived_file`;
/** Bytes of one COPY. */
const batchBytes = 8 * 1024 * 1024;

/** What becomes of a column that the export leaves out, where it is not the column's own default. */
const given: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Nothing of it works before the end.
  tenant: { enabled: 'false' },
  // All of it is in blocks: sealed long ago (database/transaction-numbers.ts).
  audit_event: { transaction: `'0'::xid8` },
};

type FileRemover = Pick<ObjectStore, 'remove'>;

/** Reads the rows of an export into tables of their own, and compares each. @throws OperatorRefusal, and nothing is changed */
export async function fillArrival(
  session: MoveSession,
  manifest: TenantManifest,
  {
    folder,
    store,
    onProgress,
  }: {
    readonly folder: string;
    readonly store: FileRemover;
    readonly onProgress?: ((share: number, text: string) => void) | undefined;
  },
): Promise<void> {
  requireTables(await readTenantTables(session.run), manifest, folder);
  const all = await readTablesWithTenants(session.run);
  await session.transaction(async () => {
    await session.run('set local role gatehouse_operator');
    await requireSummedUsage(txOf(session));
    await requireFileReaders(txOf(session), manifest);
    await requireAbsent(session, manifest.tenantId, all);
  });
  await undoArrival(session, store);
  await session.run(`create schema ${schema}`);
  await session.run(`create table ${filesTable} (key text primary key)`);
  await session.run(`grant usage on schema ${schema} to gatehouse_operator`);
  for (const [index, table] of manifest.tables.entries()) {
    onProgress?.(index / manifest.tables.length, table.table);
    await fillTable(session, folder, table);
    await requireRows(session, table, { from: `${schema}.${table.table}`, tenantId: manifest.tenantId });
  }
  await requireFreeKeys(session);
}

/** To be called before a file is put into the store, so that it goes where the import does not end. */
export async function noteFile({ run }: MoveSession, key: string): Promise<void> {
  await run(`insert into ${filesTable} values ($1) on conflict do nothing`, [key]);
}

/** Removes the files and rows of an import that did not end. Takes the role of the owner. */
export async function undoArrival(session: MoveSession, store: FileRemover): Promise<void> {
  const { run } = session;
  await run('reset role');
  const { rows } = await run<{ isThere: boolean }>('select to_regclass($1) is not null as "isThere"', [
    filesTable,
  ]);
  if (rows[0]!.isThere) {
    const { rows: files } = await run<{ key: string }>(`select key from ${filesTable}`);
    for (const { key } of files) await store.remove(key);
  }
  await clearArrival(session);
}

/** Removes the rows that are held apart. Takes the role of the owner. */
export async function clearArrival({ run }: MoveSession): Promise<void> {
  await run('reset role');
  await run(`drop schema if exists ${schema} cascade`);
}

/** The keys of the uploads that arrive. They are wrapped by the tenant's data key, and stay so. */
export function arrivedKeys({ run }: MoveSession, dataKey: string): FindKey {
  const opened = dataKeyFrom(dataKey);
  return keysOfTable(run, `${schema}.personal_key`, (scope) => new DomainKeys(scope, opened));
}

/** Encrypted files stay so: every node here has to read them. @throws OperatorRefusal */
async function requireFileReaders(tx: Tx, { tables }: TenantManifest): Promise<void> {
  const keys = tables.find(({ table }) => table === 'personal_key');
  if (keys === undefined || keys.rows === 0) return;
  const rows = await tx.sql('select from file_encryption');
  if (rows.length === 0) throw tenantMoveRefusal('filesUnreadable');
}

/** Makes the rows the tenant's, in the transaction that is open, and reads them back. */
export async function insertArrival(
  session: MoveSession,
  { tenantId, tables }: TenantManifest,
  { masterKeys, dataKey }: { readonly masterKeys: MasterKeys; readonly dataKey: string | undefined },
): Promise<void> {
  const { run } = session;
  await requireAbsent(session, tenantId, await readTablesWithTenants(run));
  // Nobody else sees the tenant yet (migration 0038).
  await run(`select set_config('gatehouse.arriving', 'on', true)`);
  // It may have been here before, and come back.
  await run('delete from tenant_move where tenant_id = $1', [tenantId]);
  for (const { table, columns } of tables) {
    // Rows of the ledger bring sums of their days, and the export has the sums themselves.
    if (table === 'usage_ledger') continue;
    await insertRows(session, table, columns);
    if (table === 'tenant') await insertDataKey(session, tenantId, { masterKeys, dataKey });
  }
  const ledger = tables.find(({ table }) => table === 'usage_ledger');
  if (ledger !== undefined) {
    await insertRows(session, ledger.table, ledger.columns);
    await run('delete from daily_usage where tenant_id = $1', [tenantId]);
    const sums = tables.find(({ table }) => table === 'daily_usage');
    if (sums !== undefined) await insertRows(session, sums.table, sums.columns);
  }
  for (const table of tables) {
    const from = `${table.table} where tenant_id = ${literal(tenantId)}`;
    await requireRows(session, table, { from, tenantId });
  }
  await run(
    `update monitoring_run set state = 'FAILED', finished_at = now(), owner_node = null, job_id = null,
       failure = 'the tenant moved to another deployment: everybody is screened anew there'
     where tenant_id = $1 and state = 'RUNNING'`,
    [tenantId],
  );
  // Blocks up to here are in the stream of the other deployment.
  await run(
    `update audit_stream s set positions = s.positions || jsonb_build_object(h.tenant_id, jsonb_build_array(h.number + 1, 0))
     from audit_head h where h.tenant_id = $1`,
    [tenantId],
  );
}

async function insertRows({ run }: MoveSession, table: string, columns: readonly string[]): Promise<void> {
  const set = Object.entries(given[table] ?? {});
  const names = [...columns, ...set.map(([column]) => column)].join(', ');
  const values = [...columns, ...set.map(([, value]) => value)].join(', ');
  await run(`insert into ${table} (${names}) select ${values} from ${schema}.${table}`);
}

async function insertDataKey(
  { run }: MoveSession,
  tenantId: string,
  { masterKeys, dataKey }: { readonly masterKeys: MasterKeys; readonly dataKey: string | undefined },
): Promise<void> {
  if (dataKey === undefined) return;
  const { wrappedKey, masterKeyId } = wrapDataKey(masterKeys, tenantId, dataKeyFrom(dataKey));
  await run('insert into tenant_data_key (tenant_id, wrapped_key, master_key_id) values ($1, $2, $3)', [
    tenantId,
    Buffer.from(wrappedKey),
    masterKeyId,
  ]);
}

/** Names of the manifest become SQL that the owner runs: they have to be those of the catalogue. */
function requireTables(own: readonly MovedTable[], manifest: TenantManifest, folder: string): void {
  const wanted = own.map(({ name, columns }) => [name, columns]);
  const found = manifest.tables.map(({ table, columns }) => [table, columns]);
  if (!isDeepStrictEqual(found, wanted)) throw tenantMoveRefusal('otherTables', folder);
}

async function requireAbsent(
  { run }: MoveSession,
  tenantId: string,
  tables: readonly MovedTable[],
): Promise<void> {
  for (const { name } of tables) {
    // What the nodes were told of a tenant that was here before, and where it went.
    if (name === 'change_marker' || name === 'tenant_move') continue;
    const { rows } = await run<{ exists: boolean }>(
      `select exists(select from ${name} where tenant_id = $1) as exists`,
      [tenantId],
    );
    if (rows[0]!.exists) throw tenantMoveRefusal('tenantExists', { tenantId, table: name });
  }
}

async function fillTable(
  session: MoveSession,
  folder: string,
  { table, columns, file }: ExportedTable,
): Promise<void> {
  const { run } = session;
  const names = columns.join(', ');
  await run(
    `create unlogged table ${schema}.${table} as select ${names} from gatehouse.${table} with no data`,
  );
  for await (const lines of readLineBatches(join(folder, file), { from: 0, batchBytes })) {
    await session.copyIn(`${schema}.${table} (${names})`, lines);
  }
  await run(`grant select on ${schema}.${table} to gatehouse_operator`);
}

/** Compares rows with those that were exported, one by one. */
async function requireRows(
  session: MoveSession,
  { table, columns, rows, digest }: ExportedTable,
  { from, tenantId }: { readonly from: string; readonly tenantId: string },
): Promise<void> {
  const found = new RowDigest();
  await session.copyOut(`select ${columns.join(', ')} from ${from}`, (row) => found.add(row));
  if (found.rows !== rows || found.digest() !== digest) {
    const what = found.rows === rows ? 'some of them differ' : `${rows} exported, ${found.rows} found`;
    throw tenantMoveRefusal('tableDiffers', { table, found: what });
  }
  const { rows: others } = await session.run<{ exists: boolean }>(
    `select exists(select from (select tenant_id from ${from}) r where r.tenant_id <> $1) as exists`,
    [tenantId],
  );
  if (others[0]!.exists) throw tenantMoveRefusal('foreignRows', table);
}

/** A key is looked up before its tenant is known. */
async function requireFreeKeys(session: MoveSession): Promise<void> {
  await session.transaction(async () => {
    await session.run('set local role gatehouse_operator');
    const { rows } = await session.run<{ apiKey: string }>(
      `select api_key as "apiKey" from api_key join ${schema}.api_key k using (api_key) limit 1`,
    );
    if (rows[0] !== undefined) throw tenantMoveRefusal('keyExists', rows[0].apiKey);
  });
}
