import { gunzipSync } from 'node:zlib';
import type { ConsoleData } from '@gatehouse/contract';
import { type Actor, recordAudit } from '../../audit/index.ts';
import type { Tx } from '../../database/database.ts';
import type { JobQueue } from '../../jobs/index.ts';
import { newId } from '../../lib/ids.ts';
import type { Scope } from '../../lib/scope.ts';
import { cleanSize } from '../pack/make-pack.ts';
import type { ReportBasis } from '../run/report.ts';
import type { ReportAnswer } from './part-thread.ts';
import { drawCustomers, dropSample } from './sample-rows.ts';

/** What a job of a run carries. */
export interface AssuranceJob extends Scope {
  readonly assuranceRunId: string;
}

/** A run as people read it. */
export type RunRow = ConsoleData<'assurance.list'>['runs'][number];
export type RunSettings = RunRow['settings'];

/** What the service reads of a run to go on with it. */
export interface OpenRun {
  readonly assuranceRunId: string;
  readonly settings: RunSettings;
  readonly orderedBy: string;
  readonly basis: ReportBasis | null;
  readonly screened: number;
  readonly total: number;
  /** The tenant's own that were drawn; null: control records are made up. */
  readonly customers: number | null;
}

/** Of a domain in the list, the newest. */
const listed = 200;

/** Orders a run; its job and its audit row are beside it. */
export async function orderRun(
  tx: Tx,
  scope: Scope,
  order: {
    readonly settings: RunSettings;
    readonly actor: Actor;
    readonly queue: JobQueue<AssuranceJob>;
  },
): Promise<string> {
  const { settings, actor, queue } = order;
  const assuranceRunId = newId();
  await tx.sql(
    'insert into assurance_run (tenant_id, domain, run_id, settings, total, ordered_by) values ($1, $2, $3, $4, $5, $6)',
    [scope.tenantId, scope.domain, assuranceRunId, JSON.stringify(settings), settings.size, actor.id],
  );
  if (settings.cleanFrom === 'CUSTOMERS') {
    const drawn = { assuranceRunId, seed: settings.seed, most: cleanSize(settings.size) };
    await tx.sql(
      'update assurance_run set customers = $4 where tenant_id = $1 and domain = $2 and run_id = $3',
      [scope.tenantId, scope.domain, assuranceRunId, await drawCustomers(tx, scope, drawn)],
    );
  }
  await recordAudit(tx, scope, {
    actor,
    act: 'assurance_run.order',
    object: { kind: 'assurance_run', id: assuranceRunId },
    detail: { ...settings },
  });
  await queue.enqueue(tx, { id: newId(), data: { ...scope, assuranceRunId } });
  return assuranceRunId;
}

/** Runs of the domain that have a report or may get one, and of them those that wait or are under way. */
export async function countRuns(
  tx: Tx,
  scope: Scope,
): Promise<{ readonly kept: number; readonly open: number }> {
  const [row] = await tx.sql<{ kept: number; open: number }>(
    `select count(*) filter (where state in ('ORDERED', 'DONE'))::integer as kept,
       count(*) filter (where state = 'ORDERED')::integer as open
     from assurance_run where tenant_id = $1 and domain = $2`,
    [scope.tenantId, scope.domain],
  );
  return row!;
}

/** The published workflows of the domain, with the version that is published. */
export function readPublished(
  tx: Tx,
  scope: Scope,
): Promise<{ workflowId: string; name: string; version: number }[]> {
  return tx.sql(
    `select workflow_id as "workflowId", name, published_version as version from workflow
     where tenant_id = $1 and domain = $2 and published_version is not null order by name, workflow_id`,
    [scope.tenantId, scope.domain],
  );
}

/** Ends a run that is not done; false where it is. The part that is being screened is thrown away. */
export async function cancelRun(
  tx: Tx,
  scope: Scope,
  { assuranceRunId, actor }: { readonly assuranceRunId: string; readonly actor: Actor },
): Promise<boolean> {
  const ended = await tx.sql(
    `update assurance_run set state = 'CANCELLED', finished_at = now(), owner_node = null
     where tenant_id = $1 and domain = $2 and run_id = $3 and state = 'ORDERED' returning 1`,
    [scope.tenantId, scope.domain, assuranceRunId],
  );
  if (ended.length === 0) return false;
  await dropParts(tx, scope, assuranceRunId);
  await dropSample(tx, scope, assuranceRunId);
  await recordAudit(tx, scope, {
    actor,
    act: 'assurance_run.cancel',
    object: { kind: 'assurance_run', id: assuranceRunId },
    detail: {},
  });
  return true;
}

const columns = `run_id as "assuranceRunId", settings, state, screened, total, summary, failure, ordered_by as "orderedBy",
  report_sha256 as "reportSha256", (extract(epoch from ordered_at) * 1000)::bigint as "orderedAt",
  (extract(epoch from finished_at) * 1000)::bigint as "finishedAt"`;

/** The runs of a domain, newest first. */
export function readRuns(tx: Tx, scope: Scope): Promise<RunRow[]> {
  return tx.sql<RunRow & Record<string, unknown>>(
    `select ${columns} from assurance_run where tenant_id = $1 and domain = $2 order by ordered_at desc, run_id limit $3`,
    [scope.tenantId, scope.domain, listed],
  );
}

