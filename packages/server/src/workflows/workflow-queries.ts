import type { Source, WorkflowEventType, WorkflowFile } from '@gatehouse/contract';
import type { Actor } from '../audit/index.ts';
import { type Database, statement, type Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

/** A published version without its graph. */
export interface PublishedVersion extends Scope {
  readonly workflowId: string;
  readonly version: number;
  readonly eventType: WorkflowEventType;
  readonly source: Source;
  /** Whether it is the newest published one of its workflow. */
  readonly newest: boolean;
  readonly publishedAt: Date;
}

/** Every published version, of one tenant or of all; read as the operator into each server node's memory. */
export async function readPublishedVersions(tx: Tx, tenantId?: string): Promise<PublishedVersion[]> {
  return tx.sql<PublishedVersion>(
    `select v.tenant_id as "tenantId", v.domain, v.workflow_id as "workflowId", v.version, v.event_type as "eventType",
       v.source, v.published_at as "publishedAt", v.version is not distinct from w.published_version as newest
     from workflow_version v join workflow w using (tenant_id, domain, workflow_id)
     where $1::text is null or v.tenant_id = $1`,
    [tenantId ?? null],
  );
}

/** The graph of a published version; undefined when there is none. */
export async function readDefinition(
  database: Database,
  scope: Scope,
  id: { workflowId: string; version: number },
): Promise<WorkflowFile | undefined> {
  const [row] = await database.read(
    scope,
    statement<{ definition: WorkflowFile }>(
      `select definition from workflow_version
       where tenant_id = $1 and domain = $2 and workflow_id = $3 and version = $4`,
      [scope.tenantId, scope.domain, id.workflowId, id.version],
    ),
  );
  return row?.definition;
}

/** By webhook id, the version of its definition whose inputs and outputs hold. */
export type WebhookVersions = Readonly<Record<string, number>>;

/** What is stored of a workflow beside its versions. */
export interface StoredWorkflow {
  readonly draft: WorkflowFile;
  readonly published:
    | { readonly version: number; readonly definition: WorkflowFile; readonly webhooks: WebhookVersions }
    | undefined;
}

export async function readWorkflow(
  tx: Tx,
  scope: Scope,
  workflowId: string,
): Promise<StoredWorkflow | undefined> {
  const [row] = await tx.sql<{
    draft: WorkflowFile;
    version: number | null;
    definition: WorkflowFile;
    webhooks: WebhookVersions;
  }>(
    `select w.draft, v.version, v.definition, v.webhooks
     from workflow w left join workflow_version v on v.tenant_id = w.tenant_id and v.domain = w.domain
       and v.workflow_id = w.workflow_id and v.version = w.published_version
     where w.tenant_id = $1 and w.domain = $2 and w.workflow_id = $3`,
    [scope.tenantId, scope.domain, workflowId],
  );
  if (!row) return undefined;
  const { draft, version, definition, webhooks } = row;
  return { draft, published: version === null ? undefined : { version, definition, webhooks } };
}

/**
 * Keeps what was drawn, beside those who drew it: whoever saves joins those since the last publication, and a tenant file,
 * whose content replaces theirs, has nobody beside it.
 */
export async function saveDraft(
  tx: Tx,
  scope: Scope,
  of: {
    readonly workflow: Pick<WorkflowFile, 'id' | 'name' | 'eventType' | 'source'>;
    readonly actor: Actor;
  },
): Promise<void> {
  const { workflow, actor } = of;
  await tx.sql(
    `insert into workflow as w (tenant_id, domain, workflow_id, name, event_type, source, draft, draft_authors)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::text[])
     on conflict (tenant_id, domain, workflow_id) do update set name = excluded.name, event_type = excluded.event_type,
       source = excluded.source, draft = excluded.draft, updated_at = now(),
       draft_authors = case when $9 then array(select distinct unnest(w.draft_authors || excluded.draft_authors)) else '{}' end`,
    [
      scope.tenantId,
      scope.domain,
      workflow.id,
      workflow.name,
      workflow.eventType,
      workflow.source,
      JSON.stringify(workflow),
      actor.kind === 'user' ? [actor.id] : [],
      actor.kind === 'user',
    ],
  );
}

/** The newest versions of webhooks; those that the tenant has not are left out. */
export async function readWebhookVersions(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<WebhookVersions> {
  const rows = await tx.sql<{ webhook_id: string; version: number }>(
    `select webhook_id, version from webhook
     where tenant_id = $1 and webhook_id = any($2::text[]) and removed_at is null`,
    [tenantId, ids],
  );
  return Object.fromEntries(rows.map((row) => [row.webhook_id, row.version]));
}

/** Webhooks whose inputs or outputs are not the same in two versions. */
export async function findReshaped(
  tx: Tx,
  tenantId: string,
  versions: { readonly before: WebhookVersions; readonly after: WebhookVersions },
): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    `select one.webhook_id as id
     from jsonb_each_text($2::jsonb) before (id, version)
     join jsonb_each_text($3::jsonb) after (id, version) using (id)
     join webhook_version one
       on one.tenant_id = $1 and one.webhook_id = id and one.version = before.version::integer
     join webhook_version other
       on other.tenant_id = $1 and other.webhook_id = id and other.version = after.version::integer
     where one.definition -> 'inputs' <> other.definition -> 'inputs'
       or one.definition -> 'outputs' <> other.definition -> 'outputs'
     order by one.webhook_id`,
    [tenantId, JSON.stringify(versions.before), JSON.stringify(versions.after)],
  );
  return rows.map(({ id }) => id);
}

export interface NewVersion {
  readonly workflow: WorkflowFile;
  readonly webhooks: WebhookVersions;
  readonly actor: Actor;
  readonly askedBy: string | undefined;
}

/** Adds the next version, which routes the workflow's event from now on. */
export async function insertVersion(
  tx: Tx,
  scope: Scope,
  { workflow, webhooks, actor, askedBy: requestedBy }: NewVersion,
): Promise<number> {
  const [row] = await tx.sql<{ version: number }>(
    `with numbered as (
       update workflow set published_at = now(), draft_authors = '{}', published_version = 1 + coalesce(
         (select max(version) from workflow_version v where v.tenant_id = $1 and v.domain = $2 and v.workflow_id = $3), 0)
       where tenant_id = $1 and domain = $2 and workflow_id = $3
       returning published_version
     )
     insert into workflow_version (tenant_id, domain, workflow_id, version, event_type, source, definition, webhooks,
       actor_kind, actor, asked_by)
     select $1, $2, $3, published_version, $4, $5, $6, $7, $8, $9, $10 from numbered
     returning version`,
    [
      scope.tenantId,
      scope.domain,
      workflow.id,
      workflow.eventType,
      workflow.source,
      JSON.stringify(workflow),
      JSON.stringify(webhooks),
      actor.kind,
      actor.id,
      requestedBy ?? null,
    ],
  );
  if (!row) throw new Error(`workflow ${workflow.id} has no draft to publish`);
  return row.version;
}
