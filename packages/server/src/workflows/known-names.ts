import type { WebhookFile } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import { queries } from '../database/schema.ts';
import type { KnownForms } from '../interpreter/index.ts';
import { readKnownForms } from '../reference/index.ts';

/** What the workflows of a tenant may refer to. */
export interface TenantNames {
  readonly groups: ReadonlySet<string>;
  readonly webhooks: ReadonlyMap<string, WebhookFile>;
  readonly forms: KnownForms;
}

export async function readTenantNames(tx: Tx, tenantId: string): Promise<TenantNames> {
  const groups = await tx.run(
    queries.selectFrom('reviewer_group').select('name').where('tenant_id', '=', tenantId),
  );
  const webhooks = await tx.run(
    queries
      .selectFrom('webhook')
      .select(['webhook_id', 'definition'])
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null),
  );
  return {
    groups: new Set(groups.map((row) => row.name)),
    webhooks: new Map(webhooks.map((row) => [row.webhook_id, row.definition as WebhookFile])),
    forms: await readKnownForms(tx, tenantId),
  };
}
