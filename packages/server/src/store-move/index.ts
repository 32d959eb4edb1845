/**
 * Writes a whole store into a folder and fills an empty PostgreSQL with it, compared row by row. Never changes the store
 * that it exports, and knows no table by what its rows mean.
 */
export { type ExportOptions, exportStore } from './export-store.ts';
export { type ImportOptions, type ImportReport, importStore } from './import-store.ts';
export type { Manifest } from './manifest.ts';
export { moveRefusal } from './refusals.ts';
