import { isDeepStrictEqual } from 'node:util';
import { type WorkflowFile, workflowFile } from '@gatehouse/contract';
import { z } from 'zod';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { Tx } from '../database/database.ts';
import { markChanged } from '../database/index.ts';
import { checkWorkflow, type Fault, type KnownNames } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';
import {
  findReshaped,
  insertVersion,
  readWebhookVersions,
  readWorkflow,
  type StoredWorkflow,
  saveDraft,
  type WebhookVersions,
} from './workflow-queries.ts';

/** Topic under which nodes hear that a tenant's published workflows changed. */
export const workflowsTopic = 'workflows';

export interface PublishRequest {
  /** The file's content, unchecked. */
  readonly definition: unknown;
  /** Whether it is to take effect, or only to be kept as a draft. */
  readonly publish: boolean;
  readonly known: KnownNames;
  readonly actor: Actor;
}

export type PublishResult =
  | { readonly ok: true; readonly changes: readonly string[] }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Keeps a workflow and, if asked, publishes it. What is published never changes: another content makes the
 * next version, the same content makes none. The version keeps which inputs and outputs its webhooks had. A workflow with faults changes nothing and tells all of them.
 */
export async function publishWorkflow(tx: Tx, scope: Scope, request: PublishRequest): Promise<PublishResult> {
  const checked = checkWorkflow(request.definition, request.known);
  if (!checked.ok) return { ok: false, faults: checked.faults };
  const { workflow } = checked;
  const stored = await readWorkflow(tx, scope, workflow.id);
  const changes: string[] = [];
  const where = `workflow ${workflow.id} of ${scope.tenantId}/${scope.domain}`;
  if (!stored || !isDeepStrictEqual(stored.draft, jsonForm(workflow))) {
    await saveDraft(tx, scope, workflow);
    changes.push(stored ? `${where}: changed` : `${where}: created`);
  }
  if (request.publish) {
    const webhooks = await readWebhookVersions(tx, scope.tenantId, webhooksOf(workflow));
    if (await differsFromPublished(tx, scope, { stored, workflow, webhooks })) {
      const version = await insertVersion(tx, scope, { workflow, webhooks, actor: request.actor });
      changes.push(`${where}: version ${version} published`);
      await markChanged(tx, workflowsTopic, scope.tenantId);
    }
  }
  for (const change of changes) {
    await recordAudit(tx, scope, {
      actor: request.actor,
      act: change.endsWith('published') ? 'workflow.publish' : 'workflow.save',
      object: { kind: 'workflow', id: workflow.id },
      detail: { change },
    });
  }
  return { ok: true, changes };
}

/** What a draft must have to be listed; everything else of it may be unfinished. */
const draftHeading = z.looseObject(
  workflowFile.pick({ id: true, name: true, eventType: true, source: true }).shape,
);

/**
 * Keeps a workflow as a draft, unfinished or not, with everything that stands in the way of publishing it. One
 * whose heading has faults is not kept.
 */
export async function keepDraft(
  tx: Tx,
  scope: Scope,
  request: Omit<PublishRequest, 'publish'>,
): Promise<PublishResult & { readonly faults: readonly Fault[] }> {
  const checked = checkWorkflow(request.definition, request.known);
  if (checked.ok)
    return { ...(await publishWorkflow(tx, scope, { ...request, publish: false })), faults: [] };
  const { faults } = checked;
  const draft = draftHeading.safeParse(request.definition);
  if (!draft.success) return { ok: false, faults };
  const stored = await readWorkflow(tx, scope, draft.data.id);
  if (stored && isDeepStrictEqual(stored.draft, jsonForm(draft.data)))
    return { ok: true, changes: [], faults };
  await saveDraft(tx, scope, draft.data);
  const where = `workflow ${draft.data.id} of ${scope.tenantId}/${scope.domain}`;
  const change = `${where}: ${stored ? 'changed' : 'created'}, unfinished`;
  await recordAudit(tx, scope, {
    actor: request.actor,
    act: 'workflow.save',
    object: { kind: 'workflow', id: draft.data.id },
    detail: { change },
  });
  return { ok: true, changes: [change], faults };
}

/** The webhooks that nodes and hooks call. */
function webhooksOf(workflow: WorkflowFile): string[] {
  return workflow.nodes.flatMap((node) => {
    if (node.type === 'webhook') return node.webhook;
    return node.type === 'decision' && node.hook ? node.hook.webhook : [];
  });
}

/** The same graph is another version too where a webhook now takes or gives something else. */
async function differsFromPublished(
  tx: Tx,
  scope: Scope,
  now: {
    readonly stored: StoredWorkflow | undefined;
    readonly workflow: WorkflowFile;
    readonly webhooks: WebhookVersions;
  },
): Promise<boolean> {
  const published = now.stored?.published;
  if (!isDeepStrictEqual(published?.definition, jsonForm(now.workflow))) return true;
  if (published === undefined || isDeepStrictEqual(published.webhooks, now.webhooks)) return false;
  const versions = { before: published.webhooks, after: now.webhooks };
  return (await findReshaped(tx, scope.tenantId, versions)).length > 0;
}

/** The value as the store gives it back: members that are undefined are not there. */
function jsonForm(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
