import { z } from 'zod';
import {
  compositeScanSettings,
  globalCheckSettings,
  riskListsSettings,
  watchlistSettings,
} from '../engine-settings.ts';
import { partyFieldNames, subjectFieldNames } from '../subject.ts';
import { defineNode } from './node.ts';

const subjectExpressions = z
  .partialRecord(
    z.enum([...subjectFieldNames, ...partyFieldNames] as readonly string[] as [string, ...string[]]),
    z.string().min(1),
  )
  .refine((subject) => subject['name'] !== undefined, {
    path: ['name'],
    error: 'is missing: a subject needs a name',
  });

/** Matches the subject against the name lists. */
export const screeningNode = defineNode({
  type: 'screening',
  title: 'Screening',
  description: 'Screens the subject against the chosen list engines and raises an alert for every hit.',
  config: z
    .strictObject({
      engines: z
        .strictObject({
          GLOBAL_CHECK: globalCheckSettings.optional(),
          RISK_LISTS: riskListsSettings.optional(),
          COMPOSITE_SCAN: compositeScanSettings.optional(),
          WATCHLIST: watchlistSettings.optional(),
        })
        .refine((chosen) => Object.keys(chosen).length > 0, 'must name at least one engine'),
      subject: subjectExpressions
        .optional()
        .describe(
          'Expressions for the fields of the subject; without it the customer’s own fields are taken from data, by their names.',
        ),
      subjects: z
        .array(subjectExpressions)
        .min(1)
        .max(20)
        .optional()
        .describe(
          "Several subjects. `role` says who each is to the customer (`'self'`, written out, or a word such as `'owner'`), `partyId` by which id the caller knows it, `percent` its share.",
        ),
      subjectsFrom: z
        .string()
        .regex(
          /^[A-Za-z_][A-Za-z0-9_]{0,63}\.[A-Za-z]+$/,
          'must be the output of a node, as owners.beneficialOwners',
        )
        .optional()
        .describe('A list of subjects that a node before it has as its output; it may be empty.'),
    })
    .refine((config) => !(config.subject && config.subjects), {
      path: ['subjects'],
      error: 'cannot stand beside subject: keep one of them',
    })
    .refine((config) => !(config.subjectsFrom && (config.subject ?? config.subjects)), {
      path: ['subjectsFrom'],
      error: 'cannot stand beside subject or subjects: keep one of them',
    }),
  output: {
    hits: 'number',
    silencedHits: 'number',
    topScore: 'number',
    entityIds: 'list',
    sources: 'list',
    categories: 'list',
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
