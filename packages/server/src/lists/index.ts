/**
 * Finds the list files, turns each source into one index file, and holds the set of lists that is in force.
 * It never matches a name and never reads the store.
 */
export { findSources, type ListFile } from './find-sources.ts';
export { type Generation, type LoadedList, listVersions } from './generation.ts';
export type { SharedListVersion } from './index-file.ts';
export type { BuildProgress } from './list-build.ts';
export { ListRegistry, type ListRegistryOptions } from './list-registry.ts';
export { type ListStatus, readListStatus } from './list-status.ts';
export { ListsRefusal } from './lists-refusal.ts';
export { type OpenedLists, type OpenListsOptions, openLists } from './open-lists.ts';
