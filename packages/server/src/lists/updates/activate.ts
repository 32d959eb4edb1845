import { type Actor, deploymentLevel, recordAudit } from '../../audit/index.ts';
import { invalidateCaches, type Tx } from '../../database/index.ts';
import { type ActivationReason, type ChangeKind, changeKinds, type ListChange } from './list-activations.ts';

/** Topic of the invalidation that tells every node of an activation. */
export const listsTopic = 'lists';

/** Any number that nobody else locks: activations get their sequence one after the other. */
const lockKey = 4_283_640_003;
/** Rows a statement. */
const chunk = 5_000;

/** A file of a version, as the publisher or the folder had it. */
export interface VersionFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  /** Where it was fetched, without what may be a key; absent for one that lay in the lists folder. */
  readonly url?: string | undefined;
}

/** What is known of a version that could be read. */
export interface VersionFacts {
  readonly source: string;
  readonly version: string;
  readonly publishedAt: string | null;
  readonly entries: number;
  readonly names: number;
  readonly rejected: number;
  readonly files: readonly VersionFile[];
}

/** Changes from the version that was active to the new one; null when there was none. */
export interface VersionChanges {
  readonly from: string;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** All of them, or undefined when there are too many to keep. */
  readonly items: readonly ListChange[] | undefined;
}

export interface Activation {
  readonly facts: VersionFacts;
  readonly changes: VersionChanges | null;
  readonly reason: ActivationReason;
  readonly actor: Actor;
}

/** `moved`: another version than the changes were counted from is active by now. */
export type ActivationOutcome =
  | { readonly kind: 'activated'; readonly sequence: number }
  | { readonly kind: 'active' }
  | { readonly kind: 'moved' };

/** Activates a version: writes state, changes, audit row and the mark for all nodes, in the caller's operator transaction. */
export async function activate(tx: Tx, activation: Activation): Promise<ActivationOutcome> {
  const { facts, changes, reason, actor } = activation;
  await tx.sql('select pg_advisory_xact_lock($1)', [lockKey]);
  const [active] = await tx.sql<{ version: string }>(
    `select version from gatehouse.list_version where source = $1 and state = 'active'`,
    [facts.source],
  );
  if (active?.version === facts.version) return { kind: 'active' };
  if (active?.version !== changes?.from) return { kind: 'moved' };
  await tx.sql(
    `update gatehouse.list_version set state = 'superseded' where source = $1 and state = 'active'`,
    [facts.source],
  );
  await writeVersion(tx, facts, 'active', null);
  const sequence = await writeActivation(tx, activation);
  const items = changes?.items ?? [];
  for (let from = 0; from < items.length; from += chunk) {
    await tx.sql(
      `insert into gatehouse.list_change (sequence, entry_id, kind)
       select $1, "entryId", kind from jsonb_to_recordset($2::jsonb) as c("entryId" text, kind text)`,
      [sequence, JSON.stringify(items.slice(from, from + chunk))],
    );
  }
  await recordAudit(tx, deploymentLevel, {
    actor,
    act: 'list.activate',
    object: { kind: 'list', id: facts.source },
    detail: {
      version: facts.version,
      previousVersion: changes?.from ?? null,
      reason,
      sequence,
      entries: facts.entries,
      changes: changes?.counts ?? null,
      files: facts.files,
    },
  });
  await invalidateCaches(tx, listsTopic, deploymentLevel.tenantId);
  return { kind: 'activated', sequence };
}

async function writeActivation(tx: Tx, { facts, changes, reason, actor }: Activation): Promise<number> {
  const counts = changes?.counts ?? { new: facts.entries, material: 0, minor: 0, gone: 0 };
  const [row] = await tx.sql<{ sequence: number }>(
    `insert into gatehouse.list_activation
       (sequence, source, version, previous_version, reason, actor_kind, actor, entries, itemized,
        entries_new, entries_material, entries_minor, entries_gone)
     select coalesce(max(sequence), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
     from gatehouse.list_activation returning sequence`,
    [
      facts.source,
      facts.version,
      changes?.from ?? null,
      reason,
      actor.kind,
      actor.id,
      facts.entries,
      changes?.items !== undefined,
      ...changeKinds.map((kind) => counts[kind]),
    ],
  );
  return row!.sequence;
}

/** Writes what is known of a version, anew where it was known. */
export async function writeVersion(
  tx: Tx,
  facts: Omit<VersionFacts, 'entries' | 'names' | 'rejected'> & {
    readonly entries: number | null;
    readonly names: number | null;
    readonly rejected: number | null;
  },
  state: 'active' | 'refused',
  refusal: { readonly reason: string; readonly message: string } | null,
): Promise<void> {
  await tx.sql(
    `insert into gatehouse.list_version
       (source, version, state, published_at, entries, names, rejected, files, refusal)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (source, version) do update set state = excluded.state, published_at = excluded.published_at,
       entries = excluded.entries, names = excluded.names, rejected = excluded.rejected, files = excluded.files,
       refusal = excluded.refusal,
       found_at = case when excluded.state = 'refused' then now() else list_version.found_at end`,
    [
      facts.source,
      facts.version,
      state,
      facts.publishedAt,
      facts.entries,
      facts.names,
      facts.rejected,
      JSON.stringify(facts.files),
      refusal && JSON.stringify(refusal),
    ],
  );
}
