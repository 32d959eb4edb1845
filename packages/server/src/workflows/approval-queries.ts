import { type PublishingRules, rolesWith, type WorkflowFile } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

/** What is stored of the wish to have a workflow published by somebody else. */

const rolesThatPublish = rolesWith('workflows.manage');

/** Digest of what was saved last, of the row `w`; its keys are in the store's own order, so that the same content has the same. */
export const revisionSql = `encode(sha256(convert_to(w.draft::text, 'UTF8')), 'hex')`;

/**
 * Whether a second person publishes where nobody said so: in a tenant whose file itself calls it production, while at
 * least two people may publish. Of the row `t`.
 */
const secondByDefaultSql = `(t.publishing is null and t.production_stated and t.environment = 'production'
  and (select count(*) from user_account u where u.tenant_id = t.tenant_id and u.enabled
    and u.roles && array[${rolesThatPublish.map((role) => `'${role}'`).join(', ')}]) >= 2)`;

/** Whether the tenant of the row `t` wants a second person to publish the workflow of the row `w`. */
export const needsApprovalSql = `(${secondByDefaultSql} or coalesce((t.publishing ->> 'secondApprover')::boolean
  and (t.publishing -> 'domains' is null or t.publishing -> 'domains' ? w.domain)
  and (t.publishing -> 'workflows' is null or t.publishing -> 'workflows' ? w.workflow_id), false))`;

/** Whether publishing in the domain wants a second person, or of which workflows alone. */
export async function readSecondApprover(tx: Tx, scope: Scope): Promise<boolean | string[]> {
  const [row] = await tx.sql<{ publishing: PublishingRules | null; isDefault: boolean }>(
    `select t.publishing, ${secondByDefaultSql} as "isDefault" from tenant t where t.tenant_id = $1`,
    [scope.tenantId],
  );
  if (row?.isDefault) return true;
  const { secondApprover = false, domains, workflows } = row?.publishing ?? {};
  if (!secondApprover || domains?.includes(scope.domain) === false) return false;
  return workflows ?? true;
}

/** The approval state of a workflow. */
export interface ApprovalState {
  readonly draft: WorkflowFile;
  readonly revision: string;
  /** Who saved the draft since it was published last. */
  readonly authors: readonly string[];
  readonly draftDiffers: boolean;
  readonly needsApproval: boolean;
  /** Null: nobody was asked, or it was withdrawn. */
  readonly state: 'asked' | 'returned' | null;
  /** The revision that was asked for. */
  readonly askedRevision: string | null;
  readonly askedBy: string | null;
}

export async function readApprovalState(
  tx: Tx,
  scope: Scope,
  workflowId: string,
): Promise<ApprovalState | undefined> {
  const [row] = await tx.sql<ApprovalState & Record<string, unknown>>(
    `select w.draft, ${revisionSql} as revision, w.draft_authors as authors, ${needsApprovalSql} as "needsApproval",
       v.definition is distinct from w.draft as "draftDiffers",
       a.state, a.revision as "askedRevision", a.asked_by as "askedBy"
     from workflow w
     join tenant t on t.tenant_id = w.tenant_id
     left join workflow_version v on v.tenant_id = w.tenant_id and v.domain = w.domain
       and v.workflow_id = w.workflow_id and v.version = w.published_version
     left join workflow_approval a on a.tenant_id = w.tenant_id and a.domain = w.domain and a.workflow_id = w.workflow_id
     where w.tenant_id = $1 and w.domain = $2 and w.workflow_id = $3`,
    [scope.tenantId, scope.domain, workflowId],
  );
  return row;
}

/** Asks for what was saved last; a wish that was sent back before is forgotten. */
export async function insertApprovalRequest(
  tx: Tx,
  scope: Scope,
  of: { readonly workflowId: string; readonly askedBy: string; readonly note: string | null },
): Promise<void> {
  await endApproval(tx, scope, of);
  await tx.sql(
    `insert into workflow_approval (tenant_id, domain, workflow_id, revision, asked_by, note)
     select w.tenant_id, w.domain, w.workflow_id, ${revisionSql}, $4, $5 from workflow w
     where w.tenant_id = $1 and w.domain = $2 and w.workflow_id = $3`,
    [scope.tenantId, scope.domain, of.workflowId, of.askedBy, of.note],
  );
}

export async function markReturned(
  tx: Tx,
  scope: Scope,
  of: { readonly workflowId: string; readonly returnedBy: string; readonly reason: string },
): Promise<void> {
  await tx.sql(
    `update workflow_approval set state = 'returned', returned_by = $4, returned_at = now(), reason = $5
     where tenant_id = $1 and domain = $2 and workflow_id = $3`,
    [scope.tenantId, scope.domain, of.workflowId, of.returnedBy, of.reason],
  );
}

/** Deletes what was asked for, or with `onlyAsked` leaves what was sent back; answers who had asked. */
export async function endApproval(
  tx: Tx,
  scope: Scope,
  { workflowId, onlyAsked = false }: { readonly workflowId: string; readonly onlyAsked?: boolean },
): Promise<string | undefined> {
  const [row] = await tx.sql<{ askedBy: string; state: string }>(
    `delete from workflow_approval
     where tenant_id = $1 and domain = $2 and workflow_id = $3 and (state = 'asked' or not $4)
     returning asked_by as "askedBy", state`,
    [scope.tenantId, scope.domain, workflowId, onlyAsked],
  );
  return row?.state === 'asked' ? row.askedBy : undefined;
}

/** A draft beside what is published. */
export interface DraftState {
  readonly draft: WorkflowFile;
  readonly revision: string;
  readonly publishedVersion: number | null;
  readonly published: (Pick<WorkflowFile, 'eventType' | 'source'> & { readonly differs: boolean }) | null;
}

export async function readDraftState(
  tx: Tx,
  scope: Scope,
  workflowId: string,
): Promise<DraftState | undefined> {
  const [row] = await tx.sql<DraftState & Record<string, unknown>>(
    `select w.draft, ${revisionSql} as revision, w.published_version as "publishedVersion",
       case when v.version is not null then jsonb_build_object('eventType', v.event_type, 'source', v.source,
         'differs', v.definition is distinct from w.draft) end as published
     from workflow w
     left join workflow_version v on v.tenant_id = w.tenant_id and v.domain = w.domain
       and v.workflow_id = w.workflow_id and v.version = w.published_version
     where w.tenant_id = $1 and w.domain = $2 and w.workflow_id = $3`,
    [scope.tenantId, scope.domain, workflowId],
  );
  return row;
}
