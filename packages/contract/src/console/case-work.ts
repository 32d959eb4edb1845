import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { flowLanguages } from '../flow/views.ts';
import { ruleText } from '../phrases/rule-text.ts';
import { phrasesField } from './problems.ts';
import { defineConsoleRoute } from './route.ts';

/** What people do on cases beside their moves: notes, attachments, giving many out at once (docs/console-api.md). */

const instant = z.int().describe('Epoch milliseconds.');
export const caseParams = z.object({
  domain: z.string(),
  caseNo: z.string().regex(/^C\d{6,10}$/, ruleText('rules.caseNumber')),
});

export const caseNote = z
  .object({
    noteId: z.string(),
    author: z.string().describe('E-mail address.'),
    text: z
      .string()
      .nullable()
      .describe('Null where its key was deleted, or not restored with the database.'),
    writtenAt: instant,
  })
  .meta({ id: 'CaseNote' });
export type CaseNote = z.infer<typeof caseNote>;

export const caseDocument = z
  .object({
    uploadId: z.string(),
    filename: z.string(),
    contentType: z.string(),
    size: z.int().describe('Bytes.'),
    sha256: z.string(),
    origin: z
      .enum(['submitted', 'end_user', 'attached'])
      .describe(
        '`submitted`: a caller uploaded it. `end_user`: the end user did, on the hosted pages. `attached`: a person of the tenant added it.',
      ),
    by: z
      .string()
      .nullable()
      .describe(
        'Of `submitted` the API key, of `end_user` the address of their link, of `attached` the person.',
      ),
    at: instant,
  })
  .meta({ id: 'CaseDocument' });
export type CaseDocument = z.infer<typeof caseDocument>;

/** Most cases that are given out at once. */
const mostAtOnce = 100;

export const caseWorkRoutes = {
  'cases.note': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/cases/{caseNo}/notes',
    title: 'Add a note to a case; notes cannot be changed',
    access: 'cases.work',
    params: caseParams,
    body: z.strictObject({ text: requiredText(8000) }),
    output: caseNote,
    problems: [],
  }),
  'cases.attach': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/cases/{caseNo}/attachments',
    title: 'Attach a file to a case; its content is checked like every upload, at most 20 MB',
    details: 'The body is the file itself; its name is in the query.',
    access: 'cases.work',
    params: caseParams,
    query: z.object({ filename: requiredText(500).describe('Name of the file on the person’s computer.') }),
    takes: 'file',
    output: caseDocument,
    problems: [],
  }),
  'cases.assignAll': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/case-assignments',
    title: 'Assign many cases to one person, each on its own; those that fail are returned with the reason',
    access: 'cases.work',
    params: z.object({ domain: z.string() }),
    body: z.strictObject({
      cases: z
        .array(
          z.strictObject({
            caseNo: caseParams.shape.caseNo,
            expectedRevision: z.int().min(1).describe('`revision` of the case as it was read.'),
          }),
        )
        .min(1)
        .max(mostAtOnce),
      assignee: z.string().min(1).max(320).describe('E-mail address.'),
    }),
    output: z.object({
      results: z
        .array(
          z.object({
            caseNo: z.string(),
            assigned: z.boolean(),
            refusal: z.string().nullable().describe('Why it was not assigned; null if it was.'),
            refusalPhrases: phrasesField,
          }),
        )
        .describe('In the order in which they were asked for.'),
    }),
    problems: [],
  }),
  'cases.bundle': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/cases/{caseNo}/bundle',
    title:
      'Export the evidence bundle of a case: its content, files and the proof of its history, in one ZIP file',
    details: 'See [audit.md](audit.md#a-case-handed-out).',
    access: 'cases.read',
    params: caseParams,
    answers: 'file',
    problems: [],
  }),
  'cases.report': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/cases/{caseNo}/report',
    title: 'Make the report of a case, as a PDF file',
    details: 'See [case report](console-api.md#case-report).',
    access: 'cases.read',
    params: caseParams,
    query: z.object({
      language: z
        .enum(flowLanguages)
        .optional()
        .describe(
          'Of the words, dates, numbers and countries; English unless given. Reasons that the service offers and lines of scores too. What people and lists state stays as it is.',
        ),
    }),
    answers: 'file',
    problems: ['BUSY', 'TOO_LARGE'],
  }),
  'cases.print': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/cases/{caseNo}/prints',
    title: 'Record in the audit log that a case is printed or saved as PDF by the browser',
    access: 'cases.read',
    params: caseParams,
    body: z.strictObject({
      revision: z.int().min(1).describe('`revision` of the case as shown; at most the current one.'),
    }),
    furtherRules: {
      revision: 'is one that the case has had',
    },
    problems: [],
  }),
  'cases.reviewers': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/reviewers',
    title: 'List the people to whom cases can be assigned',
    access: 'cases.work',
    params: z.object({ domain: z.string() }),
    output: z.object({
      reviewers: z.array(
        z.object({
          email: z.string(),
          name: z.string().nullable(),
          groups: z.array(z.string()),
          isAdmin: z.boolean().describe('Counts as a member of every group.'),
        }),
      ),
    }),
    problems: [],
  }),
} as const;
