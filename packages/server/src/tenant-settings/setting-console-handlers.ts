import {
  type OverridableKey,
  overridableKeys,
  phrase,
  phrasesOfIssue,
  referenceOverrides,
  type WebhookHosts,
} from '@gatehouse/contract';
import { previewCaseRules } from '../cases/index.ts';
import { type ConsoleHandlers, ConsoleRefusal, type ConsoleUser, sentPhrases } from '../console-api/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { isAllowedHost, literalHost } from '../lib/webhook-host.ts';
import { placeOf } from '../lib/yaml/file-fault.ts';
import { readMonitoringStatistics } from '../monitoring/index.ts';
import { logoFault } from '../provisioning/index.ts';
import { countOverrides, describeOverrides } from '../reference/index.ts';
import { readSettingOrigins } from '../tenants/index.ts';
import type { SettingFault } from './reference-check.ts';
import { readOverrides, type SettingOutcome, type SettingRequest, Settings } from './setting-commands.ts';

type SettingHandlers = Pick<
  ConsoleHandlers,
  | 'settings.read'
  | 'settings.changeBranding'
  | 'settings.changeHosted'
  | 'settings.changeCases'
  | 'settings.forecastCases'
  | 'settings.changeMonitoring'
  | 'settings.changeWebhookHosts'
  | 'settings.monitoringFigures'
  | 'settings.readReference'
  | 'settings.changeReference'
>;

/** What people read and change of their tenant's settings, over the console's interface. */
export function settingConsoleHandlers(service: {
  readonly database: Database;
  domainsOf(tenantId: string): ReadonlySet<string>;
  /** Lets this node know at once of what was changed here. */
  refresh(): Promise<void>;
}): SettingHandlers {
  const { database } = service;
  const settings = new Settings(database);
  const read = (tenantId: string) => database.transaction({ tenantId }, (tx) => readSettings(tx, tenantId));
  const readKey = (tenantId: string, key: OverridableKey) =>
    database.transaction({ tenantId }, (tx) => readReference(tx, tenantId, key));
  const finish = async (outcome: SettingOutcome): Promise<void> => {
    if (outcome.kind === 'newer')
      throw new ConsoleRefusal('VERSION_CONFLICT', undefined, { version: outcome.version });
    if (outcome.kind === 'faults') refuseFaults(outcome.faults);
    await service.refresh();
  };
  const ofDomains = <Figures>(tenantId: string, count: (tx: Tx, domain: string) => Promise<Figures>) =>
    Promise.all(
      [...service.domainsOf(tenantId)]
        .toSorted()
        .map((domain) => database.transaction({ tenantId, domain }, (tx) => count(tx, domain))),
    );
  return {
    'settings.read': ({ user }) => read(user.tenantId),
    'settings.changeBranding': async ({ user, body: { branding, expectedVersion } }) => {
      const fault = logoFault(branding?.logo);
      if (fault !== undefined) throw new ConsoleRefusal('INVALID', fault, { field: 'branding.logo' });
      await finish(await settings.changeBranding(requestOf(user, expectedVersion), branding));
      return (await read(user.tenantId)).branding;
    },
    'settings.changeHosted': async ({ user, body: { hosted, expectedVersion } }) => {
      await finish(await settings.changeHosted(requestOf(user, expectedVersion), hosted));
      return (await read(user.tenantId)).hosted;
    },
    'settings.changeCases': async ({ user, body: { cases, expectedVersion } }) => {
      await finish(await settings.changeCases(requestOf(user, expectedVersion), cases));
      return (await read(user.tenantId)).cases;
    },
    'settings.forecastCases': async ({ user: { tenantId }, query }) => {
      const { dueHours, urgentFrom, urgentHours } = query;
      if ((urgentFrom === undefined) !== (urgentHours === undefined)) {
        const field = urgentFrom === undefined ? 'urgentFrom' : 'urgentHours';
        throw new ConsoleRefusal('INVALID', phrase('rules.urgentIncomplete'), { field });
      }
      const urgent =
        urgentFrom === undefined || urgentHours === undefined
          ? undefined
          : { riskFrom: urgentFrom, dueHours: urgentHours };
      return {
        domains: await ofDomains(tenantId, (tx, domain) =>
          previewCaseRules(tx, { tenantId, domain }, { dueHours, urgent }),
        ),
      };
    },
    'settings.changeMonitoring': async ({ user, body }) => {
      await finish(await settings.changeMonitoring(requestOf(user, body.expectedVersion), body.default));
      return (await read(user.tenantId)).monitoring;
    },
    'settings.changeWebhookHosts': async ({ user, body: { hosts, expectedVersion } }) => {
      await finish(await settings.changeWebhookHosts(requestOf(user, expectedVersion), hosts));
      return (await read(user.tenantId)).webhookHosts;
    },
    'settings.monitoringFigures': async ({ user: { tenantId } }) => ({
      domains: await ofDomains(tenantId, (tx, domain) => readMonitoringStatistics(tx, { tenantId, domain })),
    }),
    'settings.readReference': ({ user, params }) => readKey(user.tenantId, params.referenceKey),
    'settings.changeReference': async ({ user, params: { referenceKey: key }, body }) => {
      const { items, without, expectedVersion } = body;
      const isEmpty = items.length === 0 && without.length === 0;
      const checked = referenceOverrides.shape[key].safeParse(isEmpty ? undefined : { items, without }, {
        // It says whether a value is missing; it is not passed on.
        reportInput: true,
      });
      if (!checked.success) {
        refuseFaults(
          checked.error.issues.map((issue) => {
            const phrases = phrasesOfIssue(issue, issue.input);
            return {
              place: placeOf(issue.path as string[]),
              message: issue.message,
              ...(phrases && { phrases: sentPhrases(phrases) }),
            };
          }),
        );
      }
      await finish(
        await settings.changeReference(requestOf(user, expectedVersion), key, checked.data as never),
      );
      return readKey(user.tenantId, key);
    },
  };
}

