import type { Tx } from '../../database/index.ts';
import { isOwnerDead } from '../../jobs/index.ts';
import type { VersionFile } from './activate.ts';
import type { Refusal } from './check-size.ts';
import type { FileState } from './fetch-file.ts';

/** A node that holds a source and does not renew it for so long has died. */
export const claimMs = 60_000;

/** Makes the row of every source that is configured. */
export async function registerSources(tx: Tx, sources: readonly string[]): Promise<void> {
  await tx.sql(
    `insert into gatehouse.list_source (source) select unnest($1::text[]) on conflict (source) do nothing`,
    [sources],
  );
}

/** Takes one source for this node, if nobody else has it; with `onlyDue`, one whose time has come. */
export async function claimSource(
  tx: Tx,
  { node, sources, onlyDue }: { node: string; sources: readonly string[]; onlyDue: boolean },
): Promise<string | undefined> {
  const [row] = await tx.sql<{ source: string }>(
    `update gatehouse.list_source set claimed_by = $1, claimed_until = now() + make_interval(secs => $3 / 1000.0)
     where source = (
       select source from gatehouse.list_source
       where source = any ($2::text[]) and (claimed_until is null or claimed_until < now())
         and (not $4 or next_check_at is null or next_check_at <= now())
       order by next_check_at nulls first, source limit 1 for update skip locked)
     returning source`,
    [node, sources, claimMs, onlyDue],
  );
  return row?.source;
}

/** Continues holding a source; false when it was lost. */
export async function renewClaim(tx: Tx, source: string, node: string): Promise<boolean> {
  const rows = await tx.sql(
    `update gatehouse.list_source set claimed_until = now() + make_interval(secs => $3 / 1000.0)
     where source = $1 and claimed_by = $2 returning source`,
    [source, node, claimMs],
  );
  return rows.length === 1;
}

export async function releaseClaim(tx: Tx, source: string, node: string): Promise<void> {
  await tx.sql(
    `update gatehouse.list_source set claimed_by = null, claimed_until = null
     where source = $1 and claimed_by = $2`,
    [source, node],
  );
}

export async function releaseAllClaims(tx: Tx): Promise<void> {
  await tx.sql(
    'update gatehouse.list_source set claimed_by = null, claimed_until = null where claimed_by is not null',
  );
}

interface Check {
  readonly nextCheckAt: Date | null;
  /** Whether what is offered is good; a list whose new versions are all refused grows old. */
  readonly isGood: boolean;
  /** Of what is offered now. */
  readonly offered?: readonly (VersionFile | FileState)[] | undefined;
}

/** Records a check that found out what the publisher or the folder has. */
export async function recordCheck(
  tx: Tx,
  source: string,
  { nextCheckAt, isGood, offered }: Check,
): Promise<void> {
  await tx.sql(
    `update gatehouse.list_source set checked_at = case when $4 then now() else checked_at end, failures = 0,
       last_failure = null, next_check_at = $2, validators = coalesce($3::jsonb, validators)
     where source = $1`,
    [source, nextCheckAt, offered ? JSON.stringify(offered) : null, isGood],
  );
}

/** Records a check that failed. */
export async function recordFailedCheck(
  tx: Tx,
  source: string,
  { nextCheckAt, message, at }: { nextCheckAt: Date | null; message: string; at: Date },
): Promise<void> {
  await tx.sql(
    `update gatehouse.list_source set failures = failures + 1, next_check_at = coalesce($2, next_check_at),
       last_failure = $3
     where source = $1`,
    [source, nextCheckAt, JSON.stringify({ at: at.toISOString(), message })],
  );
}

/** Records what went wrong in a check that goes on: it may still end well. */
export async function recordFailedAttempt(
  tx: Tx,
  source: string,
  { message, at }: { message: string; at: Date },
): Promise<void> {
  await tx.sql('update gatehouse.list_source set last_failure = $2 where source = $1', [
    source,
    JSON.stringify({ at: at.toISOString(), message }),
  ]);
}

export interface SourceRow {
  readonly source: string;
  readonly claimedBy: string | null;
  readonly checkedAt: Date | null;
  readonly nextCheckAt: Date | null;
  readonly failures: number;
  /** What went wrong last since the last good check, in a check that still goes on too. */
  readonly lastFailure: { readonly at: string; readonly message: string } | null;
  /** The files that it had at the last check. */
  readonly validators: readonly FileState[];
}

