import { isRelationsOnly } from '@gatehouse/matching';
import type { SharedListVersion } from './index-file.ts';
import type { Manifest } from './manifest.ts';

/** One loaded version of one list. */
export interface LoadedList {
  readonly source: string;
  readonly version: string;
  /** For `openVersion`; any number of threads may read it at once. */
  readonly index: SharedListVersion;
  readonly entries: number;
  /** As the publisher states it. */
  readonly publishedAt?: string;
  /** When this version was first loaded here, ISO 8601. */
  readonly loadedAt: string;
  readonly manifest: Manifest;
}

/** The lists that are active together. A swap replaces the whole set; a screening sees one of them. */
export interface ListSnapshot {
  /** Grows with every swap of a process. */
  readonly number: number;
  readonly engineVersion: string;
  /** Ordered by source id. */
  readonly lists: readonly LoadedList[];
}

/** The lists that engines search: a register that is read for relations alone is none of them. */
export function searchedLists(snapshot: ListSnapshot): readonly LoadedList[] {
  return snapshot.lists.filter(({ source }) => !isRelationsOnly(source));
}

/** The version of each list that a search of `snapshot` goes through, as scans record it. */
export function searchedVersions(snapshot: ListSnapshot): Record<string, string> {
  return Object.fromEntries(searchedLists(snapshot).map((list) => [list.source, list.version]));
}

/** The version of each list. */
export function listVersions(snapshot: ListSnapshot): Record<string, string> {
  return Object.fromEntries(snapshot.lists.map((list) => [list.source, list.version]));
}
