import {
  changeOf,
  differences,
  type EntryChange,
  isMergeDue,
  type ListDifference,
  type ListEntry,
  type ListVersion,
  nextVersion,
  openVersion,
} from '@gatehouse/matching';

/** The outcome of an entry: see `EntryDifference` of the matching package for what is material. */
type EntryChangeKind = 'new' | 'material' | 'minor' | 'gone';

/** How a version differs from the one that was active. */
export interface VersionDifference {
  /** The active version then. */
  readonly from: string;
  readonly counts: Readonly<Record<EntryChangeKind, number>>;
  /** Each changed entry once; undefined when there are more than `maxListedChanges`. */
  readonly items: readonly { readonly entryId: string; readonly kind: EntryChangeKind }[] | undefined;
}

export interface ReadChanges {
  readonly difference: VersionDifference;
  /** For `nextVersion`; undefined when so much changed that the index is better built anew. */
  readonly changes: readonly EntryChange[] | undefined;
}

/** Beyond this many changes they are counted and not listed. */
const maxListedChanges = 100_000;

/** A list this small is indexed anew in a moment, and searched faster as one index. */
const smallList = 1_000;
/** More of the list than this is not kept for an overlay; `isMergeDue` has the last word. */
const maxOverlaidShare = 0.1;

/** Compares a new reading of a list with the active version, holding what changed and nothing else. */
export async function readChanges(
  previous: ListVersion,
  entries: AsyncIterable<ListEntry>,
): Promise<ReadChanges> {
  const before = openVersion(previous);
  const max = before.entityCount < smallList ? 0 : before.entityCount * maxOverlaidShare;
  let changes: EntryChange[] | undefined = [];
  let items: Map<string, EntryChangeKind> | undefined = new Map();
  const counts = { new: 0, material: 0, minor: 0, gone: 0 };
  for await (const difference of differences(before, entries)) {
    if (changes && changes.length < max) changes.push(changeOf(difference));
    else changes = undefined;
    const kind = kindOf(difference);
    // An id that a list holds twice is reported once.
    if (kind === undefined || items?.has(difference.id)) continue;
    counts[kind]++;
    items?.set(difference.id, kind);
    if (items && items.size > maxListedChanges) items = undefined;
  }
  return {
    difference: {
      from: previous.version,
      counts,
      items: items && Array.from(items, ([entryId, kind]) => ({ entryId, kind })),
    },
    changes,
  };
}

/** Undefined where nothing but the order of what an entry says is another. */
function kindOf(difference: ListDifference): EntryChangeKind | undefined {
  if (difference.kind !== 'changed') return difference.kind;
  if (difference.changes.length === 0) return undefined;
  return difference.material ? 'material' : 'minor';
}

/**
 * The new version as the active index with an overlay of what changed; undefined when it is better built anew.
 * @param entries how many the new version must hold: a list that holds an id twice cannot be layered
 */
export function layeredVersion(
  previous: ListVersion,
  { changes }: ReadChanges,
  { version, entries }: { readonly version: string; readonly entries: number },
): ListVersion | undefined {
  if (changes === undefined) return undefined;
  const next = nextVersion(previous, changes, { source: previous.source, version });
  return isMergeDue(next) || openVersion(next).entityCount !== entries ? undefined : next;
}
