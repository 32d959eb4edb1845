import { z } from 'zod';
import { branding, hosted } from '../branding.ts';
import { overridableKeys } from '../reference/config-keys.ts';
import { caseRules, webhookHosts } from '../tenant-file.ts';
import { monitoringRun } from './monitoring.ts';
import { defineConsoleRoute } from './route.ts';

/** What a tenant's people settle of it: the same sections as in the tenant file (docs/console-api.md). */

const instant = z.int().describe('Epoch milliseconds.');
const count = z.int().min(0);

/** Parts that are changed one by one, each with a version of its own. */
export const settingSections = [
  'branding',
  'hosted',
  'cases',
  'monitoring',
  'webhookHosts',
  ...overridableKeys,
] as const;
export type SettingSection = (typeof settingSections)[number];

const version = z.int().min(0).describe('Rises with each change; 0: never changed.');
const expectedVersion = version.describe('As it was read. If it changed since, nothing is saved.');

const origin = {
  version,
  isInFile: z
    .boolean()
    .describe('Whether the tenant file sets it: applying the file again overwrites the value.'),
  changedBy: z.string().nullable().describe('The person; null: a tenant file, or never changed.'),
  changedAt: instant.nullable(),
};
const settingOrigin = z.object(origin);
export type SettingOrigin = z.infer<typeof settingOrigin>;

const brandingSetting = z
  .object({
    ...origin,
    value: branding.nullable().describe('Null: not set; the pages show only the tenant’s name.'),
  })
  .meta({ id: 'BrandingSetting' });
const hostedSetting = z
  .object({
    ...origin,
    value: hosted
      .nullable()
      .describe('Null: not set; no site may embed the pages, and the last page has no link.'),
  })
  .meta({ id: 'HostedSetting' });
const caseSetting = z
  .object({
    ...origin,
    value: caseRules.nullable().describe('Null: cases have no deadline.'),
  })
  .meta({ id: 'CaseSetting' });
const monitoringSetting = z
  .object({
    ...origin,
    value: z.boolean().describe('Whether new customers are monitored by default.'),
  })
  .meta({ id: 'MonitoringSetting' });
const webhookHostSetting = z
  .object({
    ...origin,
    value: webhookHosts.nullable().describe('Null: any host that the deployment allows.'),
    blocked: z
      .array(z.object({ webhookId: z.string(), name: z.string(), host: z.string() }))
      .describe('Webhooks whose host is not among them: each of their attempts fails.'),
  })
  .meta({ id: 'WebhookHostSetting' });

const settingsView = z
  .object({
    tenantName: z.string().describe('Shown to end users where the branding has no name.'),
    branding: brandingSetting,
    hosted: hostedSetting,
    cases: caseSetting,
    monitoring: monitoringSetting,
    webhookHosts: webhookHostSetting,
    reference: z
      .array(
        z.object({
          key: z.enum(overridableKeys),
          ...origin,
          items: count.describe('Items that apply now.'),
          own: count.describe('Items that the tenant added.'),
          changed: count.describe('Default items that the tenant changed.'),
          without: count.describe('Default items that the tenant removed.'),
        }),
      )
      .describe('What the tenant changes of the reference configuration.'),
  })
  .meta({ id: 'Settings' });
export type SettingsView = z.infer<typeof settingsView>;

const anyItem = z
  .record(z.string(), z.unknown())
  .describe('As the key’s items are in `prepare.platform.config`.');

const referenceSetting = z
  .object({
    key: z.enum(overridableKeys),
    ...origin,
    items: z
      .array(
        z.object({
          item: anyItem,
          shipped: anyItem.nullable().describe('Default item of this code; null: the tenant added the item.'),
          isOwn: z.boolean().describe('Whether the tenant added or changed it.'),
        }),
      )
      .describe('In the order in which end users see them.'),
    without: z.array(anyItem).describe('Default items that the tenant removed.'),
    schema: z.record(z.string(), z.unknown()).describe('JSON Schema of an item, for forms.'),
    choices: z
      .record(z.string(), z.array(z.string()))
      .describe('Allowed values of members that refer to other items, by member.'),
  })
  .meta({ id: 'ReferenceSetting' });
export type ReferenceSetting = z.infer<typeof referenceSetting>;

const hours = z.coerce.number().min(0.1).max(8760);

const caseForecast = z.object({
  domains: z.array(
    z.object({
      domain: z.string(),
      open: count.describe('Open cases.'),
      overdue: count.describe('Of these, cases past the deadline that they got when opened.'),
      would: count.describe('Cases that would be overdue now under these rules.'),
      wouldSoon: count.describe('Cases that would be due within four hours under these rules.'),
    }),
  ),
});

const monitoringFigures = z.object({
  domains: z.array(
    z.object({
      domain: z.string(),
      workflow: z
        .object({ workflowId: z.string(), name: z.string(), version: z.int() })
        .nullable()
        .describe('Workflow that new hits start; null: no monitoring here.'),
      customers: count.describe('Customers who can be screened.'),
      monitored: count,
      chosen: count.describe('Opted in by a submit or a person.'),
      excepted: count.describe('Opted out by a submit or a person.'),
      byDefault: count.describe('Customers who follow the default.'),
      lastRun: monitoringRun.nullable(),
      month: z
        .object({
          runs: count,
          failedRuns: count,
          screened: count.describe('Screenings; metered, without cost.'),
          executions: count.describe('Executions that were started, without cost.'),
          failures: count.describe('Customers who could not be screened.'),
        })
        .describe('The last 30 days.'),
    }),
  ),
});

