import { z } from 'zod';
import {
  compositeScanSettings,
  globalCheckSettings,
  riskListsSettings,
  watchlistSettings,
} from '../engine-settings.ts';
import { instantField } from '../fields.ts';
import { defineConsoleRoute } from './route.ts';

/** What would follow if a change came into force (docs/monitoring.md, "Preview"). */

/** Why a preview has no result, by code, with the words of the command line. */
export const previewFailures = {
  NOT_MONITORED: 'no customers are monitored: no workflow for PERIODIC_FLOW_EVENT is published',
  NOT_STARTED: 'monitoring of this domain has not started: its first run screens every customer',
  WORKFLOW_UNKNOWN: 'the workflow is not published in this domain',
  LISTS_LOADING: 'the lists are not loaded yet: run the preview again',
  LIST_CHANGED: 'another version of the list was activated meanwhile: run the preview again',
  VERSION_UNKNOWN: 'the version is unknown',
  VERSION_ACTIVE: 'the version is already active',
  VERSION_UNUSABLE: 'the version cannot be activated: its files are gone or cannot be read',
  INTERNAL: 'an internal error, which the log has',
} as const;
export type PreviewFailure = keyof typeof previewFailures;

const count = z.int().min(0);
const instant = z.int().describe('Epoch milliseconds.');
const source = z.string().min(1).max(100);
const version = z.string().min(1).max(200);

const listVersionChange = z
  .strictObject({
    kind: z.literal('LIST_VERSION'),
    source,
    version: version.describe('One that was refused, or an earlier one: what `lists.choose` can activate.'),
  })
  .meta({ id: 'ListVersionChange' });

const engineChoice = z
  .strictObject({
    GLOBAL_CHECK: globalCheckSettings.optional(),
    RISK_LISTS: riskListsSettings.optional(),
    COMPOSITE_SCAN: compositeScanSettings.optional(),
    WATCHLIST: watchlistSettings.optional(),
  })
  .meta({ id: 'EngineChoice' });

/** Settings that are compared in one pass. */
const maxSettingVariants = 8;

const variants = z
  .array(z.array(engineChoice).min(1).max(50))
  .min(1)
  .max(maxSettingVariants)
  .describe(
    'Settings to compare, each with the engines of every screening node, as the workflow would have them. All are worked out in one pass.',
  );

const workflowChange = z
  .strictObject({
    kind: z.literal('WORKFLOW').describe('The monitoring workflow with other engines or settings.'),
    variants,
  })
  .meta({ id: 'WorkflowChange' });

const replayChange = z
  .strictObject({
    kind: z.literal('REPLAY').describe('Screenings of the past with other engines or settings.'),
    workflowId: z.string().min(1).max(100).describe('Whose submits: the newest 10,000 at most.'),
    from: instantField
      .optional()
      .describe('Epoch milliseconds. Submits from then on; without it those of the 30 days before `before`.'),
    before: instantField.optional().describe('Epoch milliseconds. Submits until then; without it until now.'),
    sources: z
      .array(source)
      .min(1)
      .max(50)
      .optional()
      .describe("The lists that are searched, `watchlist` for the tenant's own; without it all."),
    variants,
  })
  .meta({ id: 'ReplayChange' });

const change = z.discriminatedUnion('kind', [listVersionChange, workflowChange, replayChange]);

const previewedAlert = z
  .object({
    subjectKey: z.string().describe('`self`, or the key of a party of the customer.'),
    entityId: z.string(),
    name: z.string().describe('Name of the listed entity.'),
    category: z.string(),
    variants: z
      .array(z.int())
      .optional()
      .describe('For settings: which of the compared ones, from 0, the alert is new with, or vanishes with.'),
  })
  .meta({ id: 'PreviewedAlert' });

const appearing = z
  .object({
    customers: count.describe(
      'Customers for whom the monitoring workflow would start; of `REPLAY` customers with new alerts.',
    ),
    alerts: count.describe('Each once, however often the customer was submitted.'),
    suppressed: count.describe('New hits that an earlier ruling suppresses.'),
  })
  .meta({ id: 'AppearingAlerts' });

const vanishing = z
  .object({
    customers: count,
    trueMatches: count.describe(
      'Alerts ruled a true match that no screening would raise any more, each once, however often the customer was submitted.',
    ),
    falsePositives: count,
    undecided: count.describe('Those without a ruling, or undecided.'),
  })
  .meta({ id: 'VanishingAlerts' });

const volume = z
  .object({ submits: count.describe('Submits with an alert.'), alerts: count })
  .meta({ id: 'AlertVolume' })
  .describe('Of `REPLAY`: what the settings would have raised.');

