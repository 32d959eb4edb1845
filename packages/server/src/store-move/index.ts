/**
 * Writes a whole store into a folder and fills an empty PostgreSQL with it, compared row by row. A backup is such a folder with the rows
 * of customers sealed, and the keys in another. What it exports it changes in nothing but the keys of customers. Whose a row is, the list
 * of personal tables says.
 */
export { type BackupReport, backUpStore } from './backup-store.ts';
export {
  type ExportOptions,
  exportJobs,
  exportStore,
  exportTable,
  finishFolder,
  prepareFolder,
  requireOwnVersion,
} from './export-store.ts';
export { newJobOf } from './import-jobs.ts';
export { type ImportOptions, type ImportReport, importStore } from './import-store.ts';
export { keysOfTable } from './imported-keys.ts';
export { isAsExported, LineFile, readLineBatches } from './line-files.ts';
export {
  areSameMigrations,
  type ExportedFile,
  type ExportedTable,
  exportedFile,
  exportedTable,
  exportedUploads,
  type Manifest,
  manifestFile,
  moveMigrations,
  ownMigrations,
  unfinishedFile,
} from './manifest.ts';
export { moveRefusal } from './refusals.ts';
export { RowDigest } from './row-digest.ts';
export { exportUploads, type FindKey, importUploads } from './upload-files.ts';
