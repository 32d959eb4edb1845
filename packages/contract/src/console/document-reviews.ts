import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { documentRequestReasons } from '../flow/document-requests.ts';
import { caseStates } from '../states.ts';
import { caseParams } from './case-work.ts';
import { defineConsoleRoute } from './route.ts';

/** What people say of the documents of a case, one by one (docs/console-api.md). */

/** A verdict on a document. `ASKED_AGAIN`: the end user was asked for it again. */
const documentVerdicts = ['ACCEPTED', 'REJECTED', 'ASKED_AGAIN'] as const;

export const documentReview = z
  .object({
    reviewId: z.string(),
    documentId: z
      .string()
      .describe('`documentId` of a document of a hosted flow, or `uploadId` of another file of the case.'),
    verdict: z.enum(documentVerdicts),
    reason: z
      .string()
      .nullable()
      .describe(
        'Required to reject; null for an acceptance without one. Of `ASKED_AGAIN` one of the words of `cases.askDocument`.',
      ),
    reviewedBy: z.string().describe('E-mail address.'),
    reviewedAt: z.int().describe('Epoch milliseconds.'),
  })
  .meta({ id: 'DocumentReview' });
export type DocumentReview = z.infer<typeof documentReview>;

export const documentReviewRoutes = {
  'cases.reviewDocument': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/cases/{caseNo}/documents/{documentId}/reviews',
    title: 'Accept or reject a document of a case; the newest review of a document counts',
    details:
      'The same review by the same person again is answered with the first one. Only the assignee reviews, while the case is under review.',
    access: 'cases.work',
    params: caseParams.extend({
      documentId: z
        .uuid({ abort: true })
        .lowercase()
        .describe('`documentId` of `givenDocuments`, or `uploadId` of `documents`.'),
    }),
    body: z.strictObject({
      verdict: z.enum(['ACCEPTED', 'REJECTED']),
      reason: requiredText(4000).optional().describe('Required to reject.'),
    }),
    furtherRules: { reason: 'is there where the document is rejected' },
    output: documentReview,
    problems: ['MOVE_REFUSED'],
  }),
  'cases.askDocument': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/cases/{caseNo}/documents/{documentId}/requests',
    title: 'Ask the end user of a hosted flow for a document again; the case becomes `RETURNED`',
    details:
      'The new link leads to this document alone and ends the live link of the address. Refused where no hosted link led to the case.',
    access: 'cases.work',
    params: caseParams.extend({
      documentId: z.uuid({ abort: true }).lowercase().describe('`documentId` of `givenDocuments`.'),
    }),
    body: z.strictObject({
      reason: z.enum(documentRequestReasons).describe('The end user reads it in their language.'),
      expectedRevision: z.int().min(1).describe('`revision` of the case as it was read.'),
    }),
    output: z.object({
      status: z.enum(caseStates),
      revision: z.int(),
      email: z.string().describe('Whose link it is.'),
      expiresAt: z.int().describe('When the link ends; epoch milliseconds.'),
      url: z
        .string()
        .nullable()
        .describe('Where no mail can be sent: the link, shown once, to pass on. Null: it was sent by mail.'),
    }),
    problems: ['MOVE_REFUSED', 'REVISION_GONE'],
  }),
} as const;
