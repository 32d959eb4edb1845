import { z } from 'zod';
import { listEngines, workflowEventTypes } from '../domain-values.ts';
import { requiredText, trimmedText, wordsOfQuery } from '../fields.ts';
import { hitSchema } from '../hit.ts';
import { caseStates, executionStates } from '../states.ts';
import { actionObject } from './actor.ts';
import { caseDocument, caseNote, caseParams } from './case-work.ts';
import { consentView } from './consents.ts';
import { defineConsoleRoute } from './route.ts';
import { rulingVerdicts, rulingView } from './rulings.ts';
import { alertSubject } from './screened-subject.ts';
import { submittedDocumentView } from './submitted-documents.ts';

/** Reading cases and acting on them (docs/console-api.md). */

/** What a person may ask for on a case; each case says which of them are allowed now. */
export const caseTransitionNames = [
  'claim',
  'assign',
  'release',
  'return',
  'resume',
  'approve',
  'reject',
  'close',
  'cancel',
] as const;
export type CaseTransitionName = (typeof caseTransitionNames)[number];

/** The words that conclude a case. */
const caseDecisions = ['approve', 'reject', 'close'] as const;

const instant = z.int().describe('Epoch milliseconds.');

const caseSummary = z
  .object({
    domain: z.string(),
    caseNo: z.string(),
    status: z.enum(caseStates),
    customerId: z.string(),
    customerName: z.string().nullable(),
    eventType: z.enum(workflowEventTypes),
    riskScore: z.number().nullable(),
    groups: z.array(z.string()).describe('Reviewed in this order.'),
    groupIndex: z.int(),
    group: z.string().nullable().describe('The group whose turn it is; null where the case has no groups.'),
    assignee: z
      .string()
      .nullable()
      .describe('E-mail address of the person who has the case, or who concluded it.'),
    revision: z.int().describe('Goes back as `expectedRevision` with a move.'),
    fourEyes: z.boolean().describe('Concluding it takes the same word of two people.'),
    proposal: z
      .object({
        decision: z.enum(caseDecisions),
        by: z.string(),
        reason: z.string().nullable().describe('Null where the case was passed on, or of older proposals.'),
      })
      .meta({ id: 'CaseProposal' })
      .nullable()
      .describe('Where two people conclude: what the first one decided, which another one has to confirm.'),
    openedAt: instant,
    dueAt: instant.nullable().describe('By when it is to be concluded; null where the tenant says nothing.'),
    resolvedAt: instant.nullable(),
  })
  .meta({ id: 'CaseSummary' });
export type CaseSummary = z.infer<typeof caseSummary>;

const caseMove = z.object({
  move: z.enum(caseTransitionNames),
  allowed: z.boolean(),
  needsReason: z.boolean(),
  refusal: z.string().nullable().describe('Why it is not allowed now.'),
  effect: z
    .enum(['passOn', 'propose', 'conclude'])
    .nullable()
    .describe(
      'Of approve, reject and close: passes the case on to the next group, is the first decision of two, or concludes.',
    ),
  ownWords: z
    .boolean()
    .describe('Whether the reason has to be the person’s own words: there is a true match.'),
  reasons: z.array(z.string()).describe('Reasons often given that the hits bear out.'),
});

const alert = z.object({
  alertId: z.string(),
  engine: z.enum(listEngines),
  entityId: z.string(),
  source: z.string(),
  subject: alertSubject.describe('Whom of the customer it is about.'),
  subjectIndex: z.int().describe('Which of the screening’s subjects that is.'),
  sequence: z.int().describe('The visit that raised it.'),
  score: z.number(),
  hit: hitSchema,
  silenced: z.boolean().describe('A false positive of an earlier case, unchanged since; it raised nothing.'),
  reopened: z
    .object({ entity: z.array(z.string()), subject: z.array(z.string()) })
    .nullable()
    .describe('What changed on either side since it was ruled a false positive.'),
  ruling: rulingView.nullable().describe('The newest ruling on this subject and entity.'),
  resolution: z
    .enum(['TRUE_MATCH', 'FALSE_POSITIVE'])
    .nullable()
    .describe(
      'What the newest ruling says of this hit; null where there is none, it is undecided, or it was a false positive of other facts.',
    ),
  reasons: z
    .record(z.enum(rulingVerdicts), z.array(z.string()))
    .describe('Reasons for each ruling that the verdicts of this hit bear out.'),
});

const timelineEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('act'),
    at: instant,
    actor: z.object({
      kind: z.string(),
      id: z.string().describe('Of an end user the link that they came by.'),
      name: z
        .string()
        .nullable()
        .describe('Of an end user the address that the link was made for; else null.'),
    }),
    act: z.string().describe('`noun.verb`, as the audit record has it.'),
    object: actionObject.describe('The case, its execution, a document, or a hosted link that was opened.'),
    detail: z.record(z.string(), z.unknown()),
  }),
  z.object({
    kind: z.literal('visit'),
    at: instant.describe('When the node began; epoch milliseconds.'),
    finishedAt: instant,
    sequence: z.int(),
    nodeId: z.string(),
    nodeType: z.string(),
    attempt: z.int().describe('The attempt that ended it.'),
    input: z.unknown().describe('What the node worked on; null where that is the subject alone.'),
    output: z.record(z.string(), z.unknown()),
    deliveryId: z.string().nullable().describe('Of a webhook node: its delivery.'),
  }),
]);

