import { isDeepStrictEqual } from 'node:util';
import { overridableKeys, type ReferenceOverrides, referenceOverrides } from '@gatehouse/contract';
import { jsonForm } from '../lib/differing-fields.ts';
import { checkOverrides, type OverrideFault } from '../reference/index.ts';
import type { TenantWork } from './provision-tenant.ts';

/**
 * What the tenant changes of the reference configuration. A key that the file leaves out stays as it is stored. Returns
 * what does not agree with the rest; nothing is written then.
 */
export async function provisionReference({ tx, tenant, log }: TenantWork): Promise<readonly OverrideFault[]> {
  for (const key of overridableKeys) {
    log.settings.set(key, { isSaid: tenant.reference?.[key] !== undefined, isChanged: false });
  }
  if (tenant.reference === undefined) return [];
  const [row] = await tx.sql<{ overrides: unknown }>(
    'select overrides from tenant_reference where tenant_id = $1',
    [tenant.id],
  );
  const before: ReferenceOverrides = row === undefined ? {} : referenceOverrides.parse(row.overrides);
  const after: ReferenceOverrides = { ...before, ...tenant.reference };
  const faults = checkOverrides(after);
  if (faults.length > 0) return faults;
  if (isDeepStrictEqual(jsonForm(before), jsonForm(after))) return [];
  await tx.sql(
    `insert into tenant_reference (tenant_id, overrides) values ($1, $2)
     on conflict (tenant_id) do update set overrides = excluded.overrides, updated_at = now()`,
    [tenant.id, JSON.stringify(after)],
  );
  const keys = overridableKeys
    .filter((key) => !isDeepStrictEqual(jsonForm(before[key] ?? null), jsonForm(after[key] ?? null)))
    .toSorted();
  for (const key of keys) log.settings.set(key, { isSaid: true, isChanged: true });
  log.add({ kind: 'reference', id: keys.join(',') }, 'change', {
    subject: `reference configuration of ${tenant.id}`,
    words: keys.join(', '),
    members: keys.map((field) => ({ field })),
  });
  log.record({ kind: 'reference', id: keys.join(',') }, 'change', { overrides: tenant.reference });
  log.topics.add('reference');
  return [];
}
