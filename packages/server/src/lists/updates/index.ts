/**
 * Keeps the lists fresh: fetches what publishers offer, evaluates it, and activates it on every node, with what it
 * changed. It never reads a list's format and never matches a name.
 */

export type { UpdateOutcome } from './activate-version.ts';
export { chooseVersion } from './choose-version.ts';
export { describeOutcome, isRolledBack } from './describe-outcome.ts';
export { freshnessConsoleHandlers } from './freshness-console-handlers.ts';
export {
  type ListActivation,
  readListActivations,
  readListChanges,
} from './list-activations.ts';
export { listConsoleHandlers } from './list-console-handlers.ts';
export { ListUpdates, operatorActor } from './list-updates.ts';
export type { ListVersionDates } from './list-version-dates.ts';
export { readVersions, type VersionRow } from './source-queries.ts';
export type { UpdateProgress, UpdateTiming } from './update-context.ts';
export { isUnfetched, readSourceStatuses, type SourceStatus } from './update-status.ts';
