import type { Database } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import type { Recipient } from './export-page.ts';
import type { PersonalIds } from './personal-table.ts';

/** What to call the tenant's own people, by e-mail address. */
export async function readStaff(database: Database, scope: Scope): Promise<Map<string, string>> {
  const rows = await database.transaction({ tenantId: scope.tenantId }, (tx) =>
    tx.sql<{ email: string; roles: string[] }>(
      'select lower(email) as email, roles from user_account where tenant_id = $1',
      [scope.tenantId],
    ),
  );
  return new Map(
    rows.map(({ email, roles }) => [email, roles.length === 0 ? 'staff' : `staff (${roles.join(', ')})`]),
  );
}

/** Systems that were called with data of the customer, and providers that sent it messages. */
export async function readRecipients(
  database: Database,
  scope: Scope,
  { deliveryIds, messageIds }: PersonalIds,
): Promise<Recipient[]> {
  return database.transaction(scope, (tx) =>
    tx.sql<{ name: string; host: string; calls: number }>(
      `select coalesce(w.definition ->> 'name', d.webhook_id) as name,
         coalesce(substring(w.definition ->> 'url' from '^[a-z]+://([^/?#]+)'), '') as host, count(*)::int as calls
       from webhook_delivery d join webhook_attempt a using (tenant_id, domain, delivery_id)
         left join webhook w using (tenant_id, webhook_id)
       where d.tenant_id = $1 and d.domain = $2 and d.delivery_id = any($3::uuid[]) group by 1, 2
       union all
       select 'Provider of messages', provider, count(*)::int from message_attempt
       where tenant_id = $1 and domain = $2 and message_id = any($4::uuid[]) group by 1, 2 order by 1, 2`,
      [scope.tenantId, scope.domain, deliveryIds, messageIds],
    ),
  );
}