const caseDetail = caseSummary
  .extend({
    subject: z.record(z.string(), z.unknown()).describe('`data` of the submit.'),
    riskReasons: z.array(z.string()),
    execution: z.object({
      executionId: z.string(),
      state: z.enum(executionStates),
      workflowId: z.string().describe('`<id>@<version>`.'),
      createdAt: instant,
      finishedAt: instant.nullable(),
    }),
    alerts: z.array(alert),
    notes: z.array(caseNote).describe('Oldest first.'),
    documents: z
      .array(caseDocument)
      .describe('Files that what was submitted refers to, and those that people attached.'),
    givenDocuments: z
      .array(submittedDocumentView)
      .describe('What the end user showed in the steps of a hosted flow, and what is to be looked at in it.'),
    givenConsents: z
      .array(consentView)
      .describe('What the end user agreed to in a hosted flow, in the words that were shown.'),
    timeline: z.array(timelineEntry).describe('Oldest first.'),
    moves: z.array(caseMove).describe('Every move, and whether the person who reads may make it now.'),
    mayRule: z.boolean().describe('Whether the person who reads may rule on the hits now.'),
    mayNote: z.boolean().describe('Whether the person who reads may write notes and attach files.'),
  })
  .meta({ id: 'CaseDetail' });
export type CaseDetail = z.infer<typeof caseDetail>;

const flag = z.enum(['true', 'false']).transform((word) => word === 'true');
const states = wordsOfQuery(caseStates);

const caseSorts = ['newest', 'oldest', 'risk', 'due'] as const;
export type CaseSort = (typeof caseSorts)[number];

const caseListQuery = z.object({
  status: states.optional().describe('One or several states, with commas between.'),
  open: flag.optional().describe('Only cases that are not, or are, concluded.'),
  group: z.string().min(1).max(100).optional().describe('Whose turn it is.'),
  myGroups: flag.optional().describe('`true`: only cases that a group of the person has the turn of.'),
  assignee: z.string().min(1).max(320).optional(),
  mine: flag.optional().describe('`true`: only cases that the person has.'),
  overdue: flag.optional().describe('`true`: only open cases that should have been concluded by now.'),
  customerId: z.string().min(1).max(200).optional().describe('Exactly.'),
  search: trimmedText(200)
    .optional()
    .describe(
      'Beginning of a case number or customerId, or of words of a name, in any order; accents and case do not count.',
    ),
  sort: z
    .enum(caseSorts)
    .default('newest')
    .describe('`risk`: highest risk score first, of equal ones the oldest. `due`: what is due first.'),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('`nextCursor` of the page before, with the same filters.'),
});
export type CaseListQuery = z.infer<typeof caseListQuery>;

/** Most cases that leave in one file. */
export const maxExportedCases = 50_000;

export const caseRoutes = {
  'cases.list': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/cases',
    title: 'List cases, page by page',
    access: 'cases.read',
    params: z.object({ domain: z.string() }),
    query: caseListQuery,
    output: z.object({ cases: z.array(caseSummary), nextCursor: z.string().nullable() }),
    problems: [],
  }),
  'cases.export': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/cases-file',
    title: `The list of cases as a CSV file, in its order; refused where more than ${maxExportedCases} fit`,
    access: 'cases.read',
    params: z.object({ domain: z.string() }),
    query: caseListQuery.omit({ limit: true, cursor: true }),
    answers: 'file',
    problems: ['TOO_LARGE'],
  }),
  'cases.next': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/cases/next',
    title: "Take the next case of the person's groups: the oldest of the highest risk",
    details: 'Two people never get the same case.',
    access: 'cases.work',
    params: z.object({ domain: z.string() }),
    output: z.object({ case: caseSummary.nullable().describe('Null when nothing waits.') }),
    problems: [],
  }),
  'cases.read': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/cases/{caseNo}',
    title: 'Read a case with its hits, rulings and history',
    access: 'cases.read',
    params: caseParams,
    output: caseDetail,
    problems: [],
  }),
  'cases.move': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/cases/{caseNo}/moves',
    title: 'Claim, assign, release, return, resume, approve, reject, close or cancel a case',
    details:
      '[Moves](console-api.md#moves) has the table of transitions; `moves` of a case says which are allowed now.',
    access: 'cases.work',
    params: caseParams,
    body: z.strictObject({
      move: z.enum(caseTransitionNames),
      expectedRevision: z.int().min(1).describe('`revision` of the case as it was read.'),
      reason: z
        .string()
        .max(4000)
        .optional()
        .describe(
          'Needed to return, approve, reject, close and cancel. To approve or close in spite of a true match: own words, 20 characters or more.',
        ),
      assignee: z.string().min(1).max(320).optional().describe('E-mail address; needed to assign.'),
    }),
    output: caseSummary,
    furtherRules: {
      reason:
        'is there where the move needs one, and in own words where it concludes in spite of a true match',
      assignee: 'is a person who may work on the case',
    },
    problems: ['REVISION_CONFLICT', 'MOVE_REFUSED'],
  }),
  'cases.rule': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/cases/{caseNo}/alerts/{alertId}/rulings',
    title: 'Rule on a hit; remembered for its subject and the listed entity',
    details: 'See [rulings](console-api.md#rulings).',
    access: 'cases.work',
    params: caseParams.extend({ alertId: z.string() }),
    body: z.strictObject({ ruling: z.enum(rulingVerdicts), reason: requiredText(4000) }),
    output: z.object({ entityId: z.string(), ruling: z.enum(rulingVerdicts), revision: z.int() }),
    problems: [],
  }),
} as const;
