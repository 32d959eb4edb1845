/**
 * Where the data of customers is: each table with its rows, how these are found, and what of them a person gets who asks. Erasure
 * and access go by this one list. Changes nothing but the audit log, which has each export.
 */
export { findAuditedObjects } from './audited-objects.ts';
export { exportByOperator, type OperatorExport, type OperatorExportOutcome } from './export-by-operator.ts';
export { exportConsoleHandlers } from './export-console-handlers.ts';
export { executionsPerStep, findExecutionIds } from './find-execution-ids.ts';
export { type CustomerIds, type ExecutionIds, type FoundBy, foundBy } from './personal-table.ts';
export { personalTables } from './personal-tables.ts';
export { openReadable, readableColumn, type SealedSource, sealedSourceOf } from './readable-columns.ts';
export {
  columnsLeft,
  goWith,
  leftOfRows,
  parseOwnKey,
  readMessageOwners,
  rowOwners,
} from './row-owners.ts';
export { findShared, type Going } from './shared-uploads.ts';
