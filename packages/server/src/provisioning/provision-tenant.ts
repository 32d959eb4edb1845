import { createHash, type KeyObject } from 'node:crypto';
import { eventTypes } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import { queries } from '../database/schema.ts';
import { differingFields } from '../lib/differing-fields.ts';
import type { ProvisionLog } from './provision-log.ts';
import type { ResolvedTenant } from './tenant-file.ts';

/** One tenant in the middle of its provisioning. */
export interface TenantWork {
  readonly tx: Tx;
  readonly tenant: ResolvedTenant;
  readonly log: ProvisionLog;
  readonly dataKey: KeyObject;
}

/** The tenant's own row, which everything else refers to. */
export async function provisionTenant({ tx, tenant, log }: Omit<TenantWork, 'dataKey'>): Promise<void> {
  const object = { kind: 'tenant', id: tenant.id };
  const words = `tenant ${tenant.id}`;
  const [stored] = await tx.run(
    queries.selectFrom('tenant').selectAll().where('tenant_id', '=', tenant.id).forUpdate(),
  );
  const before = stored && {
    name: stored.name,
    environment: stored.environment,
    productionStated: stored.production_stated,
    enabled: stored.enabled,
    billingBlocked: stored.billing_blocked,
    events: stored.events,
    quickScanCredits: stored.quick_scan_granted,
    uploadOrigins: stored.upload_origins,
    monitoringDefault: stored.monitoring_default,
    cases: stored.case_rules,
    branding: stored.branding,
    hosted: stored.hosted,
    signIn: stored.sign_in,
    publishing: stored.publishing,
    webhookHosts: stored.webhook_hosts,
    maxStoredBytes: stored.max_stored_bytes,
  };
  // What the file does not speak of stays.
  const after = {
    name: tenant.name,
    environment: tenant.environment ?? before?.environment ?? 'production',
    productionStated:
      tenant.environment === undefined
        ? (before?.productionStated ?? false)
        : tenant.environment === 'production',
    enabled: tenant.enabled ?? before?.enabled ?? true,
    billingBlocked: tenant.billingBlocked ?? before?.billingBlocked ?? false,
    events: tenant.events ?? before?.events ?? [],
    quickScanCredits: tenant.quickScanCredits ?? before?.quickScanCredits ?? 0,
    uploadOrigins: tenant.uploadOrigins ?? before?.uploadOrigins ?? [],
    monitoringDefault: tenant.monitoring?.default ?? before?.monitoringDefault ?? false,
    cases: tenant.cases ?? before?.cases ?? null,
    branding: tenant.branding ?? before?.branding ?? null,
    hosted: tenant.hosted ?? before?.hosted ?? null,
    signIn: tenant.signIn ?? before?.signIn ?? null,
    publishing: tenant.publishing ?? before?.publishing ?? null,
    webhookHosts: tenant.webhookHosts ?? before?.webhookHosts ?? null,
    maxStoredBytes: tenant.maxStoredBytes ?? before?.maxStoredBytes ?? null,
  };
  const values = {
    name: after.name,
    environment: after.environment,
    production_stated: after.productionStated,
    enabled: after.enabled,
    billing_blocked: after.billingBlocked,
    events: after.events,
    quick_scan_granted: after.quickScanCredits,
    upload_origins: after.uploadOrigins,
    monitoring_default: after.monitoringDefault,
    case_rules: after.cases === null ? null : JSON.stringify(after.cases),
    branding: after.branding === null ? null : JSON.stringify(after.branding),
    hosted: after.hosted === null ? null : JSON.stringify(after.hosted),
    sign_in: after.signIn === null ? null : JSON.stringify(after.signIn),
    publishing: after.publishing === null ? null : JSON.stringify(after.publishing),
    webhook_hosts: after.webhookHosts === null ? null : JSON.stringify(after.webhookHosts),
    max_stored_bytes: after.maxStoredBytes,
  };
  noteSettings(log, tenant, { before, after });
  if (before === undefined) {
    await tx.run(queries.insertInto('tenant').values({ tenant_id: tenant.id, ...values }));
    log.created(object, words);
    log.topics.add('directory');
    return;
  }
  const fields = differingFields(inWords(before), inWords(after));
  if (fields.length === 0) return;
  await tx.run(queries.updateTable('tenant').set(values).where('tenant_id', '=', tenant.id));
  log.changed(object, words, fields);
  log.topics.add('directory');
}

