import { z } from 'zod';
import { eventTypes } from '../domain-values.ts';
import { instantOfQuery } from '../fields.ts';
import { caseStates } from '../states.ts';
import { defineConsoleRoute } from './route.ts';

/** What the first page counts (docs/console-api.md). */

const count = z.int().min(0);

/** By people; what workflows decided by themselves is not counted. */
const decisions = z
  .object({
    approved: count,
    rejected: count,
    closed: count,
    mine: count.describe('Decided by the caller.'),
  })
  .meta({ id: 'DecisionCounts' });

export const figuresRoutes = {
  'cases.figures': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/case-figures',
    title: 'Count open cases by assignee, group, deadline and age, and decisions by people',
    access: 'cases.read',
    params: z.object({ domain: z.string() }),
    query: z.object({
      today: instantOfQuery.describe('Start of the caller’s day; epoch milliseconds.'),
      week: instantOfQuery.describe('Start of the caller’s week; epoch milliseconds.'),
    }),
    output: z.object({
      open: z.partialRecord(z.enum(caseStates), count).describe('Open cases by state.'),
      mine: count.describe('Open cases assigned to the caller.'),
      waiting: count.describe('Cases available to the caller’s groups.'),
      returned: count.describe('Of these, returned cases.'),
      secondWord: count.describe('Of these, cases that await a second approval.'),
      overdue: count.describe('Open cases past their deadline.'),
      overdueMine: count,
      dueSoon: count.describe('Open cases that are due within four hours.'),
      ages: z
        .array(
          z.object({
            hours: z.int().nullable().describe('Upper bound, exclusive; null: no upper bound.'),
            open: count,
          }),
        )
        .describe('Open cases by age, the newest first; each band begins where the one before ends.'),
      team: z
        .array(z.object({ group: z.string().nullable(), waiting: count, underReview: count, overdue: count }))
        .describe('Open cases by the group that reviews now; null: cases without groups.'),
      today: decisions,
      week: decisions,
    }),
    problems: [],
  }),
  'allowance.read': defineConsoleRoute({
    method: 'GET',
    path: '/allowance',
    title: 'Read quotas and usage: event units, quick scan credits, bytes of stored files',
    access: 'executions.read',
    output: z.object({
      events: z.array(z.object({ eventType: z.enum(eventTypes), granted: count, used: count })),
      quickScan: z.object({ granted: count, used: count }),
      storage: z
        .object({ usedBytes: count, maxBytes: count })
        .describe('Bytes of stored files, and the limit of the tenant.'),
      billingBlocked: z.boolean(),
    }),
    problems: [],
  }),
  'lists.freshness': defineConsoleRoute({
    method: 'GET',
    path: '/list-freshness',
    title: 'Read the active version of each list, its age, and its last failure',
    access: 'executions.read',
    output: z.object({
      lists: z.array(
        z.object({
          source: z.string(),
          version: z.string().nullable().describe('Active version; null: none.'),
          activatedAt: z.int().nullable().describe('Epoch milliseconds.'),
          checkedAt: z.int().nullable().describe('Epoch milliseconds.'),
          failures: count.describe('Consecutive failed checks.'),
          isStale: z.boolean().describe('No successful check for longer than its setting allows.'),
        }),
      ),
    }),
    problems: [],
  }),
} as const;