export async function readRun(tx: Tx, scope: Scope, assuranceRunId: string): Promise<RunRow | undefined> {
  const [found] = await tx.sql<RunRow & Record<string, unknown>>(
    `select ${columns} from assurance_run where tenant_id = $1 and domain = $2 and run_id = $3`,
    [scope.tenantId, scope.domain, assuranceRunId],
  );
  return found;
}

export async function readOpenRun(
  tx: Tx,
  scope: Scope,
  assuranceRunId: string,
): Promise<OpenRun | undefined> {
  const [found] = await tx.sql<OpenRun & Record<string, unknown>>(
    `select run_id as "assuranceRunId", settings, ordered_by as "orderedBy", basis, screened, total, customers
     from assurance_run where tenant_id = $1 and domain = $2 and run_id = $3`,
    [scope.tenantId, scope.domain, assuranceRunId],
  );
  return found;
}

/** Names sort as the parts follow each other. */
function partName(from: number): string {
  return `part ${String(from).padStart(8, '0')}`;
}

export async function readParts(tx: Tx, scope: Scope, assuranceRunId: string): Promise<Uint8Array[]> {
  const rows = await tx.sql<{ content: Uint8Array }>(
    `select content from assurance_file where tenant_id = $1 and domain = $2 and run_id = $3 and name like 'part %' order by name`,
    [scope.tenantId, scope.domain, assuranceRunId],
  );
  return rows.map(({ content }) => content);
}

async function dropParts(tx: Tx, scope: Scope, assuranceRunId: string): Promise<void> {
  await tx.sql(
    `delete from assurance_file where tenant_id = $1 and domain = $2 and run_id = $3 and name like 'part %'`,
    [scope.tenantId, scope.domain, assuranceRunId],
  );
}

/** Writes what was counted of a part. The first part sets the basis, and whatever was counted on another one goes. */
export async function writePart(
  tx: Tx,
  scope: Scope,
  done: {
    readonly assuranceRunId: string;
    readonly basis: ReportBasis;
    readonly from: number;
    readonly screened: number;
    readonly total: number;
    readonly part: Uint8Array;
  },
): Promise<void> {
  const { assuranceRunId, basis, from, screened, total, part } = done;
  if (from === 0) await dropParts(tx, scope, assuranceRunId);
  await writeFile(tx, scope, { assuranceRunId, name: partName(from), packed: part });
  await tx.sql(
    'update assurance_run set basis = $4, screened = $5, total = $6 where tenant_id = $1 and domain = $2 and run_id = $3',
    [scope.tenantId, scope.domain, assuranceRunId, JSON.stringify(basis), screened, total],
  );
}

export async function writeReport(
  tx: Tx,
  scope: Scope,
  done: { readonly assuranceRunId: string; readonly attestation: string } & ReportAnswer,
): Promise<void> {
  const { assuranceRunId, files, summary, attestation } = done;
  await dropParts(tx, scope, assuranceRunId);
  for (const { name, packed } of files) await writeFile(tx, scope, { assuranceRunId, name, packed });
  await tx.sql(
    `update assurance_run set state = 'DONE', finished_at = now(), owner_node = null, failure = null, summary = $4,
       report_sha256 = $5, attestation = $6
     where tenant_id = $1 and domain = $2 and run_id = $3`,
    [
      ...[scope.tenantId, scope.domain, assuranceRunId, JSON.stringify(summary)],
      ...[files.find(({ name }) => name === 'report.json')!.sha256, attestation],
    ],
  );
}

async function writeFile(
  tx: Tx,
  scope: Scope,
  {
    assuranceRunId,
    name,
    packed,
  }: { readonly assuranceRunId: string; readonly name: string; readonly packed: Uint8Array },
): Promise<void> {
  await tx.sql(
    'insert into assurance_file (tenant_id, domain, run_id, name, content) values ($1, $2, $3, $4, $5)',
    [scope.tenantId, scope.domain, assuranceRunId, name, packed],
  );
}

/** A file of a run that is done, as it was hashed; undefined where there is none. */
export async function readRunFile(
  tx: Tx,
  scope: Scope,
  { assuranceRunId, name }: { readonly assuranceRunId: string; readonly name: string },
): Promise<string | undefined> {
  if (name === 'attestation.json') {
    const [run] = await tx.sql<{ attestation: string | null }>(
      'select attestation from assurance_run where tenant_id = $1 and domain = $2 and run_id = $3',
      [scope.tenantId, scope.domain, assuranceRunId],
    );
    return run?.attestation ?? undefined;
  }
  const [file] = await tx.sql<{ content: Uint8Array }>(
    'select content from assurance_file where tenant_id = $1 and domain = $2 and run_id = $3 and name = $4',
    [scope.tenantId, scope.domain, assuranceRunId, name],
  );
  return file && gunzipSync(file.content).toString('utf8');
}

export async function failRun(
  tx: Tx,
  scope: Scope,
  { assuranceRunId, failure }: { readonly assuranceRunId: string; readonly failure: string },
): Promise<void> {
  await dropParts(tx, scope, assuranceRunId);
  await dropSample(tx, scope, assuranceRunId);
  await tx.sql(
    `update assurance_run set state = 'FAILED', failure = $4, finished_at = now(), owner_node = null
     where tenant_id = $1 and domain = $2 and run_id = $3`,
    [scope.tenantId, scope.domain, assuranceRunId, failure],
  );
}
