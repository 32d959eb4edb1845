import {
  type BrandingFile,
  type CaseRules,
  type HostedFile,
  type OverridableKey,
  type ReferenceOverrides,
  referenceOverrides,
  type SettingSection,
  type WebhookHosts,
} from '@gatehouse/contract';
import { recordAudit, tenantLevel } from '../audit/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { invalidateCaches } from '../database/index.ts';
import { differingFields, jsonForm } from '../lib/differing-fields.ts';
import { brandingText } from '../provisioning/index.ts';
import { referenceTopic } from '../reference/index.ts';
import { directoryTopic, lockDefinitions, raiseSetting, readSettingOrigins } from '../tenants/index.ts';
import { checkReference, type SettingFault } from './reference-check.ts';

/** Who changes what, and which version they read. */
export interface SettingRequest {
  readonly tenantId: string;
  readonly email: string;
  readonly expectedVersion: number;
}

export type SettingOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'faults'; readonly faults: readonly SettingFault[] };

interface StoredTenant {
  readonly branding: BrandingFile | null;
  readonly hosted: HostedFile | null;
  readonly cases: CaseRules | null;
  readonly monitoring: boolean;
  readonly webhookHosts: WebhookHosts | null;
}

/**
 * Changes of a tenant's settings by its people. Each writes the row that the tenant file writes too; the change, its
 * version, its audit record and the mark by which the nodes hear of it commit together. What is so already is no change.
 */
export class Settings {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  changeBranding(request: SettingRequest, branding: BrandingFile | null): Promise<SettingOutcome> {
    return this.#change(request, 'branding', async (tx, { branding: before }) => {
      const detail = differences(brandingText(before), brandingText(branding));
      if (detail === undefined) return undefined;
      await tx.sql('update tenant set branding = $2 where tenant_id = $1', [
        request.tenantId,
        stored(branding),
      ]);
      return { detail, topic: directoryTopic };
    });
  }

  changeHosted(request: SettingRequest, hosted: HostedFile | null): Promise<SettingOutcome> {
    return this.#change(request, 'hosted', async (tx, { hosted: before }) => {
      const detail = differences(before, hosted);
      if (detail === undefined) return undefined;
      await tx.sql('update tenant set hosted = $2 where tenant_id = $1', [request.tenantId, stored(hosted)]);
      return { detail, topic: directoryTopic };
    });
  }

  changeCases(request: SettingRequest, cases: CaseRules | null): Promise<SettingOutcome> {
    return this.#change(request, 'cases', async (tx, { cases: before }) => {
      const detail = differences(before, cases);
      if (detail === undefined) return undefined;
      await tx.sql('update tenant set case_rules = $2 where tenant_id = $1', [
        request.tenantId,
        stored(cases),
      ]);
      return { detail };
    });
  }

  changeMonitoring(request: SettingRequest, monitored: boolean): Promise<SettingOutcome> {
    return this.#change(request, 'monitoring', async (tx, { monitoring: before }) => {
      if (before === monitored) return undefined;
      await tx.sql('update tenant set monitoring_default = $2 where tenant_id = $1', [
        request.tenantId,
        monitored,
      ]);
      return { detail: { default: { from: before, to: monitored } } };
    });
  }

  changeWebhookHosts(request: SettingRequest, hosts: WebhookHosts | null): Promise<SettingOutcome> {
    return this.#change(request, 'webhookHosts', async (tx, { webhookHosts: before }) => {
      if (JSON.stringify(before) === JSON.stringify(hosts)) return undefined;
      await tx.sql('update tenant set webhook_hosts = $2 where tenant_id = $1', [
        request.tenantId,
        stored(hosts),
      ]);
      return { detail: { hosts: { from: before, to: hosts } } };
    });
  }

  /** `override` replaces everything that the tenant changes of the key; undefined: what ships counts again. */
  async changeReference<Key extends OverridableKey>(
    request: SettingRequest,
    key: Key,
    override: ReferenceOverrides[Key],
  ): Promise<SettingOutcome> {
    const { tenantId } = request;
    try {
      return await this.#change(request, key, async (tx) => {
        const before = await readOverrides(tx, tenantId);
        const { [key]: _, ...others } = before;
        const after: ReferenceOverrides = override === undefined ? others : { ...others, [key]: override };
        const detail = itemDifferences(before[key], after[key]);
        if (detail === undefined) return undefined;
        const faults = await checkReference(tx, tenantId, { key, before, after });
        if (faults.length > 0) throw new Refused(faults);
        await tx.sql(
          `insert into tenant_reference (tenant_id, overrides) values ($1, $2)
           on conflict (tenant_id) do update set overrides = excluded.overrides, updated_at = now()`,
          [tenantId, JSON.stringify(after)],
        );
        return { detail, topic: referenceTopic };
      });
    } catch (error) {
      if (error instanceof Refused) return { kind: 'faults', faults: error.faults };
      throw error;
    }
  }

  #change(request: SettingRequest, section: SettingSection, action: SettingAction): Promise<SettingOutcome> {
    const { tenantId, email, expectedVersion } = request;
    return this.#database.operator(async (tx) => {
      // Fields, forms and rules are checked against workflows, which change one transaction after the other.
      await lockDefinitions(tx);
      const [tenant] = await tx.sql<StoredTenant & Record<string, unknown>>(
        `select branding, hosted, case_rules as cases, monitoring_default as monitoring,
           webhook_hosts as "webhookHosts" from tenant
         where tenant_id = $1 for update`,
        [tenantId],
      );
      const { version } = (await readSettingOrigins(tx, tenantId))(section);
      if (version !== expectedVersion) return { kind: 'newer', version };
      const done = await action(tx, tenant!);
      if (done === undefined) return { kind: 'done' };
      await raiseSetting(tx, tenantId, { section, email });
      await recordAudit(
        tx,
        { tenantId, domain: tenantLevel },
        {
          actor: { kind: 'user', id: email },
          act: 'settings.change',
          object: { kind: 'settings', id: section },
          detail: done.detail,
        },
      );
      if (done.topic !== undefined) await invalidateCaches(tx, done.topic, tenantId);
      return { kind: 'done' };
    });
  }
}

