/**
 * Finds the list files, turns each source into one index file, and holds the set of lists that is active.
 * It never matches a name and never reads the store.
 */

export { writeAtomically } from './atomic-file.ts';
export { type FileStamp, readStamp } from './file-facts.ts';
export { bundledSample, type ConfiguredSource, findSources, readListsFolder } from './find-sources.ts';
export type { SharedListVersion } from './index-file.ts';
export { contentHash } from './list-reading.ts';
export { ListRegistry, type OpenedCandidate } from './list-registry.ts';
export { type ListSnapshot, listVersions, searchedLists, searchedVersions } from './list-snapshot.ts';
export { type ListStatus, readListStatus } from './list-status.ts';
export { ListsRefusal } from './lists-refusal.ts';
export type { Candidate } from './load-source.ts';
export { sourceFolder } from './manifest.ts';
export { type OpenedLists, openLists } from './open-lists.ts';
export { findRetainedFiles, pruneRetainedFiles, retainedFolder, retainFiles } from './retained-files.ts';
export {
  folderSource,
  nextTime,
  readSourceSettings,
  type SourceSettings,
} from './source-settings.ts';
