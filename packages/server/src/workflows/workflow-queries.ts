import type { Source, WorkflowEventType, WorkflowFile } from '@gatehouse/contract';
import type { Actor } from '../audit/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { queries } from '../database/index.ts';
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

/** Every published version, of one tenant or of all; read as the operator into each node's memory. */
export async function readPublishedVersions(tx: Tx, tenantId?: string): Promise<PublishedVersion[]> {
  const rows = await tx.run(
    queries
      .selectFrom('workflow_version as v')
      .innerJoin('workflow as w', (join) =>
        join
          .onRef('w.tenant_id', '=', 'v.tenant_id')
          .onRef('w.domain', '=', 'v.domain')
          .onRef('w.workflow_id', '=', 'v.workflow_id'),
      )
      .select([
        'v.tenant_id',
        'v.domain',
        'v.workflow_id',
        'v.version',
        'v.event_type',
        'v.source',
        'v.published_at',
        'w.published_version',
      ])
      .$if(tenantId !== undefined, (query) => query.where('v.tenant_id', '=', tenantId as string)),
  );
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    domain: row.domain,
    workflowId: row.workflow_id,
    version: row.version,
    eventType: row.event_type as WorkflowEventType,
    source: row.source as Source,
    newest: row.version === row.published_version,
    publishedAt: row.published_at,
  }));
}

/** The graph of a published version; undefined when there is none. */
export async function readDefinition(
  database: Database,
  scope: Scope,
  id: { workflowId: string; version: number },
): Promise<WorkflowFile | undefined> {
  const [row] = await database.read(
    scope,
    queries
      .selectFrom('workflow_version')
      .select('definition')
      .where('tenant_id', '=', scope.tenantId)
      .where('domain', '=', scope.domain)
      .where('workflow_id', '=', id.workflowId)
      .where('version', '=', id.version),
  );
  return row?.definition as WorkflowFile | undefined;
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
  const [row] = await tx.run(
    queries
      .selectFrom('workflow as w')
      .leftJoin('workflow_version as v', (join) =>
        join
          .onRef('v.tenant_id', '=', 'w.tenant_id')
          .onRef('v.domain', '=', 'w.domain')
          .onRef('v.workflow_id', '=', 'w.workflow_id')
          .onRef('v.version', '=', 'w.published_version'),
      )
      .select(['w.draft', 'v.version', 'v.definition', 'v.webhooks'])
      .where('w.tenant_id', '=', scope.tenantId)
      .where('w.domain', '=', scope.domain)
      .where('w.workflow_id', '=', workflowId),
  );
  if (!row) return undefined;
  return {
    draft: row.draft as WorkflowFile,
    published:
      row.version === null
        ? undefined
        : {
            version: row.version,
            definition: row.definition as WorkflowFile,
            webhooks: row.webhooks as WebhookVersions,
          },
  };
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
  const rows = await tx.run(
    queries
      .selectFrom('webhook')
      .select(['webhook_id', 'version'])
      .where('tenant_id', '=', tenantId)
      .where('webhook_id', 'in', [...ids, ''])
      .where('removed_at', 'is', null),
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
