import type { TenantSummary } from '@gatehouse/contract';
import { type Actor, recordAudit, tenantLevel } from '../audit/index.ts';
import { type ConsoleHandlers, ConsoleRefusal } from '../console/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { markChanged } from '../database/index.ts';
import { directoryTopic } from './directory.ts';

type TenantHandlers = Pick<ConsoleHandlers, 'tenants.list' | 'tenants.change'>;

/** The operator's area: which tenants there are, and whether they are served. */
export function tenantConsole(service: {
  readonly database: Database;
  /** Lets this node know at once of what was changed here. */
  refresh(): Promise<void>;
}): TenantHandlers {
  const { database } = service;
  return {
    'tenants.list': async () => ({ tenants: await database.operator((tx) => listTenants(tx)) }),
    'tenants.change': async ({ user, params: { tenantId }, body }) => {
      // Who disabled the tenant that they belong to could not enable it again.
      if (tenantId === user.tenantId && body.enabled === false) throw new ConsoleRefusal('WOULD_LOCK_OUT');
      const changed = await database.operator(async (tx) => {
        const actor = { kind: 'operator', id: user.email } as const;
        if (!(await changeTenant(tx, { tenantId, actor, ...body }))) return undefined;
        return (await listTenants(tx, tenantId))[0];
      });
      if (changed === undefined) throw new ConsoleRefusal('NOT_FOUND');
      await service.refresh();
      return changed;
    },
  };
}

/** Every tenant by its id, or the one. */
async function listTenants(tx: Tx, tenantId?: string): Promise<TenantSummary[]> {
  const rows = await tx.sql<Omit<TenantSummary, 'createdAt'> & { createdAt: Date }>(
    `select t.tenant_id as "tenantId", t.name, t.enabled, t.billing_blocked as "billingBlocked",
       t.created_at as "createdAt",
       array(select d.domain from tenant_domain d where d.tenant_id = t.tenant_id order by d.domain) as domains,
       (select count(*)::int from user_account u where u.tenant_id = t.tenant_id and u.enabled) as people
     from tenant t where $1::text is null or t.tenant_id = $1 order by t.tenant_id`,
    [tenantId ?? null],
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() }));
}

/** Answers whether there is such a tenant. What it is already is no change, and stands in no record. */
async function changeTenant(
  tx: Tx,
  change: {
    readonly tenantId: string;
    readonly actor: Actor;
    readonly enabled?: boolean | undefined;
    readonly billingBlocked?: boolean | undefined;
  },
): Promise<boolean> {
  const { tenantId, actor } = change;
  const [before] = await tx.sql<{ enabled: boolean; billingBlocked: boolean }>(
    'select enabled, billing_blocked as "billingBlocked" from tenant where tenant_id = $1 for update',
    [tenantId],
  );
  if (before === undefined) return false;
  const { enabled = before.enabled, billingBlocked = before.billingBlocked } = change;
  if (enabled === before.enabled && billingBlocked === before.billingBlocked) return true;
  await tx.sql('update tenant set enabled = $2, billing_blocked = $3 where tenant_id = $1', [
    tenantId,
    enabled,
    billingBlocked,
  ]);
  await recordAudit(
    tx,
    { tenantId, domain: tenantLevel },
    {
      actor,
      act: 'tenant.change',
      object: { kind: 'tenant', id: tenantId },
      detail: { enabled, billingBlocked },
    },
  );
  await markChanged(tx, directoryTopic, tenantId);
  return true;
}
