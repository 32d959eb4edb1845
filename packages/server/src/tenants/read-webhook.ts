import type { WebhookDefinition } from '@gatehouse/contract';
import type { WebhookSecrets } from '@gatehouse/contract/signature';
import type { Database } from '../database/database.ts';
import { queries } from '../database/schema.ts';
import { type MasterKeys, openSecret } from '../lib/secrets.ts';
import { dataKeyOf } from './data-keys.ts';
import { webhookSecretPlace } from './secret-places.ts';

/** A webhook as it is sent: its definition and, where it signs, its secrets opened. */
export interface SendableWebhook {
  readonly definition: WebhookDefinition;
  readonly secrets: WebhookSecrets | undefined;
}

/** Reads a tenant's webhook for one attempt; undefined when the tenant has none of this id. */
export async function readWebhook(
  tools: { readonly database: Database; readonly masterKeys: MasterKeys },
  tenantId: string,
  webhookId: string,
): Promise<SendableWebhook | undefined> {
  return tools.database.operator(async (tx) => {
    const [row] = await tx.run(
      queries
        .selectFrom('webhook')
        .select(['definition', 'secret'])
        .where('tenant_id', '=', tenantId)
        .where('webhook_id', '=', webhookId),
    );
    if (row === undefined) return undefined;
    const definition = row.definition as WebhookDefinition;
    if (row.secret === null) return { definition, secrets: undefined };
    const dataKey = await dataKeyOf(tx, tools.masterKeys, tenantId);
    return {
      definition,
      secrets: { current: openSecret(dataKey, webhookSecretPlace(tenantId, webhookId), row.secret) },
    };
  });
}
