import { z } from 'zod';
import { engines, listEngines } from '../domain-values.ts';
import { instantField, screenableName } from '../fields.ts';
import { hitSchema } from '../hit.ts';
import { maxNameLength } from '../subject.ts';
import { defineConsoleRoute } from './route.ts';

/** Screenings as of another day (docs/as-of.md). */

const count = z.int().min(0);
const sha256 = z.string().describe('SHA-256 in hexadecimal.');
const versions = z.record(z.string(), z.string());

const notRepeatable = z
  .object({
    reason: z
      .enum([
        'LIST_VERSION_UNKNOWN',
        'LIST_FILE_MISSING',
        'LIST_FILE_CHANGED',
        'ENGINE_NOT_KEPT',
        'ENGINE_CHANGED',
        'WATCHLIST_NOT_KEPT',
        'WATCHLIST_ERASED',
        'OUTSIDE_SERVICE',
        'SUBJECT_NOT_KEPT',
      ])
      .describe('[What each means](as-of.md#why-not).'),
    source: z.string().optional(),
    version: z.string().optional(),
    file: z.string().optional(),
    sha256: z.string().optional().describe('Of the content that is missing or changed.'),
    engineVersion: z.string().optional(),
    message: z.string().optional(),
    keptSince: z.int().optional().describe('Epoch milliseconds.'),
    entries: z.array(z.string()).optional().describe('Entries of the watchlist that were erased.'),
    engine: z.enum(engines).optional(),
  })
  .meta({ id: 'NotRepeatable' });

const runtimeVersions = z
  .object({ node: z.string(), icu: z.string(), unicode: z.string() })
  .meta({ id: 'RuntimeVersions' });

const runtime = z
  .object({ engineVersion: z.string(), sha256, archivedOn: runtimeVersions, ranOn: runtimeVersions })
  .meta({ id: 'EngineRuntime' });

const repeatedEngine = z
  .object({
    engine: z.enum(engines),
    subjectIndex: count.describe('Of a step with several subjects, which one.'),
    state: z.enum(['SAME', 'DIFFERENT', 'NOT_REPEATABLE']),
    hits: count.describe('Stored hits.'),
    sha256: sha256.describe('SHA-256 of the stored hits, as JSON in their order.'),
    differences: z.array(z.object({ hitId: z.string(), kind: z.enum(['missing', 'added', 'changed']) })),
    why: notRepeatable.nullable(),
  })
  .meta({ id: 'RepeatedEngine' });

const repeatedScreening = z
  .object({
    sequence: z.int().nullable().describe('The node run of an execution; null for a quick scan.'),
    nodeId: z.string().nullable(),
    at: z.int().describe('Epoch milliseconds.'),
    engineVersion: z.string().nullable(),
    lists: versions.describe('List versions, by source; `watchlist` is the revision of your own list.'),
    runtime: runtime.nullable(),
    results: z.array(repeatedEngine),
  })
  .meta({ id: 'RepeatedScreening' });

const of = z.enum(['execution', 'quickscan']);
const inDomain = z.object({ domain: z.string() });

const report = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('repeated'), of, id: z.string(), screenings: z.array(repeatedScreening) }),
    z.object({
      kind: z.literal('erased').describe('The data is gone.'),
      of,
      id: z.string(),
      auditRecords: z.array(z.string()).describe('Records that prove that it was there.'),
    }),
  ])
  .meta({ id: 'AsOfReport' });

const details =
  'The hits are compared byte for byte. Nothing that is kept changes; the audit log has a record. An index that has to be built takes seconds. See [as of then](as-of.md).';

export const asOfRoutes = {
  'asOf.execution': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/executions/{executionId}/screen-again',
    title: 'Run the screenings of an execution again, as of their day',
    details,
    access: 'executions.read',
    params: inDomain.extend({ executionId: z.string() }),
    output: report,
    problems: ['NOT_FOUND', 'BUSY'],
  }),
  'asOf.scan': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/quick-scans/{scanId}/screen-again',
    title: 'Run a quick scan again, as of its day',
    details,
    access: 'scans.read',
    params: inDomain.extend({ scanId: z.string() }),
    output: report,
    problems: ['NOT_FOUND', 'BUSY'],
  }),
  'asOf.name': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/as-of/name',
    title: 'Tell whether a name would have been hit at a moment, and by which list version',
    details:
      'The lists and the watchlist are those of the moment, the engine is the one of today. It costs no credit. See [as of then](as-of.md#a-name-on-a-date).',
    access: 'scans.run',
    params: inDomain,
    body: z.strictObject({
      name: screenableName(maxNameLength),
      customerType: z.enum(['Individual', 'Business']),
      engines: z
        .array(z.enum(listEngines))
        .min(1)
        .max(listEngines.length)
        .describe('By their default settings.'),
      at: instantField.describe('Epoch milliseconds.'),
    }),
    output: z.discriminatedUnion('kind', [
      z
        .object({
          kind: z.literal('screened'),
          lists: versions,
          runtime,
          hits: z.partialRecord(z.enum(listEngines), z.array(hitSchema)),
        })
        .meta({ id: 'AsOfScreenedName' }),
      z.object({ kind: z.literal('noLists').describe('No list was active at that moment.') }),
      z.object({ kind: z.literal('notRepeatable'), why: notRepeatable }),
    ]),
    furtherRules: { name: 'holds a letter or a digit' },
    problems: ['BUSY'],
  }),
} as const;
