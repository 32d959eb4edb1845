import type { Tx } from '../database/database.ts';
import { type ListActivation, readListActivations, readListChanges } from '../lists/updates/index.ts';

const pageSize = 10_000;

/** What changed in the lists between two activations. */
export interface ChangedEntries {
  /** Entries that are new or changed materially, by id. */
  readonly entryIds: readonly string[];
  /** Lists whose changes are not known one by one: every entry counts as changed. */
  readonly sources: readonly string[];
  /** The last activation that changed each of these entries. */
  readonly entriesAt: ReadonlyMap<string, number>;
  /** The last activation that changed one of these lists as a whole. */
  readonly sourcesAt: ReadonlyMap<string, number>;
}

/** The activations after one, up to another. */
export async function readActivationsBetween(tx: Tx, after: number, upTo: number): Promise<ListActivation[]> {
  const found: ListActivation[] = [];
  let since = after;
  for (;;) {
    const page = await readListActivations(tx, since);
    found.push(...page.filter(({ sequence }) => sequence <= upTo));
    const last = page.at(-1);
    if (last === undefined || last.sequence >= upTo) return found;
    since = last.sequence;
  }
}

/** Gathers what these activations changed. */
export async function readChangedEntries(
  tx: Tx,
  activations: readonly ListActivation[],
): Promise<ChangedEntries> {
  const entriesAt = new Map<string, number>();
  const sourcesAt = new Map<string, number>();
  for (const { source, sequence, itemized, counts } of activations) {
    if (!itemized) {
      sourcesAt.set(source, sequence);
      continue;
    }
    if (counts.new + counts.material === 0) continue;
    for await (const { entryId, kind } of changesOf(tx, sequence)) {
      if (kind === 'new' || kind === 'material') entriesAt.set(entryId, sequence);
    }
  }
  return { entryIds: [...entriesAt.keys()], sources: [...sourcesAt.keys()], entriesAt, sourcesAt };
}

/** The versions before the first and after the last activation of each list. */
export function versionsOf(
  activations: readonly ListActivation[],
): Record<'versionsFrom' | 'versionsTo', Readonly<Record<string, string>>> {
  const versionsFrom: Record<string, string> = {};
  const versionsTo: Record<string, string> = {};
  for (const { source, version, previousVersion } of activations) {
    if (versionsTo[source] === undefined && previousVersion !== null) versionsFrom[source] = previousVersion;
    versionsTo[source] = version;
  }
  return { versionsFrom, versionsTo };
}

async function* changesOf(tx: Tx, sequence: number) {
  let after = '';
  for (;;) {
    const page = await readListChanges(tx, sequence, { after, limit: pageSize });
    yield* page;
    if (page.length < pageSize) return;
    after = page.at(-1)!.entryId;
  }
}
