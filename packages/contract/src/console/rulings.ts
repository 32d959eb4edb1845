import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { defineConsoleRoute } from './route.ts';
import { screenedSubject } from './screened-subject.ts';

/**
 * A reviewer's verdict on whether a customer, or a party of it, is the listed entity; `UNDECIDED` withdraws an earlier
 * one.
 */
export const rulingVerdicts = ['TRUE_MATCH', 'FALSE_POSITIVE', 'UNDECIDED'] as const;
export type RulingVerdict = (typeof rulingVerdicts)[number];

export const rulingView = z
  .object({
    entityId: z.string(),
    subject: screenedSubject
      .nullable()
      .describe('The subject of the ruling; null for old rulings without one, which no longer apply.'),
    ruling: z.enum(rulingVerdicts),
    revision: z
      .int()
      .describe('Number of the ruling of a customer on an entity; for each subject the newest applies.'),
    reason: z.string(),
    caseNo: z.string().nullable(),
    ruledBy: z.string(),
    ruledAt: z.int().describe('Epoch milliseconds.'),
  })
  .meta({ id: 'Ruling' });

export const rulingRoutes = {
  'rulings.list': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/customers/{customerId}/rulings',
    title: 'List all rulings on hits of a customer, newest first; empty for an unknown customer',
    access: 'customers.read',
    params: z.object({ domain: z.string(), customerId: requiredText(200) }),
    query: z.object({ limit: z.coerce.number().int().min(1).max(500).default(100) }),
    output: z.object({ rulings: z.array(rulingView) }),
    problems: [],
  }),
} as const;
