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
import { personalTables } from '../personal-data/index.ts';
import { type ObjectStoreLocation, openObjectStore } from '../uploads/index.ts';
import { requireEqualTable } from './compare-tables.ts';
import { type DomainKeysOf, readDomainKeys } from './customer-keys.ts';
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
import { keysOfTable } from './imported-keys.ts';
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
import { importSealedUploads, importUploads, type RestoredFiles } from './upload-files.ts';

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

export interface ImportReport extends RestoredFiles {
  readonly manifest: Manifest;
  /** Whether an import that was cut off went on. */
  readonly isResumed: boolean;
  /** Of a sealed export: rows of customers whose keys are gone, and rows of which only what an erasure leaves came back. */
  readonly leftOut: number;
  readonly emptied: number;
}

/** Rows of one transaction, in bytes of their file. */
const batchBytes = 8 * 1024 * 1024;
/** The same where they are sealed: each is more in memory than in its file. */
const sealedBatchBytes = 2 * 1024 * 1024;

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
  // Nobody else sees the rows yet, and a lock for each customer with a case would be more than the table of locks holds (migration 0038).
  await session.run(`set gatehouse.arriving = 'on'`);
  const { database, isResumed } = await openTarget(session, manifest, options);
  closing.defer(() => database.close());
  const jobs = await Jobs.open(database, options.queues as never, { logger: options.logger });
  closing.defer(() => jobs.stop());
  const tables = await readMovedTables(session.run);
  requireEveryTable(manifest, { tables, folder: options.folder });
  await startImport(session, { manifest, tables, isResumed, startsAnew: options.startsAnew });
  if (keys !== undefined) await requireSameKeys(session, keys, isResumed && !options.startsAnew);
  const files = { ...options, manifest, keys };
  const keysOf = await importTables(session, files);
  await importJobs(session, { database, jobs, folder: options.folder, file: manifest.jobs });
  const store = await openObjectStore(options.objectStore, options.dataDir);
  closing.defer(() => store.close());
  const findKey = keysOfTable(session.run, keyTable, keysOf);
  const uploads = { ...options, store, uploads: manifest.uploads, findKey };
  const restored =
    keys === undefined ? await importUploads(uploads) : await importSealedUploads(session.run, uploads);
  const opened = await finishImport(session, { files, tables, keysOf });
  return { manifest, isResumed, ...restored, ...opened };
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
interface ImportedFiles extends Pick<ImportOptions, 'folder' | 'keysFolder' | 'masterKeys' | 'onProgress'> {
  readonly manifest: Manifest;
  readonly keys: ExportedTable | undefined;
}

/** Rows that came with other keys would differ at the end. @throws OperatorRefusal */
async function requireSameKeys(
  session: MoveSession,
  { sha256 }: ExportedTable,
  isResumed: boolean,
): Promise<void> {
  const part = `keys ${sha256}`;
  if (!isResumed) await session.run(noteProgress, [part, 0, 1]);
  else if ((await readProgress(session, part)).rows === 0) throw moveRefusal('otherKeys');
}

/**
 * What is sealed comes last: then the keys are there, and nothing that is not sealed names a row that is. Returns the keys of the tenants
 * that came.
 */
async function importTables(session: MoveSession, files: ImportedFiles): Promise<DomainKeysOf> {
  const { manifest, keys, folder, keysFolder, onProgress } = files;
  const clear = manifest.tables.map((table): ImportedPart => {
    const isKeys = keys !== undefined && table.table === keyTable;
    const { file, bytes } = isKeys ? keys : table;
    return {
      table: isKeys ? keys : table,
      part: table.table,
      path: join(isKeys ? keysFolder! : folder, file),
      bytes,
    };
  });
  const sealed = manifest.tables.flatMap((table): ImportedPart[] => {
    if (table.sealed === undefined) return [];
    const { file, bytes } = table.sealed;
    return [{ table, part: `${table.table} sealed`, path: join(folder, file), bytes }];
  });
  const total = [...clear, ...sealed].reduce((sum, { bytes }) => sum + bytes, 1);
  let before = 0;
  const bring = async (part: ImportedPart, open?: OpenLines) => {
    await importPart(session, { ...part, ...(open && { open }) }, (bytes) =>
      onProgress?.((before + bytes) / total, part.table.table),
    );
    before += part.bytes;
  };
  for (const part of clear) await bring(part);
  const keysOf = await readDomainKeys(session.run, files.masterKeys);
  for (const part of sealed) await bring(part, opener(session, files, { ...part.table, keysOf }));
  return keysOf;
}

