import { z } from 'zod';
import {
  compositeScanSettings,
  globalCheckSettings,
  riskListsSettings,
  watchlistSettings,
} from '../engine-settings.ts';
import { ruleText } from '../phrases/rule-text.ts';
import {
  type IdentifierField,
  identifierFieldNames,
  identifierFieldTypes,
  partyFieldNames,
  subjectFieldNames,
} from '../subject.ts';
import { defineNode } from './node.ts';

const identifiers = Object.keys(identifierFieldTypes) as IdentifierField[];

const subjectExpressions = z
  .partialRecord(
    z.enum([...subjectFieldNames, ...identifierFieldNames, ...partyFieldNames] as readonly string[] as [
      string,
      ...string[],
    ]),
    z.string().min(1),
  )
  .refine(
    (subject) => subject['name'] !== undefined || identifiers.some((field) => subject[field] !== undefined),
    {
      path: ['name'],
      error: ruleText('rules.nameOrIdentifier', { fields: identifiers }),
    },
  );

/** Matches the subject against the name lists. */
export const screeningNode = defineNode({
  type: 'screening',
  title: 'Screening',
  description: 'Screens the subject with the selected engines and raises an alert for each hit.',
  config: z
    .strictObject({
      engines: z
        .strictObject({
          GLOBAL_CHECK: globalCheckSettings
            .optional()
            .describe('Searches every loaded list, with one of three match strengths.'),
          RISK_LISTS: riskListsSettings
            .optional()
            .describe('Searches every loaded list, with one of three search types.'),
          COMPOSITE_SCAN: compositeScanSettings
            .optional()
            .describe('Searches every loaded list, with a sensitivity that you set in steps of your own.'),
          WATCHLIST: watchlistSettings.optional().describe('Searches the tenant’s own watchlist.'),
        })
        .refine((chosen) => Object.keys(chosen).length > 0, ruleText('rules.oneEngine'))
        .describe('What searches the lists: at least one, each with its settings.'),
      subject: subjectExpressions
        .optional()
        .describe(
          'Expressions for the fields of the subject. Default: the customer’s fields in data, by name.',
        ),
      subjects: z
        .array(subjectExpressions)
        .min(1)
        .max(20)
        .optional()
        .describe(
          "Several subjects. `role` is the relation to the customer: `'self'`, or a word such as `'owner'`. `partyId` is the caller’s ID of the subject, `percent` its share.",
        ),
      subjectsFrom: z
        .string()
        .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}\.[A-Za-z]+$/, ruleText('rules.nodeOutput'))
        .optional()
        .describe('Output of an earlier node that is a list of subjects. The list may be empty.'),
    })
    .refine((config) => !(config.subject && config.subjects), {
      path: ['subjects'],
      error: ruleText('rules.notWithSubject'),
    })
    .refine((config) => !(config.subjectsFrom && (config.subject ?? config.subjects)), {
      path: ['subjectsFrom'],
      error: ruleText('rules.notWithSubjects'),
    }),
  output: {
    hits: 'number',
    silencedHits: 'number',
    topScore: 'number',
    entityIds: 'list',
    sources: 'list',
    categories: 'list',
    invalidIdentifiers: 'list',
    exceededHitLimits: 'list',
    screened: 'map',
  },
  terminal: false,
  recomputed: true,
  pauses: false,
  expressions: [
    { path: 'subject.*', type: 'any' },
    { path: 'subjects.*.*', type: 'any' },
    { path: 'subjectsFrom', type: 'list' },
  ],
});
