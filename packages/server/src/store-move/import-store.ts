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
import { type KeysOfDomain, keysOfDomains } from './customer-keys.ts';
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
import {
  areSameMigrations,
  type ExportedFile,
  type ExportedTable,
  keyTable,
  type Manifest,
  readManifest,
} from './manifest.ts';
import { moveRefusal } from './refusals.ts';
import { requireExport, requireKeys } from './require-export.ts';
import { RowDigest } from './row-digest.ts';
import { linesOf, type OpenedRows, openLines } from './sealed-rows.ts';
import { type HasRow, importUploads } from './upload-files.ts';

export interface ImportOptions {
  readonly folder: string;
  /** The folder of the keys, for an export that is sealed. */
  readonly keysFolder?: string | undefined;
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
  /** Of a sealed export: rows of customers whose keys are gone, and rows of which only what an erasure leaves came back. */
  readonly leftOut: number;
  readonly emptied: number;
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
  const keys = await requireKeys(manifest, options);
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
  const files = { ...options, manifest, keys, keysOf: keysOfDomains(session.run, options.masterKeys) };
  await importTables(session, files);
  await importJobs(session, { database, jobs, folder: options.folder, file: manifest.jobs });
  const store = await openObjectStore(options.objectStore, options.dataDir);
  closing.defer(() => store.close());
  const findKey = importedKeys(session.run, options.masterKeys);
  const { uploads } = manifest;
  await importUploads({ ...options, store, uploads, findKey, hasRow: rowFinder(session, manifest) });
  const opened = await finishImport(session, { files, tables });
  return { manifest, isResumed, ...opened };
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

/** What is imported from. */
interface ImportedFiles extends Pick<ImportOptions, 'folder' | 'keysFolder' | 'onProgress'> {
  readonly manifest: Manifest;
  readonly keys: ExportedTable | undefined;
  readonly keysOf: KeysOfDomain;
}

/** What is sealed comes last: then the keys are there, and nothing that is not sealed names a row that is. */
async function importTables(session: MoveSession, files: ImportedFiles): Promise<void> {
  const { manifest, keys, folder, keysFolder, onProgress } = files;
  const parts: ImportedPart[] = [];
  if (keys !== undefined)
    parts.push({ table: keys, part: keyTable, path: join(keysFolder!, keys.file), bytes: keys.bytes });
  for (const table of manifest.tables) {
    if (table.table === keyTable && keys !== undefined) continue;
    parts.push({ table, part: table.table, path: join(folder, table.file), bytes: table.bytes });
  }
  for (const table of manifest.tables) {
    const { sealed } = table;
    if (sealed === undefined) continue;
    const open = (lines: Buffer) => openLines(lines, openingOf(session, files, table.table));
    const part = `${table.table} sealed`;
    parts.push({ table, part, path: join(folder, sealed.file), bytes: sealed.bytes, open });
  }
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 1);
  let before = 0;
  for (const part of parts) {
    await importPart(session, part, (bytes) => onProgress?.((before + bytes) / total, part.table.table));
    before += part.bytes;
  }
}

function openingOf({ run }: MoveSession, { manifest, keysOf }: ImportedFiles, table: string) {
  return { table, exportId: manifest.exportId, run, keysOf };
}

/** A file with rows of a table. */
interface ImportedPart {
  readonly table: Pick<ExportedTable, 'table' | 'columns'>;
  /** As its progress is noted. */
  readonly part: string;
  readonly path: string;
  readonly bytes: number;
  /** Where its rows are sealed. */
  readonly open?: (lines: Buffer) => Promise<OpenedRows>;
}

async function importPart(
  session: MoveSession,
  { table: { table, columns }, part, path, bytes: size, open }: ImportedPart,
  onBytes: (bytes: number) => void,
): Promise<void> {
  let { bytes, rows } = await readProgress(session, part);
  if (bytes >= size) return;
  for await (const lines of readLineBatches(path, { from: bytes, batchBytes })) {
    const copied = open === undefined ? lines : (await open(lines)).rows;
    await session.transaction(async () => {
      if (copied.length > 0) rows += await session.copyIn(`${table} (${columns.join(', ')})`, copied);
      bytes += lines.length;
      await session.run(noteProgress, [part, bytes, rows]);
    });
    onBytes(bytes);
  }
}

async function finishImport(
  session: MoveSession,
  { files, tables }: { readonly files: ImportedFiles; readonly tables: readonly MovedTable[] },
): Promise<Pick<ImportReport, 'leftOut' | 'emptied'>> {
  const { manifest, keys, onProgress } = files;
  let [leftOut, emptied] = [0, 0];
  for (const table of manifest.tables) {
    onProgress?.(1, `compares ${table.table}`);
    if (table.sealed !== undefined) {
      const opened = await openAgain(session, files, { ...table, sealed: table.sealed });
      await requireEqualTable(session, opened);
      leftOut += opened.leftOut;
      emptied += opened.emptied;
    } else await requireEqualTable(session, table.table === keyTable && keys !== undefined ? keys : table);
  }
  await session.transaction(async () => {
    await restoreSequences(session.run, manifest.sequences);
    await renumberAfterImport(session.run);
    if (leftOut > 0) await session.run(sumStored);
    await endImport(session, tables);
  });
  for (const { name } of tables) await session.run(`analyze ${name}`);
  return { leftOut, emptied };
}

/** The rows that a table with sealed rows has to have. */
async function openAgain(
  session: MoveSession,
  files: ImportedFiles,
  { table, columns, file, sealed }: ExportedTable & { readonly sealed: ExportedFile },
): Promise<
  Pick<ExportedTable, 'table' | 'columns' | 'rows' | 'digest'> & Pick<ImportReport, 'leftOut' | 'emptied'>
> {
  const digest = new RowDigest();
  let [leftOut, emptied] = [0, 0];
  const from = { from: 0, batchBytes };
  for await (const lines of readLineBatches(join(files.folder, file), from)) {
    for (const line of linesOf(lines)) digest.add(line);
  }
  for await (const lines of readLineBatches(join(files.folder, sealed.file), from)) {
    const opened = await openLines(lines, openingOf(session, files, table));
    for (const line of linesOf(opened.rows)) digest.add(line);
    leftOut += opened.leftOut;
    emptied += opened.emptied;
  }
  return { table, columns, rows: digest.rows, digest: digest.digest(), leftOut, emptied };
}

/** Files of those who are left out are stored no more. */
const sumStored = `update tenant_storage t set stored_bytes =
  coalesce((select sum(u.size) from upload u where u.tenant_id = t.tenant_id), 0)`;

/** Whether an upload is to be stored: not where its row was sealed and is left out, or came while the export was made. */
function rowFinder({ run }: MoveSession, { tables }: Manifest): HasRow | undefined {
  if (!tables.some(({ sealed }) => sealed !== undefined)) return undefined;
  return async ({ tenantId, domain, uploadId }) => {
    const { rows } = await run(
      'select 1 from upload where tenant_id = $1 and domain = $2 and upload_id = $3',
      [tenantId, domain, uploadId],
    );
    return rows.length > 0;
  };
}