type OpenLines = (lines: Buffer) => Promise<OpenedRows>;

function opener(
  { run }: MoveSession,
  { manifest: { exportId } }: ImportedFiles,
  { table, columns, keysOf }: Pick<ExportedTable, 'table' | 'columns'> & { readonly keysOf: DomainKeysOf },
): OpenLines {
  return (lines) => openLines(lines, { table, columns, exportId, run, keysOf });
}

/** A file with rows of a table. */
interface ImportedPart {
  readonly table: Pick<ExportedTable, 'table' | 'columns'>;
  /** As its progress is noted. */
  readonly part: string;
  readonly path: string;
  readonly bytes: number;
  /** Where its rows are sealed. */
  readonly open?: OpenLines;
}

async function importPart(
  session: MoveSession,
  { table: { table, columns }, part, path, bytes: size, open }: ImportedPart,
  onBytes: (bytes: number) => void,
): Promise<void> {
  let { bytes, rows } = await readProgress(session, part);
  if (bytes >= size) return;
  const batch = open === undefined ? batchBytes : sealedBatchBytes;
  for await (const lines of readLineBatches(path, { from: bytes, batchBytes: batch })) {
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
  {
    files,
    tables,
    keysOf,
  }: {
    readonly files: ImportedFiles;
    readonly tables: readonly MovedTable[];
    readonly keysOf: DomainKeysOf;
  },
): Promise<Pick<ImportReport, 'leftOut' | 'emptied'>> {
  const { manifest, keys, onProgress } = files;
  let [leftOut, emptied] = [0, 0];
  for (const table of manifest.tables) {
    onProgress?.(1, `compares ${table.table}`);
    if (table.sealed !== undefined) {
      const open = opener(session, files, { ...table, keysOf });
      const opened = await openAgain(files.folder, { ...table, sealed: table.sealed }, open);
      await requireEqualTable(session, opened);
      leftOut += opened.leftOut;
      emptied += opened.emptied;
    } else await requireEqualTable(session, table.table === keyTable && keys !== undefined ? keys : table);
  }
  await session.transaction(async () => {
    await restoreSequences(session.run, manifest.sequences);
    await renumberAfterImport(session.run);
    if (keys !== undefined) {
      await session.run(sumStored);
      await session.run(dropKeysOfNothing);
    }
    await endImport(session, tables);
  });
  for (const { name } of tables) await session.run(`analyze ${name}`);
  return { leftOut, emptied };
}

/** The rows that a table with sealed rows has to have. */
async function openAgain(
  folder: string,
  { table, columns, file, sealed }: ExportedTable & { readonly sealed: ExportedFile },
  open: OpenLines,
): Promise<
  Pick<ExportedTable, 'table' | 'columns' | 'rows' | 'digest'> & Pick<ImportReport, 'leftOut' | 'emptied'>
> {
  const digest = new RowDigest();
  let [leftOut, emptied] = [0, 0];
  const from = { from: 0, batchBytes: sealedBatchBytes };
  for await (const lines of readLineBatches(join(folder, file), from)) {
    for (const line of linesOf(lines)) digest.add(line);
  }
  for await (const lines of readLineBatches(join(folder, sealed.file), from)) {
    const opened = await open(lines);
    for (const line of linesOf(opened.rows)) digest.add(line);
    leftOut += opened.leftOut;
    emptied += opened.emptied;
  }
  return { table, columns, rows: digest.rows, digest: digest.digest(), leftOut, emptied };
}

/** Files of those who are left out are stored no more. */
const sumStored = `update tenant_storage t set stored_bytes =
  coalesce((select sum(u.size) from upload u where u.tenant_id = t.tenant_id), 0)`;

/** Keys that came after the export: no erasure would find them any more, and they open later backups. */
const dropKeysOfNothing = `delete from personal_key k where ${[
  ['upload', 'upload_id'],
  ...personalTables.flatMap(({ table, sealed }) => (sealed === undefined ? [] : [[table, sealed.key]])),
]
  .map(
    ([table, column]) =>
      `not exists (select from ${table} r where r.tenant_id = k.tenant_id and r.domain = k.domain and r.${column} = k.key_id)`,
  )
  .join(' and ')}`;
