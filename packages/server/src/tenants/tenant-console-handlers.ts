import type { ConsoleBody, TenantSummary } from '@gatehouse/contract';
import { phrase } from '@gatehouse/contract';
import type { AuditAction } from '@gatehouse/contract/audit-actions';
import { type Actor, deploymentLevel, recordAudit, tenantLevel } from '../audit/index.ts';
import { type ConsoleHandlers, ConsoleRefusal } from '../console-api/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { invalidateCaches } from '../database/index.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import { dataKeyOf } from './data-keys.ts';
import { directoryTopic } from './directory.ts';
import {
  addDomains,
  addGroups,
  insertTenant,
  listTenants,
  readGranted,
  readTenant,
  updateTenant,
  writeGranted,
} from './tenant-queries.ts';

type TenantHandlers = Pick<
  ConsoleHandlers,
  'tenants.list' | 'tenants.create' | 'tenants.change' | 'tenants.grant'
>;

/** The operator's area: which tenants there are, what they are made of, and how much of what they may use. */
export function tenantConsoleHandlers(service: {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  /** Lets this node know at once of what was changed here. */
  refresh(): Promise<void>;
}): TenantHandlers {
  const { database } = service;
  const action = async (
    { tenantId, email }: { readonly tenantId: string; readonly email: string },
    work: (action: TenantAction) => Promise<void>,
  ): Promise<TenantSummary> => {
    const changed = await database.operator(async (tx) => {
      await work({ tx, tenantId, actor: { kind: 'operator', id: email } });
      await invalidateCaches(tx, directoryTopic, tenantId);
      return (await listTenants(tx, tenantId))[0]!;
    });
    await service.refresh();
    return changed;
  };
  return {
    'tenants.list': async () => ({ tenants: await database.operator((tx) => listTenants(tx)) }),
    'tenants.create': ({ user, body }) =>
      action({ tenantId: body.tenantId, email: user.email }, async (of) => {
        if (!(await insertTenant(of.tx, body))) {
          throw new ConsoleRefusal('ID_TAKEN', undefined, { field: 'tenantId' });
        }
        await addDomains(of.tx, of, body.domains);
        await addGroups(of.tx, of, body.groups);
        await dataKeyOf(of.tx, service.masterKeys, of.tenantId);
        await note(of, 'tenant.create', body);
      }),
    'tenants.change': ({ user, params: { tenantId }, body }) => {
      // Who disabled the tenant that they belong to could not enable it again.
      if (tenantId === user.tenantId && body.enabled === false) throw new ConsoleRefusal('WOULD_LOCK_OUT');
      return action({ tenantId, email: user.email }, (of) => change(of, body));
    },
    'tenants.grant': ({ user, params: { tenantId }, body }) =>
      action({ tenantId, email: user.email }, (of) => grant(of, body)),
  };
}

interface TenantAction {
  readonly tx: Tx;
  readonly tenantId: string;
  readonly actor: Actor;
}

/** What it is already is no change, and is in no record. */
async function change(of: TenantAction, body: ConsoleBody<'tenants.change'>): Promise<void> {
  const { tx, tenantId } = of;
  const before = await readTenant(tx, of);
  if (before === undefined) throw new ConsoleRefusal('NOT_FOUND');
  const { addDomains: domains = [], addGroups: groups = [], ...submitted } = body;
  const after = { ...before, ...submitted };
  const addedDomains = await addDomains(tx, of, domains);
  const addedGroups = await addGroups(tx, of, groups);
  const fields = (['name', 'environment', 'events', 'enabled', 'billingBlocked'] as const).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  if (fields.length + addedDomains.length + addedGroups.length === 0) return;
  await updateTenant(tx, { tenantId }, after);
  await note(of, 'tenant.change', {
    ...Object.fromEntries(fields.map((field) => [field, { from: before[field], to: after[field] }])),
    ...(addedDomains.length > 0 ? { addedDomains } : {}),
    ...(addedGroups.length > 0 ? { addedGroups } : {}),
  });
}

async function grant(of: TenantAction, body: ConsoleBody<'tenants.grant'>): Promise<void> {
  const { unit, granted, grantedBefore, reason } = body;
  const before = await readGranted(of.tx, of, unit);
  if (before === undefined) throw new ConsoleRefusal('NOT_FOUND');
  if (before !== grantedBefore) {
    throw new ConsoleRefusal('REVISION_GONE', phrase('refusals.grantChanged', { amount: before }));
  }
  if (granted === before) return;
  await writeGranted(of.tx, of, { unit, granted });
  await note(of, 'tenant.grant', { unit, granted: { from: before, to: granted }, reason });
}

/** In the tenant's own record, whose people it concerns, and in the deployment's, which tells all of its operators' acts. */
async function note(
  { tx, tenantId, actor }: TenantAction,
  name: AuditAction,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const record = { actor, act: name, object: { kind: 'tenant', id: tenantId }, detail };
  await recordAudit(tx, { tenantId, domain: tenantLevel }, record);
  await recordAudit(tx, deploymentLevel, record);
}
