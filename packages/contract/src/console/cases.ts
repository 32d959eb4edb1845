import { z } from 'zod';
import { workflowEventTypes } from '../domain-values.ts';
import { instantOfQuery, trimmedText, wordsMatching, wordsOfQuery } from '../fields.ts';
import { caseStates, executionStates } from '../states.ts';
import { trueMatchRules } from '../true-matches.ts';
import { actionObject } from './actor.ts';
import { caseAlert, screenedSubjectOfCase } from './case-hits.ts';
import { caseDocument, caseNote, caseParams } from './case-work.ts';
import { consentView } from './consents.ts';
import { documentReview } from './document-reviews.ts';
import { exceededHitLimit } from './hit-limits.ts';
import { hitLabel, phrasesField } from './problems.ts';
import { riskReason } from './risk-reason.ts';
import { defineConsoleRoute } from './route.ts';
import { searchedLists } from './searched-lists.ts';
import { submittedDocumentView } from './submitted-documents.ts';
import { submittedInformation } from './submitted-information.ts';

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
    group: z.string().nullable().describe('The group that reviews now; null where the case has no groups.'),
    assignee: z
      .string()
      .nullable()
      .describe('E-mail address of the assignee, or of the person who resolved the case.'),
    revision: z.int().describe('Send it as `expectedRevision` with a move.'),
    fourEyes: z.boolean().describe('Whether two people must make the same decision (four eyes).'),
    proposal: z
      .object({
        decision: z.enum(caseDecisions),
        by: z.string(),
        reason: z.string().nullable().describe('Null where the case was escalated, and for older proposals.'),
      })
      .meta({ id: 'CaseProposal' })
      .nullable()
      .describe('With four eyes: the decision of the first person, which another person has to confirm.'),
    pending: z
      .object({
        decision: z.enum(caseDecisions),
        by: z.string().describe('E-mail address.'),
        reason: z.string(),
        releasesInMs: z.int().min(0).describe('Milliseconds from the answer until it takes effect.'),
      })
      .meta({ id: 'PendingDecision' })
      .nullable()
      .describe(
        'A decision that can still be taken back. Until it takes effect, the case is `UNDER_REVIEW` and nothing is sent.',
      ),
    openedAt: instant,
    dueAt: instant.nullable().describe('Deadline; null where the tenant sets none.'),
    resolvedAt: instant.nullable(),
    countries: z
      .array(z.string())
      .describe(
        'ISO 3166 alpha-2 of the customer when the case was opened: incorporation, nationality, residence.',
      ),
    topHit: z
      .object({ name: z.string(), source: z.string(), score: z.number() })
      .meta({ id: 'CaseTopHit' })
      .nullable()
      .describe(
        'The hit with the highest score when the case was opened, without those that an earlier ruling suppressed; null without hits.',
      ),
    riskReasons: z.array(z.string()).describe('What the workflow gave as reasons for the risk score.'),
  })
  .meta({ id: 'CaseSummary' });
export type CaseSummary = z.infer<typeof caseSummary>;

const caseMove = z.object({
  move: z.enum(caseTransitionNames),
  allowed: z.boolean(),
  needsReason: z.boolean(),
  refusal: z.string().nullable().describe('Why it is not allowed now.'),
  refusalPhrases: phrasesField,
  effect: z
    .enum(['passOn', 'propose', 'conclude'])
    .nullable()
    .describe(
      'Of approve, reject and close. `passOn`: passes the case to the next group. `propose`: first decision of two. `conclude`: final.',
    ),
  ownWords: z
    .boolean()
    .describe('Whether the reason must be in the person’s own words, because there is a true match.'),
  reasons: z.array(z.string()).describe('Suggested reasons that fit the hits.'),
  trueMatches: z
    .array(z.object({ label: hitLabel, category: z.string(), rule: z.enum(trueMatchRules) }))
    .describe(
      'Of approve and close: the true matches in spite of which they would be made, and what each takes by the decision policy.',
    ),
  webhook: z
    .string()
    .nullable()
    .describe('Of a decision: ID of the webhook that the workflow sends it to; null where it sends none.'),
});

const timelineEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('act'),
    at: instant,
    actor: z.object({
      kind: z.string(),
      id: z
        .string()
        .describe('E-mail address, API key or part of the service; for an end user the ID of the link.'),
      name: z
        .string()
        .nullable()
        .describe('For an end user the address that the link was created for; else null.'),
    }),
    act: z.string().describe('Action as in the audit log: `noun.verb`.'),
    object: actionObject.describe('The case, its execution, a document, or a hosted link that was opened.'),
    detail: z.record(z.string(), z.unknown()),
  }),
  z.object({
    kind: z.literal('visit'),
    at: instant.describe('Start of the node run; epoch milliseconds.'),
    finishedAt: instant,
    sequence: z.int(),
    nodeId: z.string(),
    nodeTitle: z.string().nullable().describe('Title of the node in its workflow; null where it has none.'),
    nodeType: z.string(),
    attempt: z.int().describe('Number of the last attempt.'),
    input: z.unknown().describe('Input of the node; null where that is only the subject.'),
    output: z.record(z.string(), z.unknown()),
    searchedLists: searchedLists
      .nullable()
      .describe('Of a screening: lists that were searched. Null for a node of another type.'),
    deliveryId: z.string().nullable().describe('For a webhook node: ID of its delivery.'),
  }),
]);

const caseDetail = caseSummary
  .extend({
    subject: z.record(z.string(), z.unknown()).describe('`data` of the submit.'),
    isKeyMissing: z
      .boolean()
      .describe(
        'The key of what its execution has was deleted, or not restored with the database: nobody can read what was submitted and what the nodes did.',
      ),
    quickScan: z
      .object({
        scanId: z.string(),
        name: z
          .string()
          .nullable()
          .describe('Null where its key was deleted, or not restored with the database.'),
        totalHits: z.int(),
      })
      .nullable()
      .describe('The quick scan that the case was opened from; null where it was submitted otherwise.'),
    execution: z.object({
      executionId: z.string(),
      state: z.enum(executionStates),
      workflowId: z.string().describe('`<id>@<version>`.'),
      workflowName: z.string().nullable().describe('Its name in that version; null where that is not kept.'),
      createdAt: instant,
      finishedAt: instant.nullable(),
    }),
    subjects: z
      .array(screenedSubjectOfCase)
      .describe('The customer and its parties that have hits, each as it was screened.'),
    alerts: z
      .array(caseAlert)
      .describe(
        'A row for each hit, subject by subject; `cases.entity` has the rest of one, `cases.hits` of all.',
      ),
    exceededHitLimits: z
      .array(exceededHitLimit)
      .describe('For whom more matched than was kept, by engine. Empty for screenings of earlier versions.'),
    notes: z.array(caseNote).describe('Oldest first.'),
    documents: z
      .array(caseDocument)
      .describe('Files that the submit refers to, and files that people attached.'),
    givenDocuments: z
      .array(submittedDocumentView)
      .describe('Documents from the steps of a hosted flow, with what a reviewer has to check.'),
    documentReviews: z
      .array(documentReview)
      .describe('Reviews of the documents, oldest first; the newest of a document counts.'),
    givenConsents: z.array(consentView).describe('Consents from a hosted flow, in the text that was shown.'),
    submittedInformation: submittedInformation.describe(
      'What was stated in the steps of the execution, in words: declarations, proved contacts, particulars beside what was read, ownership, consents.',
    ),
    timeline: z.array(timelineEntry).describe('Oldest first.'),
    moves: z.array(caseMove).describe('Every move, and whether the caller may make it now.'),
    holdSeconds: z
      .int()
      .describe('For how many seconds a decision with `hold` can be taken back; 0: not at all.'),
    mayTakeBack: z.boolean().describe('Whether the caller may take back the pending decision.'),
    mayRule: z.boolean().describe('Whether the caller may rule on the hits now.'),
    mayReviewDocuments: z.boolean().describe('Whether the caller may review its documents now.'),
    mayNote: z.boolean().describe('Whether the caller may add notes and attach files.'),
  })
  .meta({ id: 'CaseDetail' });
export type CaseDetail = z.infer<typeof caseDetail>;

const caseRisk = z
  .object({
    score: z.number().nullable(),
    base: z
      .number()
      .nullable()
      .describe('Score before any rule; null where no `risk-score` node set the score.'),
    reasons: z.array(riskReason),
    sum: z
      .number()
      .nullable()
      .describe('Base and points before they are kept within 0 and 100; null where one of them is.'),
  })
  .meta({ id: 'CaseRisk' });
export type CaseRisk = z.infer<typeof caseRisk>;

const flag = z.enum(['true', 'false']).transform((word) => word === 'true');
const states = wordsOfQuery(caseStates);
const points = z.coerce.number().min(0).max(100);
const hours = z.coerce.number().int().min(1).max(87_600);

const caseSorts = ['newest', 'oldest', 'risk', 'due'] as const;
export type CaseSort = (typeof caseSorts)[number];

