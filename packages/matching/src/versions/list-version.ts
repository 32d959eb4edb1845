/**
 * Versions of a list without building its index anew: the index once built stays as it is, a small one beside it holds
 * what is new or changed since, and a bit for each entity of the first says which of them are gone or replaced.
 *
 *     let version = firstVersion(buildIndex(entries, meta), meta);
 *     const list = openVersion(version);                       // screen([list], subject, policy)
 *     const changes = [];                                      // today's file against the active version
 *     for await (const difference of differences(list, parsed)) changes.push(changeOf(difference));
 *     version = nextVersion(version, changes, { source, version: '2026-08-06' });
 *     if (isMergeDue(version)) version = mergedVersion(version);   // in a thread, some time later
 *
 * A version is plain data over shareable memory: it can be posted to threads and its three buffers stored as files.
 * Every function leaves the version that it is given as it was, so that screenings may continue reading it.
 */

import type { ListEntry } from '../entry.ts';
import { buildIndex, type IndexMeta, openIndex } from '../index/format/index.ts';
import type { EntryChange } from '../sources/opensanctions-delta.ts';
import { type ListVersion, openVersion } from './layered-list.ts';
import { hasBit, setBit } from './segment.ts';

/** Share of a list that may have changed before it is worth building its index anew. */
const MERGE_SHARE = 0.1;

/** A version that is one index alone. */
export function firstVersion(base: ArrayBufferLike, { source, version }: IndexMeta): ListVersion {
  return { source, version, base };
}

function shared(buffer: ArrayBufferLike): SharedArrayBuffer {
  const copy = new SharedArrayBuffer(buffer.byteLength);
  new Uint8Array(copy).set(new Uint8Array(buffer));
  return copy;
}

/** Entries of the overlay after changes: those that stay in their place, new ones last. */
function overlaid(before: ListEntry[], latest: ReadonlyMap<string, EntryChange>): ListEntry[] {
  const left = new Map(latest);
  const after: ListEntry[] = [];
  for (const entry of before) {
    const change = left.get(entry.id);
    left.delete(entry.id);
    if (change?.op !== 'delete') after.push(change?.entry ?? entry);
  }
  for (const change of left.values()) if (change.op === 'put') after.push(change.entry);
  return after;
}

/**
 * The version after changes. Costs as much as the overlay is large, and a bit for each entity of the base; the base is
 * neither read through nor copied.
 * @param changes entries that are new or changed (`put`) and ids that are gone; of several for one id the last counts
 * @throws IndexFormatError when the previous version was built by another edition of the engine
 */
export function nextVersion(
  previous: ListVersion,
  changes: Iterable<EntryChange>,
  meta: IndexMeta,
): ListVersion {
  const latest = new Map<string, EntryChange>();
  for (const change of changes) latest.set(change.id, change);
  const base = openIndex(previous.base);
  const gone = new Uint8Array(new SharedArrayBuffer(Math.ceil(base.entityCount / 8)));
  if (previous.gone) gone.set(new Uint8Array(previous.gone));
  let goneCount = previous.goneCount ?? 0;
  for (const id of latest.keys()) {
    const entity = base.entityWithId(id);
    if (entity < 0 || hasBit(gone, entity)) continue;
    setBit(gone, entity);
    goneCount++;
  }
  const before = previous.overlay ? openIndex(previous.overlay) : undefined;
  const kept = before
    ? Array.from({ length: before.entityCount }, (_, entity) => before.wholeEntry(entity))
    : [];
  const overlay = overlaid(kept, latest);
  return {
    source: meta.source,
    version: meta.version,
    base: previous.base,
    ...(overlay.length > 0 ? { overlay: shared(buildIndex(overlay, meta)) } : {}),
    ...(goneCount > 0 ? { gone: gone.buffer, goneCount } : {}),
  };
}

/** Whether so much has changed since the base was built that it should be built anew. */
export function isMergeDue(version: ListVersion, share = MERGE_SHARE): boolean {
  const base = openIndex(version.base).entityCount;
  const over = version.overlay ? openIndex(version.overlay).entityCount : 0;
  return Math.max(over, version.goneCount ?? 0) > share * base;
}

/** The same version as one index. Costs as much as `buildIndex`; changes made meanwhile are applied to it again. */
export function mergedVersion(version: ListVersion): ListVersion {
  const { source, version: name } = version;
  const meta = { source, version: name };
  return firstVersion(shared(buildIndex(openVersion(version).entries(), meta)), meta);
}
