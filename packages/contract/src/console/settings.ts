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

const version = z
  .int()
  .min(0)
  .describe('Raised by each change, whoever made it; 0: nobody changed it since versions are counted.');
const expectedVersion = version.describe('As it was read: when somebody was faster, nothing is changed.');

const origin = {
  version,
  isInFile: z
    .boolean()
    .describe(
      'Whether the tenant file that was applied last speaks of it: applied again, its word counts again.',
    ),
  changedBy: z.string().nullable().describe('The person; null: a tenant file, or nobody.'),
  changedAt: instant.nullable(),
};
const settingOrigin = z.object(origin);
export type SettingOrigin = z.infer<typeof settingOrigin>;

const brandingSetting = z
  .object({
    ...origin,
    value: branding
      .nullable()
      .describe('Null: nothing was said, and the pages show the tenant’s name alone.'),
  })
  .meta({ id: 'BrandingSetting' });
const hostedSetting = z
  .object({
    ...origin,
    value: hosted
      .nullable()
      .describe('Null: no page may show them in a frame, and the last one leads nowhere on.'),
  })
  .meta({ id: 'HostedSetting' });
const caseSetting = z
  .object({
    ...origin,
    value: caseRules.nullable().describe('Null: cases are due at no time.'),
  })
  .meta({ id: 'CaseSetting' });
const monitoringSetting = z
  .object({
    ...origin,
    value: z.boolean().describe('Whether customers are monitored of whom nothing else was said.'),
  })
  .meta({ id: 'MonitoringSetting' });
const webhookHostSetting = z
  .object({
    ...origin,
    value: webhookHosts.nullable().describe('Null: any host that the deployment lets webhooks call.'),
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
          items: count.describe('What is asked for now.'),
          own: count.describe('Items of the tenant alone.'),
          changed: count.describe('Items that ship and are other ones for the tenant.'),
          without: count.describe('Items that ship and are left out.'),
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
          shipped: anyItem
            .nullable()
            .describe('What ships of this code; null: the item is the tenant’s alone.'),
          isOwn: z.boolean().describe('Whether it is what the tenant says, and not what ships.'),
        }),
      )
      .describe('In the order in which they are asked for.'),
    without: z.array(anyItem).describe('What ships and is left out.'),
    schema: z.record(z.string(), z.unknown()).describe('JSON Schema of an item, for forms.'),
    choices: z
      .record(z.string(), z.array(z.string()))
      .describe('What may stand in members that name something else, by the member.'),
  })
  .meta({ id: 'ReferenceSetting' });
export type ReferenceSetting = z.infer<typeof referenceSetting>;

const hours = z.coerce.number().min(0.1).max(8760);

const caseForecast = z.object({
  domains: z.array(
    z.object({
      domain: z.string(),
      open: count.describe('Open cases.'),
      overdue: count.describe('Those of them that are over the time that they were given when opened.'),
      would: count.describe('Those that these rules would put over their time now.'),
      wouldSoon: count.describe('Those that these rules would put over it within four hours.'),
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
        .describe('What is started for a customer with news; null: nothing is monitored here.'),
      customers: count.describe('Customers who can be screened.'),
      monitored: count,
      chosen: count.describe('Monitored because a submit or a person said so.'),
      excepted: count.describe('Not monitored because a submit or a person said so.'),
      byDefault: count.describe('Of whom nothing was said: the default counts.'),
      lastRun: monitoringRun.nullable(),
      month: z
        .object({
          runs: count,
          failedRuns: count,
          screened: count.describe('Screenings; they are metered and cost no unit.'),
          executions: count.describe('Executions that were started; they cost no unit.'),
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
    title: 'Change how the hosted pages and messages show the tenant; the whole of it replaces what was',
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
    title: 'Change which pages may show the hosted ones in a frame, and where the last of them leads',
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
    title:
      'Change within what time cases are to be concluded; it counts for cases that are opened from then on',
    access: 'settings.manage',
    body: z.strictObject({ expectedVersion, cases: caseRules.nullable() }),
    example: { expectedVersion: 1, cases: { dueHours: 48, urgent: { riskFrom: 80, dueHours: 8 } } },
    output: caseSetting,
    problems: ['VERSION_CONFLICT'],
  }),
  'settings.forecastCases': defineConsoleRoute({
    method: 'GET',
    path: '/settings/case-forecast',
    title: 'Count the open cases that rules would put over their time, had they been opened by them',
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
    title:
      'Change whether customers are monitored of whom nothing was said; turned on, everybody is screened anew',
    access: 'settings.manage',
    body: z.strictObject({ expectedVersion, default: z.boolean() }),
    output: monitoringSetting,
    problems: ['VERSION_CONFLICT'],
  }),
  'settings.changeWebhookHosts': defineConsoleRoute({
    method: 'PUT',
    path: '/settings/webhook-hosts',
    title: 'Change which hosts webhooks may call; attempts to any other fail from then on',
    access: 'settings.manage',
    body: z.strictObject({ expectedVersion, hosts: webhookHosts.nullable() }),
    example: { expectedVersion: 0, hosts: ['crm.acme.test', '*.hooks.acme.test'] },
    output: webhookHostSetting,
    problems: ['VERSION_CONFLICT'],
  }),
  'settings.monitoringFigures': defineConsoleRoute({
    method: 'GET',
    path: '/settings/monitoring-figures',
    title: 'How many customers are monitored and why, by what workflow, and what the runs came to',
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
    title:
      'Change fields, forms or document rules; with nothing in either list, the defaults are active again',
    access: 'settings.manage',
    params: z.object({ referenceKey: z.enum(overridableKeys) }),
    body: z.strictObject({
      expectedVersion,
      items: z.array(anyItem).max(500).describe('Replace what ships of the same code, or are added.'),
      without: z.array(z.string().min(1).max(100)).max(500).describe('Codes of what ships and is left out.'),
    }),
    bodyLimit: 1024 * 1024,
    output: referenceSetting,
    problems: ['VERSION_CONFLICT', 'DEFINITION_FAULTS'],
  }),
} as const;
