import { isDeepStrictEqual } from 'node:util';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { Tx } from '../database/database.ts';
import { markChanged } from '../database/index.ts';
import { checkWorkflow, type Fault, type KnownNames } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';
import { insertVersion, readWorkflow, saveDraft } from './workflow-queries.ts';

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
 * next version, the same content makes none. A workflow with faults changes nothing and tells all of them.
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
  if (request.publish && !isDeepStrictEqual(stored?.published?.definition, jsonForm(workflow))) {
    const version = await insertVersion(tx, scope, workflow);
    changes.push(`${where}: version ${version} published`);
    await markChanged(tx, workflowsTopic, scope.tenantId);
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

/** The value as the store gives it back: members that are undefined are not there. */
function jsonForm(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
