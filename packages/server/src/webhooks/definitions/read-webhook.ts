import type { WebhookDefinition } from '@gatehouse/contract';
import type { WebhookSecrets } from '@gatehouse/contract/signature';
import type { Database } from '../../database/database.ts';
import type { MasterKeys } from '../../lib/secrets.ts';
import { dataKeyOf, readWebhookHosts } from '../../tenants/index.ts';
import { openSecrets } from './webhook-secrets.ts';

/** A webhook as it is sent: its definition and, where it signs, its secrets opened. */
export interface SendableWebhook {
  readonly definition: WebhookDefinition;
  /** Of the active definition, whose address, headers, signature and retries hold. */
  readonly version: number;
  readonly secrets: WebhookSecrets | undefined;
  /** Hosts that the tenant lets webhooks call; null: any. */
  readonly allowedHosts: readonly string[] | null;
}

/**
 * Reads a tenant's webhook for one attempt; undefined when the tenant has none of this id. Inputs and outputs are
 * those of `shapeVersion`, which the workflow was published with; everything else is as it is now.
 */
export async function readWebhook(
  tools: { readonly database: Database; readonly masterKeys: MasterKeys },
  tenantId: string,
  webhook: { readonly webhookId: string; readonly shapeVersion: number | null },
): Promise<SendableWebhook | undefined> {
  const { webhookId, shapeVersion } = webhook;
  return tools.database.operator(async (tx) => {
    const [row] = await tx.sql<{ definition: WebhookDefinition; version: number; shape: WebhookDefinition }>(
      `select w.definition, w.version, coalesce(v.definition, w.definition) as shape
       from webhook w left join webhook_version v
         on v.tenant_id = w.tenant_id and v.webhook_id = w.webhook_id and v.version = $3
       where w.tenant_id = $1 and w.webhook_id = $2 and w.removed_at is null`,
      [tenantId, webhookId, shapeVersion],
    );
    if (row === undefined) return undefined;
    const { version, shape } = row;
    const allowedHosts = await readWebhookHosts(tx, tenantId);
    const definition = { ...row.definition, inputs: shape.inputs, outputs: shape.outputs };
    if ((definition.signature?.type ?? 'NONE') === 'NONE') {
      return { definition, version, allowedHosts, secrets: undefined };
    }
    const dataKey = await dataKeyOf(tx, tools.masterKeys, tenantId);
    const secrets = await openSecrets(tx, { tenantId, webhookId, dataKey });
    return { definition, version, allowedHosts, secrets };
  });
}
