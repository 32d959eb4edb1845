import type { WebhookFile } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { KnownForms } from '../interpreter/index.ts';
import { readKnownForms } from '../reference/index.ts';

/** What the workflows of a tenant may refer to. */
export interface WorkflowResources {
  readonly groups: ReadonlySet<string>;
  readonly webhooks: ReadonlyMap<string, WebhookFile>;
  readonly forms: KnownForms;
}

export async function readWorkflowResources(tx: Tx, tenantId: string): Promise<WorkflowResources> {
  const groups = await tx.sql<{ name: string }>('select name from reviewer_group where tenant_id = $1', [
    tenantId,
  ]);
  const webhooks = await tx.sql<{ webhook_id: string; definition: WebhookFile }>(
    'select webhook_id, definition from webhook where tenant_id = $1 and removed_at is null',
    [tenantId],
  );
  return {
    groups: new Set(groups.map((row) => row.name)),
    webhooks: new Map(webhooks.map((row) => [row.webhook_id, row.definition])),
    forms: await readKnownForms(tx, tenantId),
  };
}
