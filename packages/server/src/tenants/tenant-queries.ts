import type { ConsoleBody, GrantUnit, TenantSummary } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { TenantScope } from '../lib/scope.ts';

/** Statements of the operator's area; for operator transactions. */

/** Every tenant by its id, or the one. */
export async function listTenants(tx: Tx, tenantId?: string): Promise<TenantSummary[]> {
  const rows = await tx.sql<Omit<TenantSummary, 'createdAt'> & { createdAt: Date }>(
    `select t.tenant_id as "tenantId", t.name, t.environment, t.enabled, t.billing_blocked as "billingBlocked",
       t.events, t.created_at as "createdAt",
       array(select d.domain from tenant_domain d where d.tenant_id = t.tenant_id order by d.domain) as domains,
       array(select g.name from reviewer_group g where g.tenant_id = t.tenant_id order by g.name) as groups,
       coalesce((select jsonb_agg(jsonb_build_object('eventType', q.event_type, 'granted', q.granted, 'used', q.used)
           order by q.event_type)
         from event_quota q where q.tenant_id = t.tenant_id), '[]') as quotas,
       jsonb_build_object('granted', t.quick_scan_granted, 'used', t.quick_scan_used) as "quickScan",
       (select count(*)::int from user_account u where u.tenant_id = t.tenant_id and u.enabled) as people,
       exists (select from user_account u where u.tenant_id = t.tenant_id and u.signed_in_at is not null) as "isTakenUp"
     from tenant t where $1::text is null or t.tenant_id = $1 order by t.tenant_id`,
    [tenantId ?? null],
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() }));
}

/** Returns whether the id was free. */
export async function insertTenant(tx: Tx, of: ConsoleBody<'tenants.create'>): Promise<boolean> {
  const rows = await tx.sql(
    `insert into tenant (tenant_id, name, environment, enabled, billing_blocked, events, quick_scan_granted)
     values ($1, $2, $3, true, false, $4, 0) on conflict do nothing returning 1`,
    [of.tenantId, of.name, of.environment, of.events],
  );
  return rows.length > 0;
}

export type TenantFields = Pick<
  TenantSummary,
  'name' | 'environment' | 'events' | 'enabled' | 'billingBlocked'
>;

/** The state of a tenant; nobody else changes it before the transaction ends. */
export async function readTenant(tx: Tx, { tenantId }: TenantScope): Promise<TenantFields | undefined> {
  const [row] = await tx.sql<TenantFields & Record<string, unknown>>(
    `select name, environment, events, enabled, billing_blocked as "billingBlocked"
     from tenant where tenant_id = $1 for update`,
    [tenantId],
  );
  return row;
}

export async function updateTenant(tx: Tx, { tenantId }: TenantScope, to: TenantFields): Promise<void> {
  await tx.sql(
    `update tenant set name = $2, environment = $3, events = $4, enabled = $5, billing_blocked = $6
     where tenant_id = $1`,
    [tenantId, to.name, to.environment, to.events, to.enabled, to.billingBlocked],
  );
}

/** Returns those that were not there before. */
export async function addDomains(
  tx: Tx,
  { tenantId }: TenantScope,
  domains: readonly string[],
): Promise<string[]> {
  const rows = await tx.sql<{ domain: string }>(
    `insert into tenant_domain (tenant_id, domain) select $1, unnest($2::text[]) on conflict do nothing
     returning domain`,
    [tenantId, domains],
  );
  return rows.map(({ domain }) => domain);
}

/** Returns those that were not there before. */
export async function addGroups(
  tx: Tx,
  { tenantId }: TenantScope,
  groups: readonly string[],
): Promise<string[]> {
  const rows = await tx.sql<{ name: string }>(
    `insert into reviewer_group (tenant_id, name) select $1, unnest($2::text[]) on conflict do nothing returning name`,
    [tenantId, groups],
  );
  return rows.map(({ name }) => name);
}

/** What was granted in all, until the transaction ends; undefined where there is no such tenant. */
export async function readGranted(
  tx: Tx,
  { tenantId }: TenantScope,
  unit: GrantUnit,
): Promise<number | undefined> {
  // By a statement of its own: the one below has to see what whoever was waited for has written.
  await tx.sql('select 1 from tenant where tenant_id = $1 for update', [tenantId]);
  const [row] = await tx.sql<{ granted: number }>(
    `select case when $2 = 'QUICK_SCAN' then t.quick_scan_granted else coalesce(
       (select q.granted from event_quota q where q.tenant_id = t.tenant_id and q.event_type = $2), 0) end as granted
     from tenant t where t.tenant_id = $1`,
    [tenantId, unit],
  );
  return row?.granted;
}

export async function writeGranted(
  tx: Tx,
  { tenantId }: TenantScope,
  { unit, granted }: { readonly unit: GrantUnit; readonly granted: number },
): Promise<void> {
  if (unit === 'QUICK_SCAN') {
    await tx.sql('update tenant set quick_scan_granted = $2 where tenant_id = $1', [tenantId, granted]);
    return;
  }
  await tx.sql(
    `insert into event_quota (tenant_id, event_type, granted) values ($1, $2, $3)
     on conflict (tenant_id, event_type) do update set granted = excluded.granted`,
    [tenantId, unit, granted],
  );
}