export const settingRoutes = {
  'settings.read': defineConsoleRoute({
    method: 'GET',
    path: '/settings',
    title: 'Read the settings of the tenant, which version of each is active and where it came from',
    access: 'settings.read',
    output: settingsView,
    problems: [],
  }),
  'settings.changeBranding': defineConsoleRoute({
    method: 'PUT',
    path: '/settings/branding',
    title: 'Change the branding of hosted pages and messages; replaces all of it',
    access: 'settings.manage',
    body: z.strictObject({ expectedVersion, branding: branding.nullable() }),
    example: { expectedVersion: 1, branding: { name: 'Acme Pay', primaryColour: '#0a7d55' } },
    // A logo, and texts of consent in six languages.
    bodyLimit: 512 * 1024,
    output: brandingSetting,
    furtherRules: {
      'branding.logo': 'holds a picture of the type that it names',
    },
    problems: ['VERSION_CONFLICT'],
  }),
  'settings.changeHosted': defineConsoleRoute({
    method: 'PUT',
    path: '/settings/hosted',
    title: 'Change which sites may embed the hosted pages, and the return URL',
    access: 'settings.manage',
    body: z.strictObject({ expectedVersion, hosted: hosted.nullable() }),
    example: {
      expectedVersion: 1,
      hosted: { frameAncestors: ['https://app.acme.test'], returnUrl: 'https://app.acme.test/welcome' },
    },
    output: hostedSetting,
    problems: ['VERSION_CONFLICT'],
  }),
  'settings.changeCases': defineConsoleRoute({
    method: 'PUT',
    path: '/settings/cases',
    title: 'Change case deadlines; applies to cases opened afterwards',
    access: 'settings.manage',
    body: z.strictObject({ expectedVersion, cases: caseRules.nullable() }),
    example: { expectedVersion: 1, cases: { dueHours: 48, urgent: { riskFrom: 80, dueHours: 8 } } },
    output: caseSetting,
    problems: ['VERSION_CONFLICT'],
  }),
  'settings.forecastCases': defineConsoleRoute({
    method: 'GET',
    path: '/settings/case-forecast',
    title: 'Count the open cases that would be overdue under given rules',
    access: 'settings.manage',
    query: z.object({
      dueHours: hours.optional(),
      urgentFrom: z.coerce.number().min(0).max(1_000_000).optional().describe('Risk score.'),
      urgentHours: hours.optional(),
    }),
    output: caseForecast,
    furtherRules: {
      urgentFrom: 'comes with `urgentHours`',
      urgentHours: 'comes with `urgentFrom`',
    },
    problems: [],
  }),
  'settings.changeMonitoring': defineConsoleRoute({
    method: 'PUT',
    path: '/settings/monitoring',
    title: 'Change whether customers are monitored by default; turning it on screens all of them again',
    access: 'settings.manage',
    body: z.strictObject({ expectedVersion, default: z.boolean() }),
    output: monitoringSetting,
    problems: ['VERSION_CONFLICT'],
  }),
  'settings.changeWebhookHosts': defineConsoleRoute({
    method: 'PUT',
    path: '/settings/webhook-hosts',
    title: 'Change which hosts webhooks may call; attempts to any other host fail from then on',
    access: 'settings.manage',
    body: z.strictObject({ expectedVersion, hosts: webhookHosts.nullable() }),
    example: { expectedVersion: 0, hosts: ['crm.acme.test', '*.hooks.acme.test'] },
    output: webhookHostSetting,
    problems: ['VERSION_CONFLICT'],
  }),
  'settings.monitoringFigures': defineConsoleRoute({
    method: 'GET',
    path: '/settings/monitoring-figures',
    title: 'Read how many customers are monitored and why, the workflow, and results of the runs',
    access: 'settings.read',
    output: monitoringFigures,
    problems: [],
  }),
  'settings.readReference': defineConsoleRoute({
    method: 'GET',
    path: '/settings/reference/{referenceKey}',
    title: 'Read fields, forms or document rules as the tenant has them, beside the defaults',
    access: 'settings.read',
    params: z.object({ referenceKey: z.enum(overridableKeys) }),
    output: referenceSetting,
    problems: [],
  }),
  'settings.changeReference': defineConsoleRoute({
    method: 'PUT',
    path: '/settings/reference/{referenceKey}',
    title: 'Change fields, forms or document rules; two empty lists restore the defaults',
    access: 'settings.manage',
    params: z.object({ referenceKey: z.enum(overridableKeys) }),
    body: z.strictObject({
      expectedVersion,
      items: z
        .array(anyItem)
        .max(500)
        .describe('Items that are added, or replace the default of the same code.'),
      without: z.array(z.string().min(1).max(100)).max(500).describe('Codes of default items to remove.'),
    }),
    bodyLimit: 1024 * 1024,
    output: referenceSetting,
    problems: ['VERSION_CONFLICT', 'DEFINITION_FAULTS'],
  }),
} as const;
