import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { MasterKeys } from '../lib/secrets.ts';
import { unwrapDataKey } from '../lib/secrets.ts';
import type { ObjectStoreLocation } from '../uploads/index.ts';
import { isAsExported, readLineBatches } from './line-files.ts';
import {
  areSameMigrations,
  type ExportedTable,
  keyColumns,
  keyTable,
  type Manifest,
  ownMigrations,
  readKeysManifest,
} from './manifest.ts';
import { moveRefusal } from './refusals.ts';
import { linesOf } from './sealed-rows.ts';

/** What an export has to be so that an import of it may begin; the database is not looked at. */
export async function requireExport(
  manifest: Manifest,
  options: {
    readonly folder: string;
    readonly version: string;
    readonly masterKeys: MasterKeys;
    readonly objectStore: ObjectStoreLocation;
  },
): Promise<void> {
  const { folder, version, masterKeys, objectStore } = options;
  if (manifest.version !== version || !areSameMigrations(manifest.migrations, await ownMigrations())) {
    throw moveRefusal('exportOfOtherVersion', { theirs: manifest.version, ours: version });
  }
  const { place, bucket } = manifest.uploads;
  const isLeftElsewhere = objectStore.kind !== 's3' || objectStore.bucket !== bucket;
  if (place === 'bucket' && isLeftElsewhere) throw moveRefusal('uploadsElsewhere', bucket);
  const sealed = manifest.tables.flatMap((table) => table.sealed ?? []);
  for (const file of [...manifest.tables, ...sealed, manifest.jobs, manifest.uploads]) {
    if (!(await isAsExported(folder, file))) throw moveRefusal('damagedFile', file.file);
  }
  await requireMasterKey(manifest, folder, masterKeys);
}

/** The keys of an export that is sealed: of the same store, and not older than it is. @throws OperatorRefusal */
export async function requireKeys(
  { tables, exportedAt }: Manifest,
  { folder, keysFolder }: { readonly folder: string; readonly keysFolder?: string | undefined },
): Promise<ExportedTable | undefined> {
  const isSealed = tables.some(({ sealed }) => sealed !== undefined);
  if (!isSealed && keysFolder !== undefined) throw moveRefusal('keysOfOther', folder);
  if (!isSealed) return undefined;
  if (keysFolder === undefined) throw moveRefusal('needsKeys', folder);
  const { keys, exportedAt: keysAt } = await readKeysManifest(keysFolder);
  // Its names become SQL that the owner runs.
  if (keys.table !== keyTable || !isDeepStrictEqual(keys.columns, keyColumns)) {
    throw moveRefusal('otherTables', keysFolder);
  }
  if (!(await isAsExported(keysFolder, keys))) throw moveRefusal('damagedFile', keys.file);
  if (keysAt < exportedAt) throw moveRefusal('oldKeys', { keysAt, exportedAt });
  const customers = await readIds(
    join(folder, tables.find(({ table }) => table === 'customer')!.sealed!.file),
    0,
  );
  const known = await readIds(join(keysFolder, keys.file), keyColumns.indexOf('key_id'));
  if (customers.size > 0 && customers.isDisjointFrom(known)) throw moveRefusal('foreignKeys', keysFolder);
  return keys;
}

/** What a column of a file of rows has. */
async function readIds(path: string, column: number): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const lines of readLineBatches(path, { from: 0, batchBytes: 1024 * 1024 })) {
    for (const line of linesOf(lines)) ids.add(line.toString('latin1', 0, 500).split('\t')[column]!);
  }
  return ids;
}

/** Opens each tenant's data key, so that a wrong key is known before a row is written. */
async function requireMasterKey(manifest: Manifest, folder: string, masterKeys: MasterKeys): Promise<void> {
  const exported = manifest.tables.find(({ table }) => table === 'tenant_data_key');
  if (exported === undefined) throw moveRefusal('damagedManifest', folder);
  const text = await readFile(join(folder, exported.file), 'utf8');
  const missing: string[] = [];
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const cells = line.split('\t');
    const cell = (column: string) => cells[exported.columns.indexOf(column)] ?? '';
    const masterKeyId = cell('master_key_id');
    // Bytes are written as \x and hexadecimal digits, the backslash doubled.
    const wrappedKey = Buffer.from(cell('wrapped_key').replace(/^\\\\x/, ''), 'hex');
    try {
      unwrapDataKey(masterKeys, cell('tenant_id'), { wrappedKey, masterKeyId });
    } catch {
      missing.push(masterKeyId);
    }
  }
  if (missing.length > 0) throw moveRefusal('wrongMasterKey', { needed: missing[0]!, count: missing.length });
}
