import type { WebhookHosts } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';

/** Hosts that the tenant lets its webhooks call; null: any. For operator transactions and those of the tenant. */
export async function readWebhookHosts(tx: Tx, tenantId: string): Promise<WebhookHosts | null> {
  const [row] = await tx.sql<{ hosts: WebhookHosts | null }>(
    'select webhook_hosts as hosts from tenant where tenant_id = $1',
    [tenantId],
  );
  return row?.hosts ?? null;
}
