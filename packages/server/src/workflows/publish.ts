import { isDeepStrictEqual } from 'node:util';
import { type WorkflowFile, workflowFile } from '@gatehouse/contract';
import type { AuditAction } from '@gatehouse/contract/audit-actions';
import { z } from 'zod';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { Tx } from '../database/database.ts';
import { invalidateCaches } from '../database/index.ts';
import { checkWorkflow, type Fault, type KnownResources } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';
import { endApproval, readApprovalState } from './approval-queries.ts';
import { isReplaced, readPublishedRoutes, startChange } from './start-rule.ts';
import {
  findReshaped,
  insertVersion,
  readWebhookVersions,
  readWorkflow,
  type StoredWorkflow,
  saveDraft,
  type WebhookVersions,
} from './workflow-queries.ts';

/** Topic under which server nodes hear that a tenant's published workflows changed. */
export const workflowsTopic = 'workflows';

export interface PublishRequest {
  /** The file's content, unchecked. */
  readonly definition: unknown;
  /** Whether it is to take effect, or only to be kept as a draft. */
  readonly publish: boolean;
  /** Whether the same content is published again where another workflow starts on its event. */
  readonly republish?: boolean | undefined;
  readonly known: KnownResources;
  readonly actor: Actor;
  /** Who asked for the approval that the actor gives; undefined where nobody was asked. */
  readonly askedBy?: string;
}

/** One step of keeping or publishing a workflow. */
interface WorkflowChange {
  readonly action: 'create' | 'change' | 'publish' | 'warn';
  /** The workflow as people name it: `workflow onboarding of acme/retail`. */
  readonly subject: string;
  readonly words: string;
  /** Members of the definition that differ from the draft before; a node by its id. */
  readonly members: readonly string[];
}

export type PublishResult =
  | { readonly ok: true; readonly changes: readonly WorkflowChange[] }
  | {
      readonly ok: false;
      readonly faults: readonly Fault[];
      /** It has no faults, and the tenant wants another person to publish it. */
      readonly needsApproval?: true;
    };

/**
 * Keeps a workflow and, if asked, publishes it. What is published never changes: another content makes the
 * next version, the same content makes none unless it is to start again in place of another workflow. The version keeps which inputs and outputs its webhooks had. A workflow with faults changes nothing and tells all of them.
 * Where the tenant wants a second person, nobody alone publishes in the console; a tenant file does, and that is on record.
 */
export async function publishWorkflow(tx: Tx, scope: Scope, request: PublishRequest): Promise<PublishResult> {
  const checked = checkWorkflow(request.definition, request.known);
  if (!checked.ok) return { ok: false, faults: checked.faults };
  const { workflow } = checked;
  const stored = await readWorkflow(tx, scope, workflow.id);
  const changes: WorkflowChange[] = [];
  const subject = `workflow ${workflow.id} of ${scope.tenantId}/${scope.domain}`;
  const { actor, askedBy: requestedBy } = request;
  if (!stored || !isDeepStrictEqual(stored.draft, jsonForm(workflow))) {
    const [action, words] = stored ? (['change', 'changed'] as const) : (['create', 'created'] as const);
    const members = stored ? differingMembers(stored.draft, workflow) : [];
    changes.push({ action, subject, words, members });
    await keep(tx, scope, { workflow, actor, change: `${subject}: ${words}` });
  }
  if (!request.publish) return { ok: true, changes };
  const webhooks = await readWebhookVersions(tx, scope.tenantId, webhooksOf(workflow));
  const isDue =
    (await differsFromPublished(tx, scope, { stored, workflow, webhooks })) ||
    requestedBy !== undefined ||
    (request.republish === true && (await isReplaced(tx, scope, workflow.id)));
  if (isDue) {
    const state = await readApprovalState(tx, scope, workflow.id);
    const isAlone = state?.needsApproval === true && requestedBy === undefined;
    if (isAlone && actor.kind === 'user') return { ok: false, faults: [], needsApproval: true };
    const startedBefore = await readPublishedRoutes(tx, scope);
    const version = await insertVersion(tx, scope, { workflow, webhooks, actor, askedBy: requestedBy });
    await endApproval(tx, scope, { workflowId: workflow.id });
    const words = `version ${version} published`;
    changes.push({ action: 'publish', subject, words, members: [] });
    for (const warning of checked.warnings) {
      changes.push({ action: 'warn', subject, words: `warning: ${described(warning)}`, members: [] });
    }
    const detail = {
      change: `${subject}: ${words}`,
      ...(requestedBy === undefined ? {} : { askedBy: requestedBy, drawnBy: state?.authors ?? [] }),
      ...(isAlone ? { withoutApproval: true } : {}),
      ...startChange(startedBefore, await readPublishedRoutes(tx, scope), workflow.id),
    };
    await record(tx, scope, { actor, act: 'workflow.publish', workflowId: workflow.id, detail });
    await invalidateCaches(tx, workflowsTopic, scope.tenantId);
  }
  return { ok: true, changes };
}