const caseListQuery = z.object({
  status: states.optional().describe('One or more states, separated by commas.'),
  open: flag.optional().describe('`true`: only open cases. `false`: only resolved cases.'),
  group: z.string().min(1).max(100).optional().describe('The group that reviews now.'),
  myGroups: flag.optional().describe('`true`: only cases that a group of the caller reviews now.'),
  assignee: z.string().min(1).max(320).optional(),
  mine: flag.optional().describe('`true`: only cases assigned to the caller.'),
  overdue: flag.optional().describe('`true`: only open cases past their deadline.'),
  available: flag
    .optional()
    .describe(
      '`true`: only open cases that wait for the person or a group of theirs, without those whose decision they proposed.',
    ),
  proposed: flag
    .optional()
    .describe('`true`: only open cases whose decision one person proposed and another has to confirm.'),
  dueWithinHours: hours.optional().describe('Only open cases that are due from now until then.'),
  minAgeHours: hours.optional().describe('Only cases that were opened at least so long ago.'),
  maxAgeHours: hours.optional().describe('Only cases that were opened less long ago than that.'),
  openedFrom: instantOfQuery.optional().describe('Opened at this instant or later; epoch milliseconds.'),
  openedBefore: instantOfQuery.optional().describe('Opened before this instant.'),
  resolvedFrom: instantOfQuery.optional().describe('Resolved at this instant or later; epoch milliseconds.'),
  resolvedBefore: instantOfQuery.optional().describe('Resolved before this instant.'),
  decidedBy: z
    .enum(['people', 'workflow'])
    .optional()
    .describe('Only resolved cases. `people`: a person decided. `workflow`: a decision node did.'),
  withHits: flag
    .optional()
    .describe('`true`: only cases that were opened with a hit that no earlier ruling suppressed.'),
  eventType: wordsOfQuery(workflowEventTypes)
    .optional()
    .describe('One or more event types, separated by commas.'),
  minRisk: points.optional().describe('Only cases with this risk score or a higher one.'),
  maxRisk: points.optional().describe('Only cases with this risk score or a lower one.'),
  list: wordsMatching(/[a-z0-9-]{1,40}/)
    .optional()
    .describe(
      'One or more source IDs, separated by commas: only cases that had hits of these lists when they were opened, without hits that an earlier ruling suppressed.',
    ),
  country: wordsMatching(/[A-Z]{2}/)
    .optional()
    .describe(
      'One or more ISO 3166 alpha-2 codes, separated by commas: only cases with one of them in `countries`.',
    ),
  customerId: z.string().min(1).max(200).optional().describe('Exact customerId.'),
  search: trimmedText(200)
    .optional()
    .describe(
      'Beginning of a case number or customerId, or of words of a name in any order; ignores accents and case.',
    ),
  sort: z
    .enum(caseSorts)
    .default('newest')
    .describe('`risk`: highest risk score first, then oldest. `due`: earliest deadline first.'),
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
    title: `Export the list of cases as a CSV file, in its order; refused where more than ${maxExportedCases} fit`,
    access: 'cases.read',
    params: z.object({ domain: z.string() }),
    query: caseListQuery.omit({ limit: true, cursor: true }),
    answers: 'file',
    problems: ['TOO_LARGE'],
  }),
  'cases.next': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/cases/next',
    title: 'Claim the next case of your groups: highest risk, then oldest',
    details: 'Two people never receive the same case.',
    access: 'cases.work',
    params: z.object({ domain: z.string() }),
    output: z.object({ case: caseSummary.nullable().describe('Null when no case is available.') }),
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
          'Required to return, approve, reject, close and cancel. To approve or close despite a true match: own words, 20 characters or more.',
        ),
      assignee: z.string().min(1).max(320).optional().describe('E-mail address; required to assign.'),
      hold: z
        .boolean()
        .optional()
        .describe(
          '`true`: a decision that concludes the case takes effect after `holdSeconds` and can be taken back until then. Default: at once.',
        ),
    }),
    output: caseSummary,
    furtherRules: {
      reason:
        'is there where the move needs one, and in own words where it concludes in spite of a true match',
      assignee: 'is a person who may work on the case',
    },
    problems: ['REVISION_CONFLICT', 'MOVE_REFUSED'],
  }),
  'cases.risk': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/cases/{caseNo}/risk',
    title: 'Read how the risk score of a case came about: base, and points of each reason',
    access: 'cases.read',
    params: caseParams,
    output: caseRisk,
    problems: [],
  }),
  'cases.takeBack': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/cases/{caseNo}/take-back',
    title: 'Take back a pending decision before it takes effect',
    details:
      'Everybody who may work on the case may. [Taking a decision back](console-api.md#taking-a-decision-back) says what happens where the decision is released in the same instant.',
    access: 'cases.work',
    params: caseParams,
    body: z.strictObject({
      expectedRevision: z.int().min(1).describe('`revision` of the case as it was read.'),
    }),
    output: caseSummary,
    problems: ['REVISION_CONFLICT', 'MOVE_REFUSED'],
  }),
} as const;
