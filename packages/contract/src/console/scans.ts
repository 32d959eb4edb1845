import { z } from 'zod';
import { engines } from '../domain-values.ts';
import { providerSettings } from '../engine-settings.ts';
import { customerIdField, screenableName } from '../fields.ts';
import { hitSchema } from '../hit.ts';
import { ruleText } from '../phrases/rule-text.ts';
import { scanStates } from '../states.ts';
import { maxNameLength } from '../subject.ts';
import { defineConsoleRoute } from './route.ts';
import { searchedLists } from './searched-lists.ts';

/** Quick scans that people ask for, and those of systems (docs/console-api.md). */

const instant = z.int().describe('Epoch milliseconds.');
const customerTypes = ['Individual', 'Business'] as const;

const scanSummary = z
  .object({
    domain: z.string(),
    scanId: z.string(),
    name: z
      .string()
      .nullable()
      .describe(
        'Null where the key of the scan was deleted, or not restored with the database: type, reference and hits are missing too.',
      ),
    customerType: z.enum(customerTypes).nullable(),
    state: z.enum(scanStates),
    engines: z.array(z.enum(engines)),
    totalHits: z.int().nullable().describe('Null until it is done.'),
    description: z.string().nullable(),
    by: z.string().describe('The person, or the key.'),
    createdAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'ScanSummary' });
export type ScanSummary = z.infer<typeof scanSummary>;

const scanDetail = scanSummary
  .extend({
    settings: z
      .partialRecord(z.enum(engines), z.record(z.string(), z.unknown()))
      .describe('Of each engine, after defaults.'),
    failure: z
      .object({ engine: z.enum(engines).nullable(), reason: z.string() })
      .nullable()
      .describe('Why it failed; its credits were refunded.'),
    listVersions: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('What each engine searched: lists with versions, providers, engine version.'),
    entities: z
      .array(
        z.object({
          entityIds: z.array(z.string()),
          sameAs: z.array(
            z.object({
              of: z.string(),
              entityId: z.string(),
              ground: z.enum(['identifier', 'reference', 'birth-date', 'birth-year', 'country', 'decided']),
              detail: z.string(),
            }),
          ),
        }),
      )
      .describe(
        'Persons and companies that several entries among the hits are, with what says so; other hits are one entity each.',
      ),
    case: z
      .object({ executionId: z.string(), caseNo: z.string().nullable() })
      .nullable()
      .describe('What was submitted from the scan; `caseNo` is null until its workflow opens a case.'),
    results: z
      .array(
        z.object({
          engine: z.enum(engines),
          total: z.int(),
          exceededMaxHits: z
            .int()
            .nullable()
            .describe(
              'The limit of hits, where more matched: they were not kept, and are not counted. Null where the limit was not exceeded, and for scans of earlier versions.',
            ),
          searchedLists,
          askedProviders: z
            .array(z.string())
            .describe(
              'Search providers and hosts of data sets that were asked beside the lists. Empty for scans of earlier versions.',
            ),
          skippedProviders: z
            .array(z.string())
            .describe(
              'Search providers that were not ready: they were not asked. Empty for scans of earlier versions.',
            ),
          hits: z.array(hitSchema).describe('Best first, at most 200.'),
        }),
      )
      .describe('Every engine used, with or without hits; empty until it is done.'),
  })
  .meta({ id: 'ScanDetail' });
export type ScanDetail = z.infer<typeof scanDetail>;

const inDomain = z.object({ domain: z.string() });

export const scanRoutes = {
  'scans.list': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/quick-scans',
    title: 'List quick scans, newest first',
    access: 'scans.read',
    params: inDomain,
    query: z.object({
      mine: z
        .enum(['true', 'false'])
        .transform((word) => word === 'true')
        .optional()
        .describe('`true`: only what the person asked for.'),
      limit: z.coerce.number().int().min(1).max(100).default(25),
      cursor: z.string().min(1).max(500).optional().describe('`nextCursor` of the page before.'),
    }),
    output: z.object({ scans: z.array(scanSummary), nextCursor: z.string().nullable() }),
    problems: [],
  }),
  'scans.begin': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/quick-scans',
    title: 'Screen a name against the chosen engines; a credit for each but the watchlist',
    access: 'scans.run',
    params: inDomain,
    body: z.strictObject({
      name: screenableName(maxNameLength),
      customerType: z.enum(customerTypes),
      engines: z.array(z.enum(engines)).min(1, 'choose at least one engine').max(engines.length),
      settings: providerSettings.optional(),
      description: z.string().max(2000).optional(),
    }),
    output: z.object({ scanId: z.string() }),
    furtherRules: { name: 'holds a letter or a digit' },
    problems: ['NO_CREDITS', 'ENGINE_NOT_READY'],
  }),
  'scans.read': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/quick-scans/{scanId}',
    title: 'Read a quick scan with its hits',
    access: 'scans.read',
    params: inDomain.extend({ scanId: z.string() }),
    output: scanDetail,
    problems: [],
  }),
  'scans.openCase': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/quick-scans/{scanId}/case',
    title: 'Submit the scanned name through the published workflow for MANUAL_CASE_EVENT',
    details:
      'It uses one unit of the quota of MANUAL_CASE_EVENT. The workflow decides whether a case is opened and whether people review it.',
    access: 'cases.work',
    params: inDomain.extend({ scanId: z.string() }),
    body: z.strictObject({
      customerId: customerIdField,
      dateOfBirth: z
        .string()
        .regex(/^\d{4}(-\d{2}-\d{2})?$/, ruleText('rules.dateOrYear'))
        .optional()
        .describe('YYYY-MM-DD or YYYY.'),
    }),
    output: z.object({ executionId: z.string() }),
    furtherRules: {
      body: 'of a scan that is done and led to no case, where a workflow is published and quota is left',
      dateOfBirth: 'is a date that exists, and not in the future',
    },
    problems: [],
  }),
  'scans.print': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/quick-scans/{scanId}/prints',
    title: 'Record in the audit log that a quick scan is printed or saved as PDF by the browser',
    access: 'scans.read',
    params: inDomain.extend({ scanId: z.string() }),
    problems: [],
  }),
} as const;
