import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../database/index.ts';
import { readApplied } from '../database/migrate.ts';
import { type MoveSession, openPostgresSession } from '../database/move-session.ts';
import { type MovedTable, readMovedTables, restoreSequences } from '../database/table-moves.ts';
import { renumberAfterImport } from '../database/transaction-numbers.ts';
import { hasUnfinishedImport } from '../database/unfinished-import.ts';
import { Jobs, type QueueDefinition } from '../jobs/index.ts';
import type { Logger } from '../lib/logger.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import { type ObjectStoreLocation, openObjectStore } from '../uploads/index.ts';
import { requireEqualTable } from './compare-tables.ts';
import { importJobs } from './import-jobs.ts';
import {
  beginImport,
  clearImport,
  endImport,
  lockImport,
  noteProgress,
  readImport,
  readProgress,
} from './import-progress.ts';
import { importedKeys } from './imported-keys.ts';
import { readLineBatches } from './line-files.ts';
import { areSameMigrations, type ExportedTable, type Manifest, readManifest } from './manifest.ts';
import { moveRefusal } from './refusals.ts';
import { requireExport } from './require-export.ts';
import { importUploads } from './upload-files.ts';

export interface ImportOptions {
  readonly folder: string;
  readonly place: Extract<DatabaseLocation, { url: string }>;
  readonly dataDir: string;
  readonly objectStore: ObjectStoreLocation;
  readonly masterKeys: MasterKeys;
  readonly version: string;
  readonly queues: Readonly<Record<string, QueueDefinition>>;
  readonly logger: Logger;
  /** Removes what an unfinished import brought, and begins anew. */
  readonly startsAnew: boolean;
  /** `share` is from 0 to 1. */
  readonly onProgress?: (share: number, text: string) => void;
}

export interface ImportReport {
  readonly manifest: Manifest;
  /** Whether an import that was cut off went on. */
  readonly isResumed: boolean;
}

/** Rows of one transaction, in bytes of their file. */
const batchBytes = 8 * 1024 * 1024;

/**
 * Fills an empty PostgreSQL with an export, then reads every row and every uploaded file back and compares it with what was
 * exported. One that was cut off goes on where it was; until it is finished no node starts on the database.
 * @throws OperatorRefusal when the export, the master key or the database is not fit
 */
export async function importStore(options: ImportOptions): Promise<ImportReport> {
  const manifest = await readManifest(options.folder);
  await requireExport(manifest, options);
  await using closing = new AsyncDisposableStack();
  const session = await openPostgresSession(options.place.ownerUrl ?? options.place.url);
  closing.defer(() => session.close());
  await lockImport(session);
  const { database, isResumed } = await openTarget(session, manifest, options);
  closing.defer(() => database.close());
  const jobs = await Jobs.open(database, options.queues as never, { logger: options.logger });
  closing.defer(() => jobs.stop());
  const tables = await readMovedTables(session.run);
  requireEveryTable(manifest, { tables, folder: options.folder });
  await startImport(session, { manifest, tables, isResumed, startsAnew: options.startsAnew });
  await importTables(session, manifest, options);
  await importJobs(session, { database, jobs, folder: options.folder, file: manifest.jobs });
  const store = await openObjectStore(options.objectStore, options.dataDir);
  closing.defer(() => store.close());
  const findKey = importedKeys(session.run, options.masterKeys);
  await importUploads({ ...options, store, uploads: manifest.uploads, findKey });
  await finishImport(session, { manifest, tables, options });
  return { manifest, isResumed };
}

/** A database that is to be filled is prepared first; one with an unfinished import is as that left it. */
async function openTarget(
  session: MoveSession,
  manifest: Manifest,
  { place, startsAnew }: ImportOptions,
): Promise<{ database: OpenDatabase; isResumed: boolean }> {
  const isUnfinished = await hasUnfinishedImport(session.run);
  if (startsAnew && !isUnfinished) throw moveRefusal('nothingToRestart');
  if (!isUnfinished) return { database: await openDatabase(place), isResumed: false };
  const { exportId, startedAt } = await readImport(session);
  if (exportId !== manifest.exportId && !startsAnew) throw moveRefusal('otherImport', startedAt);
  return { database: await openDatabase(place, { schema: 'leave' }), isResumed: true };
}

/**
 * A table that the manifest lacks would be lost without a word, and its names become SQL that the owner runs: they have to
 * be those of the catalogue.
 */
function requireEveryTable(
  manifest: Manifest,
  { tables, folder }: { readonly tables: readonly MovedTable[]; readonly folder: string },
): void {
  const textOf = (name: string, columns: readonly string[]) => `${name} (${columns.toSorted().join(', ')})`;
  const wanted = tables
    .filter(({ transfer }) => transfer === 'exported')
    .map(({ name, columns }) => textOf(name, columns));
  const given = manifest.tables.map(({ table, columns }) => textOf(table, columns));
  if (!isDeepStrictEqual(given.toSorted(), wanted.toSorted())) throw moveRefusal('otherTables', folder);
}

async function startImport(
  session: MoveSession,
  {
    manifest: { exportId, ...manifest },
    tables,
    isResumed,
    startsAnew,
  }: {
    readonly manifest: Manifest;
    readonly tables: readonly MovedTable[];
    readonly isResumed: boolean;
    readonly startsAnew: boolean;
  },
): Promise<void> {
  const applied = await readApplied(session.run);
  if (!areSameMigrations(applied, manifest.migrations)) {
    throw moveRefusal('exportOfOtherVersion', { theirs: manifest.version, ours: 'the database’s' });
  }
  if (!isResumed) await beginImport(session, { exportId, tables });
  else if (startsAnew) await clearImport(session, { exportId, tables });
}

async function importTables(
  session: MoveSession,
  { tables }: Manifest,
  { folder, onProgress }: ImportOptions,
): Promise<void> {
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 1);
  let before = 0;
  for (const table of tables) {
    await importTable(session, folder, table, (bytes) => onProgress?.((before + bytes) / total, table.table));
    before += table.bytes;
  }
}

async function importTable(
  session: MoveSession,
  folder: string,
  { table, columns, file, bytes: size }: ExportedTable,
  onBytes: (bytes: number) => void,
): Promise<void> {
  let { bytes, rows } = await readProgress(session, table);
  if (bytes >= size) return;
  for await (const lines of readLineBatches(join(folder, file), { from: bytes, batchBytes })) {
    await session.transaction(async () => {
      rows += await session.copyIn(`${table} (${columns.join(', ')})`, lines);
      bytes += lines.length;
      await session.run(noteProgress, [table, bytes, rows]);
    });
    onBytes(bytes);
  }
}

async function finishImport(
  session: MoveSession,
  {
    manifest,
    tables,
    options: { onProgress },
  }: { readonly manifest: Manifest; readonly tables: readonly MovedTable[]; readonly options: ImportOptions },
): Promise<void> {
  for (const table of manifest.tables) {
    onProgress?.(1, `compares ${table.table}`);
    await requireEqualTable(session, table);
  }
  await session.transaction(async () => {
    await restoreSequences(session.run, manifest.sequences);
    await renumberAfterImport(session.run);
    await endImport(session, tables);
  });
  for (const { name } of tables) await session.run(`analyze ${name}`);
}
