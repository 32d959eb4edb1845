import { eventTypes } from '@gatehouse/contract';
import type { ProvisionChange } from './provision-change.ts';
import type { ResolvedTenant } from './tenant-file.ts';
import { workflowIdOf } from './tenant-file-workflows.ts';

/** An object that a tenant file has. */
export type ObjectName = Pick<ProvisionChange, 'tenantId' | 'domain' | 'kind' | 'id'>;

/** The objects of a file that no change is about. */
export function unchangedObjects(
  tenants: readonly ResolvedTenant[],
  changes: readonly ProvisionChange[],
): ObjectName[] {
  const changed = new Set(changes.filter(({ action }) => action !== 'warn').map(keyOf));
  return tenants.flatMap(objectsOf).filter((object) => !changed.has(keyOf(object)));
}

function keyOf({ tenantId, domain = '', kind, id }: ObjectName): string {
  return JSON.stringify([tenantId, domain, kind, kind === 'reference' ? '' : id]);
}

function objectsOf(tenant: ResolvedTenant): ObjectName[] {
  const tenantId = tenant.id;
  const named = (kind: string, ids: readonly string[]) => ids.map((id) => ({ tenantId, kind, id }));
  const groups = new Set([...tenant.groups, ...tenant.users.flatMap((user) => user.groups)]);
  return [
    ...named('tenant', [tenantId]),
    ...named('domain', tenant.domains),
    ...named('group', [...groups]),
    ...named(
      'quota',
      tenant.quotas === undefined ? [] : eventTypes.filter((event) => tenant.quotas?.[event]),
    ),
    ...named(
      'api_key',
      tenant.apiKeys.map(({ key }) => key),
    ),
    ...named(
      'identity_provider',
      tenant.singleSignOn.map(({ id }) => id),
    ),
    ...named(
      'user',
      tenant.users.map(({ email }) => email),
    ),
    ...named(
      'webhook',
      tenant.webhooks.map(({ definition }) => definition.id),
    ),
    ...named('watchlist', tenant.watchlist.length === 0 ? [] : [tenantId]),
    ...named(
      'reference',
      tenant.reference === undefined ? [] : [Object.keys(tenant.reference).toSorted().join(',')],
    ),
    ...tenant.workflows.map(({ domain, definition }) => ({
      tenantId,
      domain,
      kind: 'workflow',
      id: workflowIdOf(definition) ?? '',
    })),
  ];
}