function described({ node, place, message }: Fault): string {
  return node === undefined ? message : `node ${node}, ${place}: ${message}`;
}

/** Keeps a draft, with who saved it. What was asked for before is no longer what there is. */
async function keep(
  tx: Tx,
  scope: Scope,
  of: {
    readonly workflow: Parameters<typeof saveDraft>[2]['workflow'];
    readonly actor: Actor;
    readonly change: string;
  },
): Promise<void> {
  const { workflow, actor, change } = of;
  const workflowId = workflow.id;
  await saveDraft(tx, scope, { workflow, actor });
  await record(tx, scope, { actor, act: 'workflow.save', workflowId, detail: { change } });
  const requestedBy = await endApproval(tx, scope, { workflowId, onlyAsked: true });
  if (requestedBy === undefined) return;
  const detail = { askedBy: requestedBy, by: 'another content was saved' };
  await record(tx, scope, { actor, act: 'workflow.withdraw_approval', workflowId, detail });
}

function record(
  tx: Tx,
  scope: Scope,
  of: {
    readonly actor: Actor;
    readonly act: AuditAction;
    readonly workflowId: string;
    readonly detail: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { actor, act, workflowId, detail } = of;
  return recordAudit(tx, scope, { actor, act, object: { kind: 'workflow', id: workflowId }, detail });
}

/** What a draft must have to be listed; everything else of it may be unfinished. */
const draftHeading = z.looseObject(
  workflowFile.pick({ id: true, name: true, eventType: true, source: true }).shape,
);

/**
 * Keeps a workflow as a draft, unfinished or not, with everything that is in the way of publishing it. One
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
  const subject = `workflow ${draft.data.id} of ${scope.tenantId}/${scope.domain}`;
  const words = `${stored ? 'changed' : 'created'}, unfinished`;
  await keep(tx, scope, { workflow: draft.data, actor: request.actor, change: `${subject}: ${words}` });
  const members = stored ? differingMembers(stored.draft, draft.data) : [];
  return {
    ok: true,
    changes: [{ action: stored ? 'change' : 'create', subject, words, members }],
    faults,
  };
}

/** The webhooks that nodes and hooks call. */
export function webhooksOf(workflow: WorkflowFile): string[] {
  return workflow.nodes.flatMap((node) => {
    if (node.type === 'webhook') return node.webhook;
    return node.type === 'decision' && node.hook ? node.hook.webhook : [];
  });
}

/** The same graph is another version too where a webhook now takes or gives something else. */
export async function differsFromPublished(
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

/** What differs between two definitions; of a node its id, whether it is new, gone or changed. */
function differingMembers(before: unknown, after: unknown): string[] {
  const [was, is] = [before, after].map((definition) => membersOf(jsonForm(definition)));
  const names = new Set([...is!.keys(), ...was!.keys()]);
  return [...names].filter((name) => !isDeepStrictEqual(was!.get(name), is!.get(name)));
}

function membersOf(definition: unknown): Map<string, unknown> {
  const { nodes, ...others } = definition as Record<string, unknown>;
  const list: readonly unknown[] = Array.isArray(nodes) ? nodes : [];
  const byId = list.map((node, index) => {
    const { id } = (node ?? {}) as { id?: unknown };
    return [`nodes.${typeof id === 'string' ? id : index}`, node] as const;
  });
  return new Map([...Object.entries(others), ...byId]);
}

/** The value as the store gives it back: members that are undefined are not there. */
function jsonForm(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
