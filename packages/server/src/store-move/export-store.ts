import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasEmbeddedStore } from '../database/index.ts';
import { pendingMigrations, readApplied, readMigrations } from '../database/migrate.ts';
import { type MoveSession, openEmbeddedSession } from '../database/move-session.ts';
import { type MovedTable, readMovedTables, readPieces, readSequences } from '../database/table-moves.ts';
import { readNextTransaction, transactionNumbers } from '../database/transaction-numbers.ts';
import { readMovedJobs } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import { syncFolder } from '../lib/sync-folder.ts';
import { rowOwners } from '../personal-data/index.ts';
import { type ObjectStoreLocation, openObjectStore } from '../uploads/index.ts';
import { LineFile } from './line-files.ts';
import {
  type ExportedFile,
  type ExportedTable,
  keyTable,
  type Manifest,
  manifestFile,
  ownMigrations,
  unfinishedFile,
  writeManifest,
} from './manifest.ts';
import { moveRefusal } from './refusals.ts';
import { RowDigest } from './row-digest.ts';
import { querySealed, type RowSealing, sealLine } from './sealed-rows.ts';
import { exportUploads } from './upload-files.ts';

export interface ExportOptions {
  readonly dataDir: string;
  readonly objectStore: ObjectStoreLocation;
  /** Where the export goes: a folder that is not there, empty, or of an export that was cut off. */
  readonly folder: string;
  readonly version: string;
  /** `share` is from 0 to 1. */
  readonly onProgress?: (share: number, text: string) => void;
}

/**
 * Writes an embedded store into a folder: a manifest, a file for each table in PostgreSQL's text format, the jobs to be done
 * and the uploaded files. Changes nothing in the store. Secrets stay sealed by its master key, which is not exported.
 * @throws OperatorRefusal when the store or the folder is not fit
 */
export async function exportStore(options: ExportOptions): Promise<Manifest> {
  const { dataDir, folder } = options;
  if (!hasEmbeddedStore(dataDir)) throw moveRefusal('noEmbeddedStore', dataDir);
  await prepareFolder(folder);
  const session = await openEmbeddedSession(dataDir).catch((error: Error) => {
    throw error.message.includes('in use') ? moveRefusal('storeInUse', dataDir) : error;
  });
  try {
    const written = await exportAll(session, options);
    await writeManifest(folder, written);
    await finishFolder(folder);
    return written;
  } finally {
    await session.close();
  }
}

/** Brings a folder with a manifest to the disk: it is whole from now on. */
export async function finishFolder(folder: string): Promise<void> {
  await rm(join(folder, unfinishedFile));
  for (const each of [join(folder, 'tables'), folder, dirname(folder)]) await syncFolder(each);
}

/** Clears what an export that was cut off had written; touches nothing else. @throws OperatorRefusal for any other folder with something in it */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  if (names.includes(manifestFile)) throw moveRefusal('folderHasExport', folder);
  if (names.length > 0 && !names.includes(unfinishedFile)) throw moveRefusal('folderNotEmpty', folder);
  for (const name of names) if (name !== unfinishedFile) await rm(join(folder, name), { recursive: true });
  await writeFile(join(folder, unfinishedFile), '', { mode: 0o600 });
  await mkdir(join(folder, 'tables'), { mode: 0o700 });
}

async function exportAll(
  session: MoveSession,
  { dataDir, objectStore, folder, version, onProgress }: ExportOptions,
): Promise<Manifest> {
  await requireOwnVersion(session);
  const rows = await exportRows(session, { folder, onProgress });
  const store = await openObjectStore(objectStore, dataDir);
  try {
    return {
      format: 1,
      exportId: newId(),
      version,
      migrations: await ownMigrations(),
      exportedAt: new Date().toISOString(),
      ...rows,
      uploads: await exportUploads(session.run, { store, folder, isCopied: objectStore.kind === 'files' }),
    };
  } finally {
    store.close();
  }
}

