import { z } from 'zod';
import { listEngines } from '../domain-values.ts';
import { requiredText } from '../fields.ts';
import { hitSchema, namedCountry } from '../hit.ts';
import { caseParams } from './case-work.ts';
import { alertEntity } from './listed-entities.ts';
import { phrasesField } from './problems.ts';
import { defineConsoleRoute } from './route.ts';
import { rulingVerdicts, rulingView } from './rulings.ts';
import { alertSubject } from './screened-subject.ts';

/** The hits of a case, and what people rule on them (docs/console-api.md). */

/** Facts of a subject and of a listed entity that a case compares, in the order of its columns. */
const comparedFacts = ['name', 'birth', 'country', 'gender', 'identifiers'] as const;
export type ComparedFact = (typeof comparedFacts)[number];

/** How a fact of the subject and one of the entity compare. */
const factVerdicts = ['agree', 'near', 'contradict', 'unknown'] as const;
export type FactVerdict = (typeof factVerdicts)[number];

export const caseAlert = z.object({
  alertId: z.string(),
  engine: z.enum(listEngines),
  entityId: z.string(),
  source: z.string(),
  name: z.string().describe('Listed name that is shown first.'),
  category: z.string().describe('As in a hit.'),
  subjectIndex: z.int().describe('Index of the subject in the screening, from 0.'),
  sequence: z.int().describe('The node run that raised it.'),
  foundAs: z
    .string()
    .optional()
    .describe('The alias of the subject that the list has; absent where its name was found.'),
  score: z.number(),
  verdicts: z
    .record(z.enum(comparedFacts), z.enum(factVerdicts))
    .describe(
      'How subject and entity compare. `near`: similar names, a birth that a typing error or a less exact date explains, a similar wallet. `unknown`: one side does not state it, or the score does not use it.',
    ),
  listed: z
    .partialRecord(z.enum(comparedFacts), z.string())
    .describe(
      'What the list states of it, shortened, countries by their codes; what it does not state is absent.',
    ),
  entityKey: z
    .string()
    .describe(
      'Names the entity: hits of a subject that have the same one are entries of one person or company.',
    ),
  sameAs: z
    .array(
      z.object({
        entityId: z.string(),
        ground: z
          .enum(['identifier', 'reference', 'birth-date', 'birth-year', 'country', 'decided'])
          .describe('What both entries share beside their names; `decided`: a person said so.'),
        detail: z.string().describe('What both state, such as a document; of a decision the reason.'),
      }),
    )
    .describe('What says that other entries of these hits are the same entity.'),
  silenced: z
    .boolean()
    .describe('Suppressed by an earlier false-positive ruling: neither side changed since.'),
  reopened: z
    .object({ entity: z.array(z.string()), subject: z.array(z.string()) })
    .nullable()
    .describe('What changed on either side since the false-positive ruling.'),
  ruling: rulingView
    .omit({ entityId: true, subject: true })
    .nullable()
    .describe('The newest ruling on this subject and entity.'),
  resolution: z
    .enum(['TRUE_MATCH', 'FALSE_POSITIVE'])
    .nullable()
    .describe(
      'What the newest ruling means for this hit; null without a ruling, when undecided, or when the facts changed since a false positive.',
    ),
});
export type CaseAlert = z.infer<typeof caseAlert>;

export const screenedSubjectOfCase = alertSubject.extend({
  sequence: z.int().describe('The node run that screened it.'),
  subjectIndex: z.int().describe('Its index in that screening, from 0.'),
});

/** What a hit adds to its row in the case. */
const hitDetail = z.object({
  hit: hitSchema,
  stated: z
    .object({
      gender: z.string().nullable().describe('`M` or `F`.'),
      countries: z.array(namedCountry).describe('Nationalities first.'),
    })
    .meta({ id: 'StatedFacts' })
    .nullable()
    .describe(
      'What the entry as it was searched states, and the hit has no member for; null for hits that are older than this record.',
    ),
  reasons: z
    .record(z.enum(rulingVerdicts), z.array(z.string()))
    .describe('Suggested reasons for each ruling that fit this hit.')
    .meta({ id: 'RulingReasons' }),
});

