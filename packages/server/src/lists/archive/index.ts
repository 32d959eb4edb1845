/**
 * Keeps publishers' files of list versions that were active in the store, as changes against the version before, and rebuilds them.
 * It never reads a list's format.
 */

export { pruneArchive } from './archive-retention.ts';
export {
  type ArchivableVersion,
  archiveVersion,
  rebuildVersion,
  unarchivedVersions,
  versionBefore,
} from './list-archive.ts';