export function readSources(tx: Pick<Tx, 'sql'>): Promise<SourceRow[]> {
  return tx.sql<SourceRow>(
    `select source, case when claimed_until >= now() then claimed_by end as "claimedBy", checked_at as "checkedAt",
       next_check_at as "nextCheckAt", failures, last_failure as "lastFailure", validators
     from gatehouse.list_source order by source`,
  );
}

export interface VersionRow {
  readonly source: string;
  readonly version: string;
  readonly state: 'active' | 'superseded' | 'refused';
  readonly foundAt: Date;
  /** When it was last activated; null when it never was. */
  readonly activatedAt: Date | null;
  readonly publishedAt: string | null;
  readonly entries: number | null;
  readonly names: number | null;
  readonly rejected: number | null;
  readonly files: readonly VersionFile[];
  readonly refusal: Refusal | null;
}

/** Whether a version has exactly these files. */
export function hasFiles(
  version: Pick<VersionRow, 'files'>,
  files: readonly Pick<VersionFile, 'name' | 'sha256'>[],
): boolean {
  const own = new Map(version.files.map(({ name, sha256 }) => [name, sha256]));
  return own.size === files.length && files.every(({ name, sha256 }) => own.get(name) === sha256);
}

/** Versions of one source, or of all, the newest first. */
export function readVersions(tx: Pick<Tx, 'sql'>, source?: string): Promise<VersionRow[]> {
  return tx.sql<VersionRow>(
    `select v.source, v.version, v.state, v.found_at as "foundAt", a.activated_at as "activatedAt",
       v.published_at as "publishedAt", v.entries, v.names, v.rejected, v.files, v.refusal
     from gatehouse.list_version v
     left join lateral (
       select max(sequence) as sequence, max(activated_at) as activated_at from gatehouse.list_activation
       where source = v.source and version = v.version) a on true
     where $1::text is null or v.source = $1
     order by v.source, greatest(v.found_at, a.activated_at) desc, a.sequence desc nulls last, v.version`,
    [source ?? null],
  );
}

/** The active versions in the store with the last activation, as of one instant. */
export async function readActiveVersions(
  tx: Tx,
): Promise<{ readonly sequence: number; readonly versions: readonly VersionRow[] }> {
  const [row] = await tx.sql<{ sequence: number; versions: VersionRow[] }>(
    `select (select coalesce(max(sequence), 0) from gatehouse.list_activation) as sequence,
       coalesce((select jsonb_agg(jsonb_build_object('source', source, 'version', version, 'files', files,
         'entries', entries) order by source) from gatehouse.list_version where state = 'active'), '[]') as versions`,
  );
  return row!;
}

export interface ServerNodeRow {
  readonly nodeId: string;
  readonly sequence: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly since: Date;
}

/** Tells which lists this node screens against. Nodes whose lease is gone are forgotten. */
export async function reportServerNode(tx: Tx, node: Omit<ServerNodeRow, 'since'>): Promise<void> {
  await tx.sql(
    `insert into gatehouse.list_node (node_id, sequence, versions) values ($1, $2, $3)
     on conflict (node_id) do update set sequence = excluded.sequence, versions = excluded.versions, since = now()`,
    [node.nodeId, node.sequence, JSON.stringify(node.versions)],
  );
  await tx.sql(
    `delete from gatehouse.list_node where node_id <> $1
     and node_id not in (select node_id from gatehouse.node_lease)`,
    [node.nodeId],
  );
}

/** The nodes that live, with what each screens against. The lease of a dead one stays until its work is taken over. */
export function readServerNodes(tx: Pick<Tx, 'sql'>): Promise<ServerNodeRow[]> {
  return tx.sql<ServerNodeRow>(
    `select n.node_id as "nodeId", n.sequence, n.versions, n.since from gatehouse.list_node n
     where not ${isOwnerDead('n.node_id')} order by n.node_id`,
  );
}

/** Changes of activations this old are forgotten; whoever follows the lists has read them long before. */
const changesKeptDays = 90;

export async function pruneListChanges(tx: Tx): Promise<void> {
  await tx.sql(
    `with old as (
       update gatehouse.list_activation set itemized = false
       where itemized and activated_at < now() - make_interval(days => $1) returning sequence)
     delete from gatehouse.list_change where sequence in (select sequence from old)`,
    [changesKeptDays],
  );
}
