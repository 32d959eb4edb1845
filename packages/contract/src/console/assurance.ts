import { z } from 'zod';
import { compositeScanSettings, globalCheckSettings, riskListsSettings } from '../engine-settings.ts';
import { flowLanguages } from '../flow/views.ts';
import { defineConsoleRoute } from './route.ts';

/** Tests of screening (docs/assurance.md). */

const count = z.int().min(0);
const instant = z.int().describe('Epoch milliseconds.');
const percent = z.number().nullable().describe('In percent, two decimals; null: of nothing.');

/** Records of one run in the service; the command line takes more. */
export const maxRunSize = 100_000;

const seed = z
  .int()
  .min(0)
  .max(999_999_999)
  .describe('The same seed, versions and settings give the same report.');
const size = z.int().min(100).max(maxRunSize).describe('Records of the test pack.');

const engineSettingsOf = [
  z.object({ engine: z.literal('GLOBAL_CHECK'), engineSettings: globalCheckSettings }),
  z.object({ engine: z.literal('RISK_LISTS'), engineSettings: riskListsSettings }),
  z.object({ engine: z.literal('COMPOSITE_SCAN'), engineSettings: compositeScanSettings }),
] as const;

const cleanFrom = z
  .enum(['MADE_UP', 'CUSTOMERS'])
  .describe(
    'Where control records come from: made up and on no list, or a sample of the tenant’s own customers, drawn by the seed. Of customers the run keeps references alone.',
  );

const workflowSettings = z
  .object({ workflowId: z.string(), version: z.int(), nodeId: z.string() })
  .meta({ id: 'AssuranceWorkflow' });

const runSettings = z
  .intersection(
    z.object({
      seed,
      size,
      cleanFrom: cleanFrom.optional().describe('Absent in runs of earlier versions: made up.'),
      workflow: workflowSettings
        .nullable()
        .describe('The published workflow that the settings were taken from.'),
    }),
    z.discriminatedUnion('engine', engineSettingsOf),
  )
  .meta({ id: 'AssuranceSettings' });

const share = z
  .object({
    count,
    of: count,
    percent,
    lower: percent,
    upper: percent.describe("Wilson's bounds of 95 % confidence."),
  })
  .meta({ id: 'AssuranceShare' });

const group = {
  list: z.string(),
  entityType: z.string(),
  fact: z.string(),
  way: z.string(),
};

const missedRecord = z
  .object({
    ...group,
    id: z.string(),
    original: z.string(),
    screened: z.string(),
    reason: z.enum(['not-listed', 'capped', 'weak-alias', 'below-threshold', 'not-similar']),
    nearest: z.number().nullable(),
    other: z.string().nullable(),
  })
  .meta({ id: 'AssuranceMiss' });

const report = z
  .object({
    versions: z.object({
      gatehouse: z.string(),
      engine: z.string(),
      node: z.string(),
      unicode: z.string(),
      lists: z.record(z.string(), z.string()),
    }),
    settings: z.object({
      engine: z.string(),
      engineSettings: z.record(z.string(), z.unknown()),
      minScore: z.number(),
      minNameScore: z.number(),
      exactOnly: z.boolean(),
      weakAliases: z.string(),
      maxHits: count,
      workflow: workflowSettings.nullable(),
    }),
    pack: z.object({ seed: z.int(), size: count }),
    records: z.object({ listed: count, clean: count }),
    available: z.array(
      z.object({ list: z.string(), entityType: z.string(), fact: z.string(), available: count }),
    ),
    recall: z.object({
      all: share,
      exact: share,
      altered: share,
      byFact: z.array(z.object({ fact: z.string(), recall: share })),
      cells: z.array(z.object({ ...group, recall: share, first: count, firstFive: count })),
    }),
    ranks: z.object({ first: share, firstFive: share }),
    alerts: z.object({
      all: share,
      sameName: count,
      cells: z.array(
        z.object({
          entityType: z.string(),
          fact: z.string(),
          way: z.string(),
          alerts: share,
          sameName: count,
        }),
      ),
    }),
    belowLine: z
      .object({
        customers: count.describe('Customers that were screened.'),
        bands: z.array(z.object({ from: z.number(), to: z.number(), pairs: count, drawn: count })),
      })
      .nullable()
      .optional()
      .describe(
        'Customers beside entries that the settings do not find; null where the test had no customers.',
      ),
    curve: z.array(z.object({ threshold: z.number(), recall: percent, alertRate: percent })),
    missed: z.object({
      count,
      byReason: z.record(z.string(), count),
      shown: z.array(missedRecord).describe('The nearest to a hit, at most 200; the CSV has all.'),
    }),
  })
  .meta({ id: 'AssuranceReport' });

const run = z
  .object({
    assuranceRunId: z.string(),
    settings: runSettings,
    state: z.enum(['ORDERED', 'DONE', 'FAILED', 'CANCELLED']),
    screened: count,
    total: count,
    summary: z
      .object({ exact: percent, altered: percent, alertRate: percent, missed: count })
      .nullable()
      .describe('Figures of the report, once it is there.'),
    failure: z.string().nullable().describe('Why there is no report.'),
    reportSha256: z.string().nullable().describe('Of `report.json`; the audit log has it too.'),
    orderedBy: z.string(),
    orderedAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'AssuranceRun' });

const pairRuling = z.enum(['MATCH', 'NO_MATCH', 'UNSURE']);

const estimate = z
  .object({ count: z.number(), lower: z.number(), upper: z.number() })
  .meta({ id: 'AssuranceEstimate' });

