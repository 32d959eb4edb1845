import type { Tx } from '../database/database.ts';
import { checkWorkflow } from '../interpreter/index.ts';
import { differsFromPublished, webhooksOf } from './publish.ts';
import { readWebhookVersions, readWorkflow } from './workflow-queries.ts';
import { readWorkflowResources } from './workflow-resources.ts';

/** A workflow as a tenant file can have it. */
export interface ExportedWorkflow {
  readonly domain: string;
  readonly workflowId: string;
  /** What was saved last; undefined where it has faults, so that no file could be applied with it. */
  readonly draft: unknown;
  /** Why there is no draft to export. */
  readonly fault: string | undefined;
  readonly publishedVersion: number | undefined;
  /** What is published; undefined where nothing is. */
  readonly published: unknown;
  /** Whether publishing the draft would make no new version. */
  readonly isPublished: boolean;
}

/** All workflows of a tenant, by domain and id. For operator transactions. */
export async function exportWorkflows(tx: Tx, tenantId: string): Promise<ExportedWorkflow[]> {
  const known = await readWorkflowResources(tx, tenantId);
  const rows = await tx.sql<{ domain: string; workflowId: string }>(
    `select domain, workflow_id as "workflowId" from workflow where tenant_id = $1 order by domain, workflow_id`,
    [tenantId],
  );
  const exported: ExportedWorkflow[] = [];
  for (const { domain, workflowId } of rows) {
    const scope = { tenantId, domain };
    const stored = (await readWorkflow(tx, scope, workflowId))!;
    const checked = checkWorkflow(stored.draft, known);
    const heading = {
      domain,
      workflowId,
      publishedVersion: stored.published?.version,
      published: stored.published?.definition,
    };
    if (!checked.ok) {
      const [fault] = checked.faults;
      exported.push({
        ...heading,
        draft: undefined,
        fault: `${fault?.place}: ${fault?.message}`,
        isPublished: false,
      });
      continue;
    }
    const { workflow } = checked;
    const webhooks = await readWebhookVersions(tx, tenantId, webhooksOf(workflow));
    const isPublished = !(await differsFromPublished(tx, scope, { stored, workflow, webhooks }));
    exported.push({ ...heading, draft: stored.draft, fault: undefined, isPublished });
  }
  return exported;
}
