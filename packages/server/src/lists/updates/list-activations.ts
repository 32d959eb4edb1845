import type { Tx } from '../../database/index.ts';

/** How an entry changed from one version of a list to the next. */
export const changeKinds = ['new', 'material', 'minor', 'gone'] as const;
/**
 * `material` is a change that may let the entry match another subject or score higher: names, dates, countries,
 * identifiers, category. `minor` is any other. `gone` entries are in the previous version alone.
 */
export type ChangeKind = (typeof changeKinds)[number];

/** Why a version was activated: the publisher's new files, new files in the lists folder, or an operator. */
export type ActivationReason = 'update' | 'folder' | 'accept' | 'rollback';

/** A version of a list that was activated, on every node of the deployment. */
export interface ListActivation {
  /** Grows by one from one activation to the next, over all sources. */
  readonly sequence: number;
  readonly source: string;
  readonly version: string;
  /** Null when the source had none active before: then every entry is new, and none is listed. */
  readonly previousVersion: string | null;
  readonly activatedAt: Date;
  readonly reason: ActivationReason;
  /** Entries of the version. */
  readonly entries: number;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** False when the changes are not listed one by one: the whole list then has to be taken as changed. */
  readonly itemized: boolean;
}

export interface ListChange {
  /** As hits name it: source id, a colon, the publisher's own id. */
  readonly entryId: string;
  readonly kind: ChangeKind;
}

/**
 * The activations after `since`, oldest first, at most `limit`. A follower of the lists (monitoring of
 * customers) keeps the last sequence that it has dealt with, in the transaction that keeps its results, and asks
 * for what came after it; 0 asks for all. Sequences have no gaps and become visible in their order, so nothing is
 * missed. Invalidations of the topic `listsTopic` say when to ask. The entries' content is in the active list
 * on a node whose `ListUpdates.active().sequence` is at least the activation's.
 */
export async function readListActivations(tx: Tx, since: number, limit = 100): Promise<ListActivation[]> {
  const rows = await tx.sql<ActivationRow>(
    `select ${columns} from gatehouse.list_activation where sequence > $1 order by sequence limit $2`,
    [since, limit],
  );
  return rows.map(activationOf);
}

/** The last activations of each source, at most `limit` of one, the newest first, with who did it. */
export async function readLastActivations(
  tx: Pick<Tx, 'sql'>,
  limit: number,
): Promise<(ListActivation & { readonly actor: string })[]> {
  const rows = await tx.sql<ActivationRow & { actor: string }>(
    `select ${columns}, actor from (
       select *, row_number() over (partition by source order by sequence desc) as place
       from gatehouse.list_activation) as a
     where place <= $1 order by sequence desc`,
    [limit],
  );
  return rows.map(activationOf);
}

const columns = `sequence, source, version, previous_version as "previousVersion", activated_at as "activatedAt", reason,
  entries, entries_new as "new", entries_material as material, entries_minor as minor, entries_gone as gone, itemized`;

function activationOf<Row extends ActivationRow>(
  row: Row,
): Omit<Row, ChangeKind> & Pick<ListActivation, 'counts'> {
  const { new: added, material, minor, gone, ...rest } = row;
  return { ...rest, counts: { new: added, material, minor, gone } };
}

type ActivationRow = Omit<ListActivation, 'counts'> & Readonly<Record<ChangeKind, number>>;

/**
 * The changed entries of one activation by id, at most `limit`, from the one behind `after` on; empty past the
 * last. Empty at once when the activation is not `itemized`.
 */
export function readListChanges(
  tx: Tx,
  sequence: number,
  { after = '', limit = 10_000 }: { readonly after?: string; readonly limit?: number } = {},
): Promise<ListChange[]> {
  return tx.sql<ListChange>(
    `select entry_id as "entryId", kind from gatehouse.list_change
     where sequence = $1 and entry_id > $2 order by entry_id limit $3`,
    [sequence, after, limit],
  );
}