/** Which of the settings that people change too the file speaks of, and which it changes. */
function noteSettings(
  log: ProvisionLog,
  tenant: ResolvedTenant,
  { before, after }: { before: Readonly<Record<string, unknown>> | undefined; after: Settings },
): void {
  const changed = new Set(differingFields(before ?? unspoken, after).map(({ field }) => field));
  const note = (
    section: 'branding' | 'hosted' | 'cases' | 'monitoring' | 'webhookHosts',
    field: keyof Settings,
  ) => log.settings.set(section, { isSaid: tenant[section] !== undefined, isChanged: changed.has(field) });
  note('branding', 'branding');
  note('hosted', 'hosted');
  note('cases', 'cases');
  note('monitoring', 'monitoringDefault');
  note('webhookHosts', 'webhookHosts');
}

type Settings = Readonly<
  Record<'branding' | 'hosted' | 'cases' | 'monitoringDefault' | 'webhookHosts', unknown>
>;
/** Of a tenant that is new. */
const unspoken: Settings = {
  branding: null,
  hosted: null,
  cases: null,
  monitoringDefault: false,
  webhookHosts: null,
};

/** The fields as they are told and recorded. */
function inWords<Fields extends { readonly branding: unknown }>(fields: Fields): Fields {
  return { ...fields, branding: brandingText(fields.branding) };
}

/** A branding as it is told and recorded: of a logo its digest. */
export function brandingText(branding: unknown): unknown {
  if (typeof branding !== 'object' || branding === null || !('logo' in branding)) return branding;
  const logo = createHash('sha256').update(String(branding.logo)).digest('hex').slice(0, 16);
  return { ...branding, logo };
}

/** Domains and reviewer groups: they are added, never removed; a group also comes into being by a user's naming it. */
export async function provisionNames({ tx, tenant, log }: Omit<TenantWork, 'dataKey'>): Promise<void> {
  for (const domain of tenant.domains) {
    const added = await tx.run(
      queries
        .insertInto('tenant_domain')
        .values({ tenant_id: tenant.id, domain })
        .onConflict((conflict) => conflict.doNothing())
        .returning('domain'),
    );
    if (added.length === 0) continue;
    log.created({ kind: 'domain', id: domain }, `domain ${domain} of ${tenant.id}`);
    log.topics.add('directory');
  }
  for (const name of new Set([...tenant.groups, ...tenant.users.flatMap((user) => user.groups)])) {
    const added = await tx.run(
      queries
        .insertInto('reviewer_group')
        .values({ tenant_id: tenant.id, name })
        .onConflict((conflict) => conflict.doNothing())
        .returning('name'),
    );
    if (added.length > 0) log.created({ kind: 'group', id: name }, `group ${name} of ${tenant.id}`);
  }
}

/** Units granted in all; an event that `quotas` leaves out has none. What was used stays as it is. */
export async function provisionQuotas({ tx, tenant, log }: Omit<TenantWork, 'dataKey'>): Promise<void> {
  if (tenant.quotas === undefined) return;
  const stored = await tx.run(
    queries.selectFrom('event_quota').select(['event_type', 'granted']).where('tenant_id', '=', tenant.id),
  );
  const before = new Map(stored.map((row) => [row.event_type, row.granted]));
  for (const eventType of eventTypes) {
    const granted = tenant.quotas[eventType] ?? 0;
    const grantedBefore = before.get(eventType) ?? 0;
    if (granted === grantedBefore) continue;
    await tx.run(
      queries
        .insertInto('event_quota')
        .values({ tenant_id: tenant.id, event_type: eventType, granted })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'event_type']).doUpdateSet({ granted })),
    );
    log.changed({ kind: 'quota', id: eventType }, `quota ${eventType} of ${tenant.id}`, [
      { field: 'granted', from: grantedBefore, to: granted },
    ]);
  }
}
