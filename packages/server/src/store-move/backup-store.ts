import type { DatabaseLocation } from '../database/index.ts';
import { hasEmbeddedStore } from '../database/index.ts';
import { type MoveSession, openEmbeddedSession, openPostgresSession } from '../database/move-session.ts';
import { readMovedTables } from '../database/table-moves.ts';
import { newId } from '../lib/ids.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import { readMessageOwners } from '../personal-data/index.ts';
import { type ObjectStoreLocation, openObjectStore } from '../uploads/index.ts';
import { customerKeys, keysOfDomains } from './customer-keys.ts';
import { exportRows, exportTable, finishFolder, prepareFolder, requireOwnVersion } from './export-store.ts';
import { type KeysManifest, keyTable, type Manifest, ownMigrations, writeManifest } from './manifest.ts';
import { moveRefusal } from './refusals.ts';
import { exportUploads } from './upload-files.ts';

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

/** Any number that nothing else takes as an advisory lock of a session. */
const backupLock = 4_283_640_012;

/**
 * Writes a store as `exportStore` does, with each row of a customer sealed under a key of that customer, and all keys apart. An erasure deletes
 * the key with the customer: once no folder of keys has it, nobody reads what the export has of that customer. A PostgreSQL may be in use: the
 * export is of the moment at which it began. Customers that have no key yet get one; nothing else is changed.
 * @throws OperatorRefusal when the store or a folder is not fit
 */
export async function backUpStore(options: BackupOptions): Promise<Manifest> {
  const { folder, keysFolder, objectStore, dataDir } = options;
  if (folder === keysFolder) throw moveRefusal('sameFolder', folder);
  await using closing = new AsyncDisposableStack();
  const { read, write } = await openSessions(options.place, closing);
  await prepareFolder(folder);
  await prepareFolder(keysFolder);
  const exportedAt = new Date().toISOString();
  const rows = await exportSnapshot(read, write, options);
  const store = await openObjectStore(objectStore, dataDir);
  closing.defer(() => store.close());
  const isCopied = objectStore.kind === 'files';
  const uploads = await exportUploads(write.run, { store, folder, isCopied });
  const { version } = options;
  const written: Manifest = {
    ...{ format: 1, version, migrations: await ownMigrations(), exportedAt },
    ...{ ...rows, uploads },
  };
  // Before the export is whole, and after all that they open.
  await exportKeys(write, { folder: keysFolder, version });
  await writeManifest(folder, written);
  await finishFolder(folder);
  return written;
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
    if (!hasEmbeddedStore(dataDir)) throw moveRefusal('noEmbeddedStore', dataDir);
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
  const exportAll = async () => {
    const sealing = {
      exportId,
      keys: await customerKeys({ read: read.run, write: write.run }, keysOfDomains(write.run, masterKeys)),
      messageOwners: await readMessageOwners(read.run),
    };
    const backup = { sealing, without: keyTable };
    return { exportId, ...(await exportRows(read, { folder, backup, onProgress })) };
  };
  if (read === write) return exportAll();
  return read.transaction(async () => {
    await read.run('set transaction isolation level repeatable read, read only');
    return exportAll();
  });
}

async function exportKeys(
  session: MoveSession,
  { folder, version }: { readonly folder: string; readonly version: string },
): Promise<void> {
  const exportedAt = new Date().toISOString();
  const table = (await readMovedTables(session.run)).find(({ name }) => name === keyTable)!;
  const keys = await exportTable(session, { table, folder, translated: {}, condition: 'true' });
  const written: KeysManifest = { format: 1, holds: 'keys', version, exportedAt, keys };
  await writeManifest(folder, written);
  await finishFolder(folder);
}
