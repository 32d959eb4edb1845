import type { Tx } from '../../database/database.ts';
import type { SourceSettings } from '../index-files/index.ts';
import type { Refusal } from './check-size.ts';
import {
  hasFiles,
  readServerNodes,
  readSources,
  readVersions,
  type ServerNodeRow,
  type SourceRow,
  type VersionRow,
} from './source-queries.ts';
import { findUpdateSources } from './update-sources.ts';

/** The state of a source in the deployment: what `lists status` prints beside the active list. */
export interface SourceStatus {
  readonly source: string;
  /** Where new versions come from. */
  readonly feed: 'publisher' | 'folder';
  /** The active version in the deployment; null when there was none yet. */
  readonly activeVersion: string | null;
  readonly activatedAt: string | null;
  /** The last successful check; for a folder, when its files last changed. */
  readonly checkedAt: string | null;
  readonly nextCheckAt: string | null;
  /** Checks that failed since then. */
  readonly failures: number;
  /** What went wrong last since then, in a check that still goes on too. */
  readonly lastFailure: { readonly at: string; readonly message: string } | null;
  /** No successful check for longer than the source's `staleAfterDays`. */
  readonly isStale: boolean;
  /** The version that is offered now, where it was refused. */
  readonly refused:
    | ({ readonly version: string; readonly foundAt: string; readonly entries: number | null } & Refusal)
    | null;
  /** The version that each node screens against; null on a node that does not have the source yet. */
  readonly nodes: Readonly<Record<string, string | null>>;
  /** Seconds for which a node has screened against another version than the active one; null while none does. */
  readonly behindSeconds: number | null;
  /** The node that works on it now. */
  readonly claimedBy: string | null;
}

/** Whether no version of a source was ever active because it cannot be fetched. */
export function isUnfetched({
  lastFailure,
  activeVersion,
}: Pick<SourceStatus, 'lastFailure' | 'activeVersion'>): boolean {
  return lastFailure !== null && activeVersion === null;
}

export interface SourceFacts {
  readonly updateSources: Iterable<{
    readonly settings: SourceSettings;
    readonly kind: 'publisher' | 'folder';
  }>;
  readonly sources: readonly SourceRow[];
  readonly versions: readonly VersionRow[];
  readonly nodes: readonly ServerNodeRow[];
  readonly now: Date;
}

const dayMs = 86_400_000;

export function sourceStatuses({
  updateSources,
  sources,
  versions,
  nodes,
  now,
}: SourceFacts): SourceStatus[] {
  return Array.from(updateSources, ({ settings, kind }) => {
    const { source } = settings;
    const row = sources.find((candidate) => candidate.source === source);
    const own = versions.filter((version) => version.source === source);
    const active = own.find(({ state }) => state === 'active');
    const seenAt = Math.max(row?.checkedAt?.getTime() ?? 0, active?.activatedAt?.getTime() ?? 0);
    return {
      source,
      feed: kind,
      activeVersion: active?.version ?? null,
      activatedAt: active?.activatedAt?.toISOString() ?? null,
      checkedAt: row?.checkedAt?.toISOString() ?? null,
      nextCheckAt: row?.nextCheckAt?.toISOString() ?? null,
      failures: row?.failures ?? 0,
      lastFailure: lastFailureOf(row),
      isStale: now.getTime() - seenAt > settings.staleAfterDays * dayMs,
      refused: refusedOf(own, active, row),
      nodes: Object.fromEntries(nodes.map((node) => [node.nodeId, node.versions[source] ?? null])),
      behindSeconds: behindSeconds(active, { source, nodes, now }),
      claimedBy: row?.claimedBy ?? null,
    };
  });
}

/** Nodes of earlier versions leave it there after a good check. */
function lastFailureOf(row: SourceRow | undefined): SourceStatus['lastFailure'] {
  if (!row?.lastFailure) return null;
  const isOver =
    row.failures === 0 && row.checkedAt !== null && Date.parse(row.lastFailure.at) <= row.checkedAt.getTime();
  return isOver ? null : row.lastFailure;
}

function behindSeconds(
  active: VersionRow | undefined,
  { source, nodes, now }: Pick<SourceFacts, 'nodes' | 'now'> & { readonly source: string },
): number | null {
  if (!active?.activatedAt || nodes.every(({ versions }) => versions[source] === active.version)) return null;
  return Math.max(0, (now.getTime() - active.activatedAt.getTime()) / 1000);
}

/** One that an operator rolled back from is known; it is not reported again. */
function refusedOf(
  own: readonly VersionRow[],
  active: VersionRow | undefined,
  row: SourceRow | undefined,
): SourceStatus['refused'] {
  const activeSince = active?.activatedAt?.getTime() ?? 0;
  const held = own.filter(({ state, refusal }) => state === 'refused' && refusal?.reason !== 'rolledBack');
  const offered = own.find((version) => hasFiles(version, row?.validators ?? []));
  // Of a source that was checked by an earlier release, what a folder has is not known.
  const refused = held.find((one) => (offered ? one === offered : one.foundAt.getTime() >= activeSince));
  if (!refused?.refusal) return null;
  const { version, foundAt, entries, refusal } = refused;
  return { version, foundAt: foundAt.toISOString(), entries, ...refusal };
}

/** The state of the sources of a deployment in a store, read only. @throws ListsRefusal as `findUpdateSources` does */
export async function readSourceStatuses(
  tx: Pick<Tx, 'sql'>,
  {
    listsDir,
    listSources,
    now,
  }: {
    readonly listsDir: string | undefined;
    readonly listSources: readonly SourceSettings[];
    readonly now: Date;
  },
): Promise<SourceStatus[]> {
  const { sources: updateSources } = await findUpdateSources(listsDir, listSources);
  const [sources, versions, nodes] = [
    await readSources(tx),
    await readVersions(tx),
    await readServerNodes(tx),
  ];
  return sourceStatuses({ updateSources: updateSources.values(), sources, versions, nodes, now });
}
