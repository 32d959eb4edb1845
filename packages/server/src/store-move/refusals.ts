import { OperatorRefusal } from '../lib/operator-refusal.ts';

/** Every reason why a store is not moved, and what to do about it. */
const refusals = {
  exportOfPostgres: () =>
    'export-store moves the embedded store of GATEHOUSE_DATA_DIR, and DATABASE_URL is set: unset it, or give --keys for a backup of that PostgreSQL; to move one, use pg_dump (docs/operating.md)',
  exportRuns: () => 'another export of this store with --keys is running: wait for its end',
  sameFolder: ({ folder, keysFolder }: { folder: string; keysFolder: string }) =>
    `who has one of ${folder} and ${keysFolder} has the other: name two folders of which none is within the other`,
  notEncrypted: () =>
    'the store does not encrypt uploaded files yet, and some nodes may not: upgrade every node, run gatehouse encrypt-files, and export again',
  filesInClear: (count: number) =>
    `${count} uploaded ${count === 1 ? 'file is' : 'files are'} not encrypted yet: the service does it in the background since gatehouse encrypt-files; export again when it is done`,
  noEmbeddedStore: (dataDir: string) =>
    `there is no embedded store in ${dataDir}: set GATEHOUSE_DATA_DIR to the data directory that has it`,
  storeInUse: (dataDir: string) =>
    `the data directory ${dataDir} is in use: stop the service that runs on it, and export again`,
  folderHasExport: (folder: string) =>
    `${folder} holds a complete export, or the keys of one: name a new folder`,
  folderNotEmpty: (folder: string) => `${folder} is not empty and holds no export: name a new folder`,
  storeOfOtherVersion: (reason: string) =>
    `the store is not of this version (${reason}): start this version on it once, stop it, and export again`,
  damagedUpload: ({ key, count }: { key: string; count: number }) =>
    `${count} of the uploaded files ${count === 1 ? 'is' : 'are'} missing or not as uploaded, the first is ${key}: restore from a backup, and export again`,
  importIntoEmbedded: () =>
    'import-store writes into a PostgreSQL: set DATABASE_URL to an empty database, and GATEHOUSE_MASTER_KEY to the master key of the old store',
  noExport: (folder: string) =>
    `${folder} holds no export: name the folder that gatehouse export-store wrote`,
  noKeys: (folder: string) =>
    `${folder} holds no keys of an export: name the folder that gatehouse export-store --keys wrote`,
  needsKeys: (folder: string) =>
    `the export in ${folder} is sealed under keys that were exported apart: give the newest of them by --keys FOLDER`,
  keysOfOther: (folder: string) => `the export in ${folder} has its keys within: leave out --keys`,
  foreignKeys: (keysFolder: string) =>
    `the keys in ${keysFolder} open no customer of this export: give the newest keys of the same store`,
  otherKeys: () =>
    'the unfinished import went with other keys: give the same --keys folder again, or --restart',
  oldKeys: ({ keysAt, exportedAt }: { keysAt: string; exportedAt: string }) =>
    `the keys are of ${keysAt} and the export is of ${exportedAt}: rows of later customers would be lost; give the newest keys`,
  unfinishedExport: (folder: string) =>
    `the export in ${folder} was cut off: run the same gatehouse export-store again, it begins anew`,
  damagedManifest: (folder: string) =>
    `the manifest of the export in ${folder} cannot be read: copy the folder again, or export again`,
  otherTables: (folder: string) =>
    `the manifest of the export in ${folder} does not name exactly the tables and columns of the store: copy the folder again, or export again`,
  damagedFile: (file: string) =>
    `${file} of the export is missing or was changed: copy the folder again, or export again`,
  exportOfOtherVersion: ({ theirs, ours }: { theirs: string; ours: string }) =>
    `the export was made by version ${theirs}, this is ${ours}: import with the version that exported, and upgrade afterwards`,
  wrongMasterKey: ({ needed, count }: { needed: string; count: number }) =>
    `the secrets of ${count} ${count === 1 ? 'tenant' : 'tenants'} need the master key ${needed}, which is not given: set GATEHOUSE_MASTER_KEY to the key of the store that was exported (master.key in its data directory, or its own setting), or give that key in GATEHOUSE_MASTER_KEY_PREVIOUS if it was changed since`,
  databaseNotEmpty: (tables: readonly string[]) =>
    `the database is not empty (rows in ${tables.slice(0, 3).join(', ')}${tables.length > 3 ? `, and ${tables.length - 3} more` : ''}): name a new database, or drop the schemas gatehouse and gatehouse_jobs of this one`,
  nodeRuns: (count: number) =>
    `${count} running ${count === 1 ? 'node uses' : 'nodes use'} the database: stop ${count === 1 ? 'it' : 'them'}, and import again`,
  importRuns: () => 'another import into this database is running: wait for its end',
  otherImport: (startedAt: string) =>
    `the database holds an unfinished import of another export, begun at ${startedAt}: go on with that one, or give --restart to remove it and import this one`,
  nothingToRestart: () => 'the database holds no unfinished import: leave out --restart',
  uploadsElsewhere: (bucket: string) =>
    `the uploaded files of this store are in the bucket ${bucket}: set GATEHOUSE_S3_ENDPOINT, _BUCKET, _ACCESS_KEY and _SECRET_KEY to it`,
  tableDiffers: ({ table, rows, found }: { table: string; rows: number; found: string }) =>
    `the table ${table} is not as exported (${rows} rows exported, ${found}): import again with --restart`,
  uploadDiffers: ({ key, bucket }: { key: string; bucket: string }) =>
    `the uploaded file ${key} is missing in the bucket ${bucket}, or not as it was uploaded: put it there from a backup, and import again`,
} as const;

type Refusals = typeof refusals;

/** The refusal of that name, to be thrown. */
export function moveRefusal<Name extends keyof Refusals>(
  name: Name,
  ...facts: Parameters<Refusals[Name]>
): OperatorRefusal {
  const message = (refusals[name] as (...given: unknown[]) => string)(...facts);
  return new OperatorRefusal(message);
}