const figures = z
  .object({
    /** What it was worked out from. */
    basis: z.object({
      versions: z.record(z.string(), z.string()).describe('Active list versions, by source.'),
      engineVersion: z.string(),
      workflowId: z.string().nullable().describe('The monitoring workflow; null: none is published.'),
      workflowVersion: z.int().nullable(),
      watchlistRevision: z.int().optional().describe("Of the tenant's own list."),
      isFollowed: z
        .boolean()
        .describe(
          'Monitoring had screened everybody against the active lists. False: its next run finds more than is said here.',
        ),
    }),
    entriesChanged: count.nullable().describe('New and materially changed entries; null: all entries.'),
    entriesRemoved: count.nullable(),
    considered: count.describe('Monitored customers.'),
    concerned: count.describe('Of these, customers whom the change may concern.'),
    screened: count,
    failures: count.describe('Customers who could not be screened.'),
    appearing,
    vanishing,
    variants: z
      .array(z.object({ appearing, vanishing, volume: volume.optional() }).meta({ id: 'PreviewedVariant' }))
      .optional()
      .describe(
        'The figures of each of the compared settings; `appearing` and `vanishing` are those of the first.',
      ),
    unchanged: appearing
      .optional()
      .describe(
        'What a full rescreening would alert with the settings that are active: it is among the new alerts of the others.',
      ),
    activeVolume: volume.optional().describe('Of `REPLAY`: what the published settings raise.'),
    covered: z
      .object({
        from: instant.describe('Submits from then on were taken.'),
        before: instant.describe('And until then.'),
        replayed: count.describe(
          'Submits of the workflow that were taken, the newest, also those that screened nothing.',
        ),
        hasOlder: z.boolean().describe('Whether that time has older ones, which were not taken.'),
        sources: z.array(z.string()).describe('The lists that were searched.'),
      })
      .meta({ id: 'ReplayCoverage' })
      .optional()
      .describe('Of `REPLAY`: what the figures are of.'),
    pace: z
      .object({ medianMs: z.number(), cases: count })
      .nullable()
      .describe("Median time that the domain's people work on a case; null: too few were resolved."),
    isCut: z.boolean().describe('More customers than are kept one by one; the figures count all.'),
    workedMs: count,
  })
  .meta({ id: 'PreviewFigures' });

const preview = z
  .object({
    previewId: z.string(),
    change,
    state: z.enum(['ORDERED', 'DONE', 'FAILED']),
    progress: z
      .object({ screened: count, of: count.describe('Customers whom the change may concern.') })
      .meta({ id: 'PreviewProgress' })
      .nullable()
      .describe('How far it is; null: it has not started, or has ended.'),
    orderedBy: z.string(),
    orderedAt: instant,
    finishedAt: instant.nullable(),
    result: figures.nullable(),
    isOutdated: z
      .boolean()
      .describe(
        'Since then a list, the watchlist, the engine or the workflow changed: what happens now may be other than the result says.',
      ),
    failure: z
      .enum(Object.keys(previewFailures) as PreviewFailure[])
      .nullable()
      .describe('Why there is no result.'),
  })
  .meta({ id: 'Preview' });

const inDomain = z.object({ domain: z.string() });
const previewParams = inDomain.extend({ previewId: z.string() });

export const previewRoutes = {
  'previews.list': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/previews',
    title: 'List the previews of a domain, newest first',
    details: 'Previews are kept for 30 days, at most 50 of a domain.',
    access: 'customers.read',
    params: inDomain,
    output: z.object({ previews: z.array(preview) }),
    problems: [],
  }),
  'previews.order': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/previews',
    title: 'Order a preview: whom a change would alert, and whose alerts would vanish',
    details:
      'It is worked out in the background from what monitoring would do. Nothing is activated, started or billed. See [continuous monitoring](monitoring.md#preview).',
    access: 'monitoring.order',
    params: inDomain,
    body: change,
    example: { kind: 'LIST_VERSION', source: 'un-sc', version: '2026-02-27-3f1c9b7a5d2e8c40' },
    furtherRules: {
      sources: 'are configured sources or `watchlist`',
      before: 'is not before `from`',
      from: 'is not in the future',
    },
    output: z.object({ previewId: z.string() }),
    problems: [],
  }),
  'previews.read': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/previews/{previewId}',
    title: 'Read one preview',
    access: 'customers.read',
    params: previewParams,
    output: preview,
    problems: ['NOT_FOUND'],
  }),
  'previews.customers': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/previews/{previewId}/customers',
    title: 'List the customers of a preview: those who would lose a true match first',
    access: 'customers.read',
    params: previewParams,
    query: z.object({
      from: z.coerce.number().int().min(0).max(1_000_000).default(0).describe('How many to leave out.'),
      limit: z.coerce.number().int().min(1).max(1000).default(100),
    }),
    output: z.object({
      customers: z.array(
        z.object({
          customerId: z.string(),
          customerName: z.string().nullable(),
          appearing: z.array(previewedAlert),
          vanishing: z.array(
            previewedAlert.extend({
              ruling: z.enum(['TRUE_MATCH', 'FALSE_POSITIVE', 'UNDECIDED']).nullable(),
            }),
          ),
          trueMatches: count.describe('Of those that vanish, how many were ruled a true match.'),
        }),
      ),
    }),
    problems: ['NOT_FOUND'],
  }),
  'previews.export': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/previews/{previewId}/file',
    title: 'Export the customers of a preview as a CSV file with a row for each alert',
    access: 'customers.read',
    params: previewParams,
    answers: 'file',
    problems: ['NOT_FOUND'],
  }),
  'lists.preview': defineConsoleRoute({
    method: 'POST',
    path: '/list-previews',
    title: 'Order a preview of a list version in every monitored domain',
    access: 'lists.manage',
    body: z.strictObject({ source, version }),
    output: z.object({ ordered: count.describe('Domains; 0: no domain is monitored.') }),
    problems: ['NOT_FOUND'],
  }),
  'lists.previews': defineConsoleRoute({
    method: 'GET',
    path: '/list-previews',
    title: 'Read the newest preview of a list version in each domain: figures, and no customer',
    access: 'lists.manage',
    query: z.object({ source, version }),
    output: z.object({
      previews: z.array(preview.extend({ tenantId: z.string(), domain: z.string() })),
    }),
    problems: [],
  }),
} as const;
