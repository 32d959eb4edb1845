import type { Tx } from '../database/database.ts';
import { type ListActivation, readListActivations, readListChanges } from '../updates/index.ts';

const pageSize = 10_000;

/** What changed in the lists between two activations. */
export interface ChangedEntries {
  /** Entries that are new or changed materially, by id. */
  readonly entryIds: readonly string[];
  /** Lists whose changes are not known one by one: every entry counts as changed. */
  readonly sources: readonly string[];
  readonly versionsFrom: Readonly<Record<string, string>>;
  readonly versionsTo: Readonly<Record<string, string>>;
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
  const entryIds = new Set<string>();
  const sources = new Set<string>();
  for (const { source, sequence, itemized, counts } of activations) {
    if (!itemized) {
      sources.add(source);
      continue;
    }
    if (counts.new + counts.material === 0) continue;
    for await (const { entryId, kind } of changesOf(tx, sequence)) {
      if (kind === 'new' || kind === 'material') entryIds.add(entryId);
    }
  }
  return { entryIds: [...entryIds], sources: [...sources], ...versionsOf(activations) };
}

/** The versions before the first and after the last activation of each list. */
export function versionsOf(
  activations: readonly ListActivation[],
): Pick<ChangedEntries, 'versionsFrom' | 'versionsTo'> {
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