/** Most hits that are ruled on in one call. */
const maxRuledHits = 1_000;

export const caseHitRoutes = {
  'cases.entity': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/cases/{caseNo}/alerts/{alertId}/entity',
    title: 'Read a hit with its listed entity: as it was when it was searched, and what changed since',
    access: 'cases.read',
    params: caseParams.extend({ alertId: z.string() }),
    output: alertEntity.extend(hitDetail.shape),
    problems: [],
  }),
  'cases.hits': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/cases/{caseNo}/hits',
    title: 'Read all hits of a case with their listed entities: to print them',
    access: 'cases.read',
    params: caseParams,
    output: z.object({ hits: z.array(alertEntity.extend(hitDetail.shape).extend({ alertId: z.string() })) }),
    problems: [],
  }),
  'cases.pair': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/cases/{caseNo}/alerts/{alertId}/pairs',
    title: 'Say that the entries of two hits are one entity, or that they are not',
    details: 'It is recorded, and holds for every case of the business domain until somebody says otherwise.',
    access: 'cases.work',
    params: caseParams.extend({ alertId: z.string() }),
    body: z.strictObject({
      otherAlertId: z.string().describe('Another hit of the same subject.'),
      isSame: z.boolean(),
      reason: requiredText(4000),
    }),
    output: z.object({ entityIds: z.array(z.string()), isSame: z.boolean(), revision: z.int() }),
    furtherRules: { otherAlertId: 'is a hit of the same subject on another entry' },
    problems: [],
  }),
  'cases.rule': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/cases/{caseNo}/alerts/{alertId}/rulings',
    title: 'Rule on a hit; stored for its subject and the listed entity',
    details: 'See [rulings](console-api.md#rulings).',
    access: 'cases.work',
    params: caseParams.extend({ alertId: z.string() }),
    body: z.strictObject({
      ruling: z.enum(rulingVerdicts),
      reason: requiredText(4000),
      entityIds: z
        .array(z.string())
        .min(1)
        .max(100)
        .optional()
        .describe(
          'To rule on every entry of the entity: the entries as they were shown, the hit’s own among them. Default: the hit’s own alone.',
        ),
    }),
    furtherRules: {
      entityIds:
        'are exactly the entries of the entity now, and none of the others was ruled a true match where this is none',
    },
    output: z.object({
      entityId: z.string(),
      entityIds: z.array(z.string()).describe('All entries that the ruling was made on.'),
      ruling: z.enum(rulingVerdicts),
      revision: z.int(),
    }),
    problems: [],
  }),
  'cases.ruleAll': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/cases/{caseNo}/rulings',
    title: 'Rule on many hits with one reason',
    details:
      'One transaction. Each hit is ruled on with all its entries or not at all, and the answer says which. A hit that somebody ruled on since it was shown is left as it is. See [rulings](console-api.md#rulings).',
    access: 'cases.work',
    params: caseParams,
    // A thousand hits of several entries each.
    bodyLimit: 1024 * 1024,
    body: z.strictObject({
      ruling: z.enum(rulingVerdicts),
      reason: requiredText(4000),
      hits: z
        .array(
          z.strictObject({
            alertId: z.string(),
            entries: z
              .array(
                z.strictObject({
                  entityId: z.string(),
                  rulingRevision: z
                    .int()
                    .nullable()
                    .describe('`revision` of the ruling as it was shown; null where there was none.'),
                }),
              )
              .min(1)
              .max(100)
              .describe('All entries of the entity as they were shown, the hit’s own among them.'),
          }),
        )
        .min(1)
        .max(maxRuledHits),
    }),
    output: z.object({
      results: z
        .array(
          z.object({
            alertId: z.string(),
            ruled: z.boolean(),
            refusal: z.string().nullable().describe('Why it was not ruled on; null where it was.'),
            refusalPhrases: phrasesField,
            ruledBy: z
              .string()
              .nullable()
              .describe('E-mail address of who ruled on it meanwhile; null for every other refusal.'),
          }),
        )
        .describe('In the order of the request.'),
    }),
    problems: [],
  }),
} as const;
