import { z } from 'zod';
import { requiredText } from '../fields.ts';
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
    reason: z.string().nullable().describe('Required to reject; null for an acceptance without one.'),
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
} as const;