/** Undefined: nothing differs. */
type SettingAction = (
  tx: Tx,
  stored: StoredTenant,
) => Promise<{ readonly detail: Readonly<Record<string, unknown>>; readonly topic?: string } | undefined>;

/** Undoes the transaction and carries the faults out of it. */
class Refused extends Error {
  readonly faults: readonly SettingFault[];

  constructor(faults: readonly SettingFault[]) {
    super('the setting has faults');
    this.faults = faults;
  }
}

export async function readOverrides(tx: Tx, tenantId: string): Promise<ReferenceOverrides> {
  const [row] = await tx.sql<{ overrides: unknown }>(
    'select overrides from tenant_reference where tenant_id = $1',
    [tenantId],
  );
  return row === undefined ? {} : referenceOverrides.parse(row.overrides);
}

/** As a column has it. */
function stored(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** What differs, member by member, as it was and as it is; undefined: nothing. */
function differences(before: unknown, after: unknown): Record<string, unknown> | undefined {
  const [was, is] = [before ?? {}, after ?? {}].map((value) => jsonForm(value) as Record<string, unknown>);
  const fields = differingFields(was!, { ...blank(was!), ...is });
  if (fields.length === 0) return undefined;
  return Object.fromEntries(fields.map(({ field, from, to }) => [field, { from, to }]));
}

function blank(value: Record<string, unknown>): Record<string, null> {
  return Object.fromEntries(Object.keys(value).map((key) => [key, null]));
}

/** Of fields, forms or rules: what differs item by item. Their order is what people are asked in, so it counts. */
function itemDifferences(
  before: ReferenceOverrides[OverridableKey],
  after: ReferenceOverrides[OverridableKey],
): Record<string, unknown> | undefined {
  const [was, is] = [before, after].map(
    (override) => new Map((override?.items ?? []).map((item) => [item.code, jsonForm(item)])),
  );
  const order = { from: [...was!.keys()], to: [...is!.keys()] };
  const without = { from: before?.without ?? [], to: after?.without ?? [] };
  const items = Object.fromEntries(
    [...new Set([...order.from, ...order.to])]
      .filter((code) => JSON.stringify(was!.get(code)) !== JSON.stringify(is!.get(code)))
      .map((code) => [code, { from: was!.get(code) ?? null, to: is!.get(code) ?? null }]),
  );
  const isSame = (pair: { from: readonly string[]; to: readonly string[] }) =>
    JSON.stringify(pair.from) === JSON.stringify(pair.to);
  if (Object.keys(items).length === 0 && isSame(order) && isSame(without)) return undefined;
  return {
    ...(Object.keys(items).length > 0 && { items }),
    ...(!isSame(order) && { order }),
    ...(!isSame(without) && { without }),
  };
}