const pair = z
  .object({
    pairNo: z.int(),
    customer: z
      .object({
        customerId: z.string(),
        name: z.string().nullable(),
        type: z.string(),
        aliases: z.string().nullable(),
        birth: z.string().nullable(),
        countries: z.array(z.string()),
      })
      .describe('As it is now.'),
    listed: z.object({
      source: z.string(),
      entityId: z.string(),
      name: z.string(),
      matchedName: z.string(),
      type: z.string(),
      births: z.array(z.string()),
      countries: z.array(z.string()),
    }),
    score: z.number(),
    ruling: pairRuling.nullable(),
    ruledBy: z.string().nullable(),
    ruledAt: instant.nullable(),
  })
  .meta({ id: 'AssurancePair' });

const bandEstimate = z
  .object({
    from: z.number(),
    to: z.number(),
    pairs: count,
    drawn: count,
    match: count,
    noMatch: count,
    unsure: count,
    open: count,
    erased: count.describe('Drawn pairs of customers who were erased since.'),
    share,
    missed: estimate.nullable(),
  })
  .meta({ id: 'AssuranceBand' });

const inDomain = z.object({ domain: z.string() });
const runParams = inDomain.extend({ assuranceRunId: z.string() });

const screening = z
  .discriminatedUnion('engine', [
    z.strictObject(engineSettingsOf[0].shape),
    z.strictObject(engineSettingsOf[1].shape),
    z.strictObject(engineSettingsOf[2].shape),
    z.strictObject({
      engine: z.literal('WORKFLOW'),
      workflowId: z.string().min(1).max(200),
      nodeId: z.string().min(1).max(200),
      searchedBy: z.enum(['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN']),
    }),
  ])
  .describe('An engine with settings, or those of a screening node of a published workflow.');

/** Names of the files of a run. */
const assuranceFiles = ['report.json', 'figures.csv', 'missed.csv', 'attestation.json'] as const;

export const assuranceRoutes = {
  'assurance.list': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/assurance-runs',
    title: 'List the tests of screening of a domain, newest first',
    details:
      'The newest 200. [Retention](retention.md) says how long runs are kept, at most 2,000 of a domain.',
    access: 'assurance.read',
    params: inDomain,
    output: z.object({
      runs: z.array(run),
      workflows: z
        .array(
          z.object({
            workflowId: z.string(),
            name: z.string(),
            version: z.int(),
            nodeId: z.string(),
            engines: z.array(z.string()),
          }),
        )
        .describe('Screening nodes of published workflows, whose settings a run can take.'),
    }),
    problems: [],
  }),
  'assurance.order': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/assurance-runs',
    title: 'Order a test of screening: a test pack is made from the active lists and screened',
    details:
      'It runs in the background, part by part. It creates no customer, bills nothing and calls nobody. See [assurance](assurance.md).',
    access: 'assurance.run',
    params: inDomain,
    body: z.strictObject({
      seed: seed.default(1),
      size: size.default(20_000),
      cleanFrom: cleanFrom.default('MADE_UP'),
      screening,
    }),
    example: { seed: 1, size: 20_000, screening: { engine: 'GLOBAL_CHECK', engineSettings: {} } },
    output: z.object({ assuranceRunId: z.string() }),
    problems: ['NOT_FOUND', 'MOVE_REFUSED'],
  }),
  'assurance.read': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/assurance-runs/{assuranceRunId}',
    title: 'Read one test of screening, with its report once that is there',
    access: 'assurance.read',
    params: runParams,
    output: z.object({ run, report: report.nullable() }),
    problems: ['NOT_FOUND'],
  }),
  'assurance.cancel': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/assurance-runs/{assuranceRunId}/cancel',
    title: 'Cancel a test of screening that is not done',
    access: 'assurance.run',
    params: runParams,
    problems: ['NOT_FOUND', 'MOVE_REFUSED'],
  }),
  'assurance.file': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/assurance-runs/{assuranceRunId}/files/{assuranceFile}',
    title: 'Download a file of a test of screening, in the bytes that were hashed',
    access: 'assurance.read',
    params: runParams.extend({ assuranceFile: z.enum(assuranceFiles) }),
    answers: 'file',
    problems: ['NOT_FOUND'],
  }),
  'assurance.pairs': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/assurance-runs/{assuranceRunId}/pairs',
    title:
      'Read the sample below the threshold of a test of screening, with rulings and what follows from them',
    details: 'Empty where the test had no customers. See [assurance](assurance.md#below-the-threshold).',
    access: 'cases.read',
    params: runParams,
    output: z.object({
      pairs: z.array(pair),
      bands: z.array(bandEstimate),
      missed: estimate
        .nullable()
        .describe(
          'Matches that the settings miss among the customers screened, estimated; null until each band has a ruling.',
        ),
    }),
    problems: ['NOT_FOUND'],
  }),
  'assurance.rule': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/assurance-runs/{assuranceRunId}/pairs/{pairNo}/ruling',
    title: 'Say whether a customer of the sample is the entry beside it',
    details:
      'It can be said anew. The customer is neither decided on nor alerted by it: open a case where it is a match.',
    access: 'cases.work',
    params: runParams.extend({ pairNo: z.string() }),
    body: z.strictObject({ ruling: pairRuling }),
    problems: ['NOT_FOUND'],
  }),
  'assurance.pdf': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/assurance-runs/{assuranceRunId}/pdf',
    title: 'Make the report of a test of screening that is done, as a PDF file',
    details:
      'It has the figures of `report.json`, and that file’s SHA-256. The audit log records it with the SHA-256 of the PDF. See [assurance](assurance.md#the-pdf).',
    access: 'assurance.read',
    params: runParams,
    query: z.object({
      language: z.enum(flowLanguages).optional().describe('Of the words and numbers; English unless given.'),
    }),
    answers: 'file',
    problems: ['NOT_FOUND', 'BUSY', 'TOO_LARGE'],
  }),
} as const;
