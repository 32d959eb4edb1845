import type {
  WorkflowApproval,
  WorkflowDetail,
  WorkflowSummary,
  WorkflowVersionView,
} from '@gatehouse/contract';
import type { Database, Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { needsApprovalSql, revisionSql } from './approval-queries.ts';
import { type NamedRoute, readPublishedRoutes, startStateOf } from './start-rule.ts';

/** Reading workflows and their versions for people. */

interface SummaryRow
  extends Omit<
    WorkflowSummary,
    'publishedAt' | 'publishedBy' | 'publishedRoute' | 'startsInstead' | 'copyId' | 'updatedAt' | 'approval'
  > {
  readonly publishedAt: Date | null;
  readonly updatedAt: Date;
  readonly actorKind: string | null;
  readonly actor: string | null;
  readonly draft: Record<string, unknown>;
  readonly approvalState: WorkflowApproval['state'] | null;
  readonly approvalRevision: string;
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly note: string | null;
  readonly returnedBy: string | null;
  readonly returnedAt: Date | null;
  readonly reason: string | null;
}

/** The workflows of a domain by name, or the one of that id. */
export function listWorkflows(
  database: Database,
  scope: Scope,
  workflowId?: string,
): Promise<WorkflowSummary[]> {
  return database.transaction(scope, async (tx) => {
    const rows = await readRows(tx, scope, workflowId);
    const published = await readPublishedRoutes(tx, scope);
    return rows.map((row) => summarize(row, published));
  });
}

export function readWorkflowDetail(
  database: Database,
  scope: Scope,
  workflowId: string,
): Promise<WorkflowDetail | undefined> {
  return database.transaction(scope, async (tx) => {
    const [row] = await readRows(tx, scope, workflowId);
    if (row === undefined) return undefined;
    const versions = await tx.sql<VersionRow>(
      `select ${versionColumns} from workflow_version
       where tenant_id = $1 and domain = $2 and workflow_id = $3 order by version desc limit 200`,
      [scope.tenantId, scope.domain, workflowId],
    );
    const published = await readPublishedRoutes(tx, scope);
    return { ...summarize(row, published), draft: row.draft, versions: versions.map(headOf) };
  });
}

export function readWorkflowVersion(
  database: Database,
  scope: Scope,
  { workflowId, version }: { readonly workflowId: string; readonly version: number },
): Promise<WorkflowVersionView | undefined> {
  return database.transaction(scope, async (tx) => {
    const [row] = await tx.sql<VersionRow & { definition: Record<string, unknown> }>(
      `select ${versionColumns}, definition from workflow_version
       where tenant_id = $1 and domain = $2 and workflow_id = $3 and version = $4`,
      [scope.tenantId, scope.domain, workflowId, version],
    );
    return row && { ...headOf(row), workflowId, definition: row.definition };
  });
}

interface VersionRow {
  readonly version: number;
  readonly publishedAt: Date;
  readonly actorKind: string | null;
  readonly actor: string | null;
  readonly askedBy: string | null;
  readonly webhooks: Record<string, number>;
}

const versionColumns =
  'version, published_at as "publishedAt", actor_kind as "actorKind", actor, asked_by as "askedBy", webhooks';

function headOf({ version, publishedAt, webhooks, askedBy: requestedBy, ...by }: VersionRow) {
  return {
    version,
    publishedAt: publishedAt.getTime(),
    publishedBy: actorOf(by),
    askedBy: requestedBy,
    webhooks,
  };
}

function actorOf({ actorKind, actor }: { actorKind: string | null; actor: string | null }) {
  return actorKind === null || actor === null ? null : { kind: actorKind, id: actor };
}

function readRows(tx: Tx, scope: Scope, workflowId: string | undefined): Promise<SummaryRow[]> {
  return tx.sql<SummaryRow>(
    `select w.domain, w.workflow_id as "workflowId", w.name, w.event_type as "eventType", w.source,
       w.published_version as "publishedVersion", w.published_at as "publishedAt", w.updated_at as "updatedAt",
       v.actor_kind as "actorKind", v.actor, v.definition is distinct from w.draft as "draftDiffers", w.draft,
       ${revisionSql} as revision, w.draft_authors as "draftAuthors", ${needsApprovalSql} as "needsApproval",
       a.state as "approvalState", a.revision as "approvalRevision", a.asked_by as "askedBy", a.asked_at as "askedAt",
       a.note, a.returned_by as "returnedBy", a.returned_at as "returnedAt", a.reason
     from workflow w
     join tenant t on t.tenant_id = w.tenant_id
     left join workflow_approval a
       on a.tenant_id = w.tenant_id and a.domain = w.domain and a.workflow_id = w.workflow_id
     left join workflow_version v
       on v.tenant_id = w.tenant_id and v.domain = w.domain and v.workflow_id = w.workflow_id
         and v.version = w.published_version
     where w.tenant_id = $1 and w.domain = $2 and ($3::text is null or w.workflow_id = $3)
     order by w.name, w.workflow_id`,
    [scope.tenantId, scope.domain, workflowId ?? null],
  );
}

function summarize(row: SummaryRow, published: readonly NamedRoute[]): WorkflowSummary {
  const { domain, workflowId, name, eventType, source, publishedVersion, draftDiffers } = row;
  const { revision, draftAuthors, needsApproval } = row;
  return {
    domain,
    workflowId,
    name,
    eventType,
    source,
    publishedVersion,
    publishedAt: row.publishedAt?.getTime() ?? null,
    publishedBy: actorOf(row),
    ...startStateOf(published, workflowId),
    copyId: publishedVersion === null ? null : `${workflowId}@${publishedVersion}`,
    draftDiffers,
    revision,
    draftAuthors,
    needsApproval,
    approval: approvalOf(row),
    updatedAt: row.updatedAt.getTime(),
  };
}

function approvalOf(row: SummaryRow): WorkflowApproval | null {
  if (row.approvalState === null) return null;
  const {
    approvalState: state,
    approvalRevision: revision,
    askedBy: requestedBy,
    note,
    returnedBy,
    reason,
  } = row;
  return {
    state,
    revision,
    askedBy: requestedBy,
    askedAt: row.askedAt.getTime(),
    note,
    returnedBy,
    returnedAt: row.returnedAt?.getTime() ?? null,
    reason,
  };
}
