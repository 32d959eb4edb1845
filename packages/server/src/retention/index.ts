/**
 * Deletes what is older than its period, once a day in short steps, unless a legal hold keeps it, and keeps a report of each run. Never
 * shortens a period on the word of one person.
 */
export { retentionReader } from './customer-retention.ts';
export { retentionConsoleHandlers } from './retention-console-handlers.ts';
export { type RetentionTools, runRetention } from './run-retention.ts';
