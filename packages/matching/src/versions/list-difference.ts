/** What is new, changed and gone from one version of a list to the next. */
import type { ListEntry } from '../entry.ts';
import type { HitEntry } from '../hit-entry.ts';
import type { EntryChange } from '../sources/opensanctions-delta.ts';
import { diffEntry, type EntryDifference } from './entry-difference.ts';
import type { LayeredList } from './layered-list.ts';
import { hasBit, setBit } from './segment.ts';

/** A changed entry has no `changes` where only the order of what it says is another. */
export type ListDifference =
  | { kind: 'new'; id: string; after: ListEntry }
  | ({ kind: 'changed'; id: string; before: HitEntry & ListEntry; after: ListEntry } & EntryDifference)
  | { kind: 'gone'; id: string; before: HitEntry & ListEntry };

/** The difference as a change for `nextVersion`. */
export function changeOf(difference: ListDifference): EntryChange {
  const { id } = difference;
  return difference.kind === 'gone' ? { op: 'delete', id } : { op: 'put', id, entry: difference.after };
}

/**
 * Every difference between the active list and a newer reading of it, entry by entry: what is new or changed in the
 * order of the new one, then what is gone. Holds a bit for each entity. Costs a look-up and a comparison of bytes for
 * each entry that stays; ids must be unique in either version, the last entry of one id counts.
 */
export async function* differences(
  previous: LayeredList,
  next: AsyncIterable<ListEntry> | Iterable<ListEntry>,
): AsyncGenerator<ListDifference> {
  const seen = previous.segments.map(({ index }) => new Uint8Array(Math.ceil(index.entityCount / 8)));
  for await (const after of next) {
    const found = entryIn(previous, after.id);
    if (!found) {
      yield { kind: 'new', id: after.id, after };
      continue;
    }
    setBit(seen[found.segment]!, found.entity);
    const { index } = previous.segments[found.segment]!;
    if (index.holdsEntry(found.entity, after)) continue;
    const before = index.wholeEntry(found.entity);
    yield { kind: 'changed', id: after.id, before, after, ...diffEntry(before, after) };
  }
  for (const [number, { index, gone }] of previous.segments.entries()) {
    for (let entity = 0; entity < index.entityCount; entity++) {
      if (hasBit(seen[number]!, entity) || (gone && hasBit(gone, entity))) continue;
      const before = index.wholeEntry(entity);
      yield { kind: 'gone', id: before.id, before };
    }
  }
}

/**
 * The differences that the changes of a publisher's delta file make. A change that changes nothing, or whose entry is
 * not in the list, is left out. Costs as much as there are changes.
 */
export function* differencesOf(
  previous: LayeredList,
  changes: Iterable<EntryChange>,
): Generator<ListDifference> {
  const latest = new Map<string, EntryChange>();
  for (const change of changes) latest.set(change.id, change);
  for (const change of latest.values()) {
    const { id } = change;
    const found = entryIn(previous, id);
    const index = found && previous.segments[found.segment]!.index;
    if (change.op === 'delete') {
      if (index) yield { kind: 'gone', id, before: index.wholeEntry(found.entity) };
    } else if (!index) {
      yield { kind: 'new', id, after: change.entry };
    } else if (!index.holdsEntry(found.entity, change.entry)) {
      const before = index.wholeEntry(found.entity);
      yield { kind: 'changed', id, before, after: change.entry, ...diffEntry(before, change.entry) };
    }
  }
}

function entryIn(list: LayeredList, id: string): { segment: number; entity: number } | undefined {
  for (const [segment, { index, gone }] of list.segments.entries()) {
    const entity = index.entityWithId(id);
    if (entity >= 0 && !(gone && hasBit(gone, entity))) return { segment, entity };
  }
  return undefined;
}