function requestOf({ tenantId, email }: ConsoleUser, expectedVersion: number): SettingRequest {
  return { tenantId, email, expectedVersion };
}

function refuseFaults(faults: readonly SettingFault[]): never {
  throw new ConsoleRefusal('DEFINITION_FAULTS', undefined, { faults });
}

interface TenantRow {
  readonly name: string;
  readonly branding: unknown;
  readonly hosted: unknown;
  readonly cases: unknown;
  readonly monitoring: boolean;
  readonly hosts: WebhookHosts | null;
}

async function readSettings(tx: Tx, tenantId: string) {
  const [tenant] = await tx.sql<TenantRow & Record<string, unknown>>(
    `select name, branding, hosted, case_rules as cases, monitoring_default as monitoring,
       webhook_hosts as hosts
     from tenant where tenant_id = $1`,
    [tenantId],
  );
  const originOf = await readSettingOrigins(tx, tenantId);
  const overrides = await readOverrides(tx, tenantId);
  const { name, branding, hosted, cases, monitoring, hosts } = tenant!;
  return {
    tenantName: name,
    // As they were checked before they were stored.
    branding: { ...originOf('branding'), value: branding as never },
    hosted: { ...originOf('hosted'), value: hosted as never },
    cases: { ...originOf('cases'), value: cases as never },
    monitoring: { ...originOf('monitoring'), value: monitoring },
    webhookHosts: {
      ...originOf('webhookHosts'),
      value: hosts,
      blocked: hosts === null ? [] : await findBlocked(tx, tenantId, hosts),
    },
    reference: overridableKeys.map((key) => ({ key, ...originOf(key), ...countOverrides(overrides, key) })),
  };
}

/** Webhooks whose host, where the definition names it, is not among those that may be called. */
async function findBlocked(tx: Tx, tenantId: string, hosts: WebhookHosts) {
  const rows = await tx.sql<{ webhookId: string; name: string; url: string }>(
    `select webhook_id as "webhookId", definition ->> 'name' as name, definition ->> 'url' as url
     from webhook where tenant_id = $1 and removed_at is null order by webhook_id`,
    [tenantId],
  );
  return rows.flatMap(({ webhookId, name, url }) => {
    const host = literalHost(url);
    return host === undefined || isAllowedHost(host, hosts) ? [] : [{ webhookId, name, host }];
  });
}

async function readReference(tx: Tx, tenantId: string, key: OverridableKey) {
  const originOf = await readSettingOrigins(tx, tenantId);
  return { key, ...originOf(key), ...describeOverrides(await readOverrides(tx, tenantId), key) };
}
