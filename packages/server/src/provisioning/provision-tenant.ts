import { createHash, type KeyObject } from 'node:crypto';
import { eventTypes } from '@gatehouse/contract';
import { insertInto, type Tx, updateWhere } from '../database/database.ts';
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
  const object = { kind: 'tenant', id: tenant.id } as const;
  const subject = `tenant ${tenant.id}`;
  const [before] = await tx.sql<StoredTenant>(
    `select name, environment, production_stated as "productionStated", enabled, billing_blocked as "billingBlocked",
       events, quick_scan_granted as "quickScanCredits", upload_origins as "uploadOrigins",
       monitoring_default as "monitoringDefault", case_rules as cases, branding, hosted, sign_in as "signIn",
       publishing, webhook_hosts as "webhookHosts", max_stored_bytes as "maxStoredBytes"
     from tenant where tenant_id = $1 for update`,
    [tenant.id],
  );
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
    await tx.run(insertInto('tenant', { tenant_id: tenant.id, ...values }));
    log.created(object, subject);
    log.topics.add('directory');
    return;
  }
  const fields = differingFields(inWords(before), inWords(after));
  if (fields.length === 0) return;
  await tx.run(updateWhere('tenant', { tenant_id: tenant.id }, values));
  log.changed(object, subject, fields);
  log.topics.add('directory');
}

type StoredTenant = {
  readonly name: string;
  readonly environment: string;
  readonly productionStated: boolean;
  readonly enabled: boolean;
  readonly billingBlocked: boolean;
  readonly events: readonly string[];
  readonly quickScanCredits: number;
  readonly uploadOrigins: readonly string[];
  readonly monitoringDefault: boolean;
  readonly cases: unknown;
  readonly branding: unknown;
  readonly hosted: unknown;
  readonly signIn: unknown;
  readonly publishing: unknown;
  readonly webhookHosts: unknown;
  readonly maxStoredBytes: number | null;
};

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

/** The fields as they are reported and recorded. */
function inWords<Fields extends { readonly branding: unknown }>(fields: Fields): Fields {
  return { ...fields, branding: brandingText(fields.branding) };
}

/** A branding as it is reported and recorded: of a logo its digest. */
export function brandingText(branding: unknown): unknown {
  if (typeof branding !== 'object' || branding === null || !('logo' in branding)) return branding;
  const logo = createHash('sha256').update(String(branding.logo)).digest('hex').slice(0, 16);
  return { ...branding, logo };
}

/** Domains and reviewer groups: they are added, never removed; a group also comes into being by a user's naming it. */
export async function provisionNames({ tx, tenant, log }: Omit<TenantWork, 'dataKey'>): Promise<void> {
  for (const domain of tenant.domains) {
    const added = await tx.sql(
      'insert into tenant_domain (tenant_id, domain) values ($1, $2) on conflict do nothing returning 1',
      [tenant.id, domain],
    );
    if (added.length === 0) continue;
    log.created({ kind: 'domain', id: domain }, `domain ${domain} of ${tenant.id}`);
    log.topics.add('directory');
  }
  for (const name of new Set([...tenant.groups, ...tenant.users.flatMap((user) => user.groups)])) {
    const added = await tx.sql(
      'insert into reviewer_group (tenant_id, name) values ($1, $2) on conflict do nothing returning 1',
      [tenant.id, name],
    );
    if (added.length > 0) log.created({ kind: 'group', id: name }, `group ${name} of ${tenant.id}`);
  }
}

/** Units granted in all; an event that `quotas` leaves out has none. What was used stays as it is. */
export async function provisionQuotas({ tx, tenant, log }: Omit<TenantWork, 'dataKey'>): Promise<void> {
  if (tenant.quotas === undefined) return;
  const stored = await tx.sql<{ event_type: string; granted: number }>(
    'select event_type, granted from event_quota where tenant_id = $1',
    [tenant.id],
  );
  const before = new Map(stored.map((row) => [row.event_type, row.granted]));
  for (const eventType of eventTypes) {
    const granted = tenant.quotas[eventType] ?? 0;
    const grantedBefore = before.get(eventType) ?? 0;
    if (granted === grantedBefore) continue;
    await tx.sql(
      `insert into event_quota (tenant_id, event_type, granted) values ($1, $2, $3)
       on conflict (tenant_id, event_type) do update set granted = excluded.granted`,
      [tenant.id, eventType, granted],
    );
    log.changed({ kind: 'quota', id: eventType }, `quota ${eventType} of ${tenant.id}`, [
      { field: 'granted', from: grantedBefore, to: granted },
    ]);
  }
}
