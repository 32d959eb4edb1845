import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import type { DatabaseLocation } from '../database/index.ts';
import { type MoveSession, openEmbeddedSession, openPostgresSession } from '../database/move-session.ts';
import { newId } from '../lib/ids.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import { readMessageOwners } from '../personal-data/index.ts';
import { type ObjectStoreLocation, openObjectStore } from '../uploads/index.ts';
import { customerKeys, keyOpener, readDomainKeys } from './customer-keys.ts';
import { exportRows, exportTable, finishFolder, prepareFolder, requireOwnVersion } from './export-store.ts';
import {
  type KeysManifest,
  keyColumns,
  keyTable,
  type Manifest,
  ownMigrations,
  writeManifest,
} from './manifest.ts';
import { moveRefusal } from './refusals.ts';
import { copyUploads } from './upload-files.ts';

export interface BackupOptions {
  readonly place: DatabaseLocation;
  readonly dataDir: string;
  readonly objectStore: ObjectStoreLocation;
  readonly masterKeys: MasterKeys;
  /** Two folders that are not there, empty, or of an export that was cut off: for the export, and for its keys. */
  readonly folder: string;
  readonly keysFolder: string;
  readonly version: string;
  /** `share` is from 0 to 1. */
  readonly onProgress?: (share: number, text: string) => void;
}

export interface BackupReport {
  readonly manifest: Manifest;
  /** Uploaded files that are missing, or not as they were uploaded: the backup does not have them. */
  readonly damaged: readonly string[];
}

/** Any number that nothing else takes as an advisory lock of a session. */
const backupLock = 4_283_640_012;

/**
 * Writes a store as `exportStore` does, with each row of a customer sealed under a key of that customer, and all keys apart. An erasure deletes
 * the key with the customer: once no folder of keys has it, nobody reads what the export has of that customer. A PostgreSQL may be in use: the
 * export is of the moment at which it began. Customers that have no key yet get one; nothing else is changed.
 * @throws OperatorRefusal when the store or a folder is not fit
 */
export async function backUpStore(options: BackupOptions): Promise<BackupReport> {
  const { folder, keysFolder, objectStore, dataDir, version } = options;
  await using closing = new AsyncDisposableStack();
  const { read, write } = await openSessions(options.place, closing);
  await requireEncryption(write);
  await prepareFolder(folder);
  await prepareFolder(keysFolder);
  await requireApart(folder, keysFolder);
  const exportedAt = new Date().toISOString();
  const rows = await exportSnapshot(read, write, options);
  const store = await openObjectStore(objectStore, dataDir);
  closing.defer(() => store.close());
  const isCopied = objectStore.kind === 'files';
  const { uploads, damaged } = await copyUploads(write.run, { store, folder, isCopied, isSealed: true });
  const manifest: Manifest = {
    ...{ format: 1, version, migrations: await ownMigrations(), exportedAt },
    ...{ ...rows, uploads },
  };
  // Before the export is whole, and after all that they open.
  await exportKeys(write, { folder: keysFolder, version });
  await writeManifest(folder, manifest);
  await finishFolder(folder);
  return { manifest, damaged };
}

/** Who has one of them has not the other. @throws OperatorRefusal */
async function requireApart(folder: string, keysFolder: string): Promise<void> {
  const [one, other] = [(await realpath(folder)) + sep, (await realpath(keysFolder)) + sep];
  if (one.startsWith(other) || other.startsWith(one)) throw moveRefusal('sameFolder', { folder, keysFolder });
}

/** Files lie in the backup as they lie in the store; and nodes of a version that does not encrypt would not delete keys. @throws OperatorRefusal */
async function requireEncryption({ run }: MoveSession): Promise<void> {
  const { rows } = await run<{ isStarted: boolean; left: number }>(
    `select exists (select from file_encryption) as "isStarted", (select count(*)::integer from upload where not encrypted) as left`,
  );
  const { isStarted, left } = rows[0]!;
  if (!isStarted) throw moveRefusal('notEncrypted');
  if (left > 0) throw moveRefusal('filesInClear', left);
}

interface Sessions {
  /** Sees the rows of one moment. */
  readonly read: MoveSession;
  readonly write: MoveSession;
}

/** An embedded store has one session, and nobody else changes it. */
async function openSessions(place: DatabaseLocation, closing: AsyncDisposableStack): Promise<Sessions> {
  if ('dataDir' in place) {
    const { dataDir } = place;
    const session = await openEmbeddedSession(dataDir).catch((error: Error) => {
      throw error.message.includes('in use') ? moveRefusal('storeInUse', dataDir) : error;
    });
    closing.defer(() => session.close());
    await requireOwnVersion(session);
    return { read: session, write: session };
  }
  const url = place.ownerUrl ?? place.url;
  const read = await openPostgresSession(url);
  closing.defer(() => read.close());
  const write = await openPostgresSession(url);
  closing.defer(() => write.close());
  const { rows } = await write.run<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
    backupLock,
  ]);
  if (rows[0]?.held !== true) throw moveRefusal('exportRuns');
  await requireOwnVersion(write);
  // Row-level security lets this role see every tenant.
  for (const { run } of [read, write]) await run('set role gatehouse_operator');
  return { read, write };
}

async function exportSnapshot(
  read: MoveSession,
  write: MoveSession,
  { folder, masterKeys, onProgress }: BackupOptions,
): Promise<Pick<Manifest, 'exportId' | 'tables' | 'sequences' | 'jobs'>> {
  const exportId = newId();
  const keysOf = await readDomainKeys(write.run, masterKeys);
  const exportAll = async () => {
    const sealing = {
      ...{ exportId, openKey: keyOpener(keysOf) },
      keys: await customerKeys({ read: read.run, write: write.run }, keysOf),
      messageOwners: await readMessageOwners(read.run),
    };
    return { exportId, ...(await exportRows(read, { folder, sealing, onProgress })) };
  };
  return read === write ? exportAll() : inSnapshot(read, exportAll);
}

function inSnapshot<T>(session: MoveSession, work: () => Promise<T>): Promise<T> {
  return session.transaction(async () => {
    await session.run('set transaction isolation level repeatable read, read only');
    return work();
  });
}

async function exportKeys(
  session: MoveSession,
  { folder, version }: { readonly folder: string; readonly version: string },
): Promise<void> {
  const exportedAt = new Date().toISOString();
  const table = { name: keyTable, transfer: 'exported', columns: keyColumns } as const;
  // Rows stay where they are meanwhile, whatever else is done to the table.
  const keys = await inSnapshot(session, () =>
    exportTable(session, { table, folder, translated: {}, condition: 'true' }),
  );
  const written: KeysManifest = { format: 1, holds: 'keys', version, exportedAt, keys };
  await writeManifest(folder, written);
  await finishFolder(folder);
}