/** Writes all that lies in the database. */
export async function exportRows(
  session: MoveSession,
  {
    folder,
    sealing,
    onProgress,
  }: {
    readonly folder: string;
    /** Of a backup: seals the rows of customers, and leaves out the keys. */
    readonly sealing?: RowSealing;
    readonly onProgress?: ((share: number, text: string) => void) | undefined;
  },
): Promise<Pick<Manifest, 'tables' | 'sequences' | 'jobs'>> {
  const translations = transactionNumbers(await readNextTransaction(session.run));
  const exported = (await readMovedTables(session.run)).filter(({ transfer }) => transfer === 'exported');
  const tables: ExportedTable[] = [];
  for (const [index, table] of exported.entries()) {
    onProgress?.(index / exported.length, table.name);
    const condition = sealing !== undefined && table.name === keyTable ? 'false' : 'true';
    const translated = {
      ...translations[table.name],
      ...(sealing !== undefined && withoutPlaces[table.name]),
    };
    const of = { table, folder, translated, condition };
    const isSealed = sealing !== undefined && Object.hasOwn(rowOwners, table.name);
    tables.push(isSealed ? await exportSealed(session, of, sealing) : await exportTable(session, of));
  }
  return {
    tables,
    sequences: [...(await readSequences(session.run))],
    jobs: await exportJobs(session, folder),
  };
}

/** Another version's tables would be read by names and columns that are not theirs. */
export async function requireOwnVersion({ run }: MoveSession): Promise<void> {
  const migrations = await readMigrations();
  let reason: string | undefined;
  try {
    const pending = pendingMigrations(migrations, await readApplied(run));
    if (pending.length > 0) reason = `${pending.length} of its migrations are still to come`;
  } catch (error) {
    reason = (error as Error).message;
  }
  if (reason !== undefined) throw moveRefusal('storeOfOtherVersion', reason);
}

/** In a backup a run over all customers begins anew: the customer up to whom it came would lie in the clear. */
const withoutPlaces: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  monitoring_run: { cursor: 'case when customer_id is not null then cursor end' },
  retention_run: { cursor: `case when kind is distinct from 'customers' then cursor end` },
};

interface TableExport {
  readonly table: MovedTable;
  readonly folder: string;
  readonly translated: Readonly<Record<string, string>>;
  readonly condition: string;
}

/** Writes the rows of a table, or those for which `condition` holds. */
export async function exportTable(session: MoveSession, of: TableExport): Promise<ExportedTable> {
  const { table, folder, translated, condition } = of;
  const digest = new RowDigest();
  const file = await LineFile.create(folder, `tables/${table.name}.copy`);
  const columns = table.columns.map((column) => translated[column] ?? column).join(', ');
  for (const piece of await readPieces(session.run, table.name)) {
    await session.copyOut(`select ${columns} from ${table.name} where ${piece} and ${condition}`, (row) => {
      digest.add(row);
      file.add(row);
    });
    await file.flush();
  }
  const written = await file.end();
  return { table: table.name, columns: [...table.columns], ...written, digest: digest.digest() };
}

/** Writes the rows of a table into two files: those of customers sealed, and all others. */
async function exportSealed(
  session: MoveSession,
  { table: { name, columns }, folder, translated, condition }: TableExport,
  sealing: RowSealing,
): Promise<ExportedTable> {
  const digest = new RowDigest();
  const clear = await LineFile.create(folder, `tables/${name}.copy`);
  const sealed = await LineFile.create(folder, `tables/${name}.sealed`);
  const read = columns.map((column) => ({ name: column, value: translated[column] ?? column }));
  for (const piece of await readPieces(session.run, name)) {
    await session.copyOut(querySealed(name, read, `${piece} and ${condition}`), (row) => {
      const { isSealed, line } = sealLine(sealing, { table: name, columns: columns.length }, row);
      if (!isSealed) digest.add(line);
      (isSealed ? sealed : clear).add(line);
    });
    await clear.flush();
    await sealed.flush();
  }
  const written = await clear.end();
  const of = { table: name, columns: [...columns], digest: digest.digest() };
  return { ...of, ...written, sealed: await sealed.end() };
}

/** Writes the jobs to be done, all of them or one tenant's. */
export async function exportJobs(
  { run }: MoveSession,
  folder: string,
  tenantId?: string,
): Promise<ExportedFile> {
  const file = await LineFile.create(folder, 'jobs.jsonl');
  for (const job of await readMovedJobs(run, tenantId)) file.add(Buffer.from(`${JSON.stringify(job)}\n`));
  return file.end();
}
