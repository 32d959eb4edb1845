import type { Database } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import type { Controller, Recipient } from './export-page.ts';
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

/** Who keeps the data, as the tenant calls itself, and where a person reaches it. */
export async function readController(database: Database, scope: Scope): Promise<Controller> {
  const [row] = await database.transaction({ tenantId: scope.tenantId }, (tx) =>
    tx.sql<{ name: string; email: string | null; url: string | null; privacyUrl: string | null }>(
      `select coalesce(branding ->> 'name', name) as name, branding #>> '{contact,email}' as email, branding #>> '{contact,url}' as url,
         branding ->> 'privacyUrl' as "privacyUrl" from tenant where tenant_id = $1`,
      [scope.tenantId],
    ),
  );
  const { name, ...contact } = row!;
  return { name, contact: Object.values(contact).filter((each) => each !== null) };
}

/** Systems that were called with data of the customer, and providers that sent it messages or searched for its name. */
export async function readRecipients(
  database: Database,
  scope: Scope,
  { deliveryIds, messageIds, scanIds }: PersonalIds,
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
       where tenant_id = $1 and domain = $2 and message_id = any($4::uuid[]) group by 1, 2
       union all
       select 'Provider of searches', provider, count(*)::int
       from quick_scan, jsonb_each(list_versions -> 'engines') e,
         lateral (select jsonb_array_elements(e.value -> 'providers') ->> 'provider' union all select e.value #>> '{remote,host}') p (provider)
       where tenant_id = $1 and domain = $2 and scan_id = any($5::uuid[]) and provider <> 'feeds' group by 1, 2 order by 1, 2`,
      [scope.tenantId, scope.domain, deliveryIds, messageIds, scanIds],
    ),
  );
}
