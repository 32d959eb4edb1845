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
    mine: count.describe('Decided by the person.'),
  })
  .meta({ id: 'DecisionCounts' });

export const figuresRoutes = {
  'cases.figures': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/case-figures',
    title: 'How many cases wait, for whom, for how long, and what people decided',
    access: 'cases.read',
    params: z.object({ domain: z.string() }),
    query: z.object({
      today: instantOfQuery.describe('When the person’s day began; epoch milliseconds.'),
      week: instantOfQuery.describe('When their week began; epoch milliseconds.'),
    }),
    output: z.object({
      open: z.partialRecord(z.enum(caseStates), count).describe('Open cases by state.'),
      mine: count.describe('Open cases that the person has.'),
      waiting: count.describe('Cases that nobody has and one of the person’s groups may take.'),
      returned: count.describe('Those of them that were sent back.'),
      secondWord: count.describe('Those of them that wait for a second person’s word.'),
      overdue: count.describe('Open cases that should have been concluded by now.'),
      overdueMine: count,
      dueSoon: count.describe('Open cases that are due within four hours.'),
      ages: z
        .array(z.object({ hours: z.int().nullable().describe('Null: older still.'), open: count }))
        .describe('Open cases by how long ago they were opened, the youngest first.'),
      team: z
        .array(z.object({ group: z.string().nullable(), waiting: count, underReview: count, overdue: count }))
        .describe('Open cases by the group whose turn it is; null: of cases without groups.'),
      today: decisions,
      week: decisions,
    }),
    problems: [],
  }),
  'allowance.read': defineConsoleRoute({
    method: 'GET',
    path: '/allowance',
    title:
      'What the tenant was granted and has used: units of events, credits of quick scans, bytes of stored files',
    access: 'executions.read',
    output: z.object({
      events: z.array(z.object({ eventType: z.enum(eventTypes), granted: count, used: count })),
      quickScan: z.object({ granted: count, used: count }),
      storage: z
        .object({ usedBytes: count, maxBytes: count })
        .describe('Bytes of stored files, and how many the tenant may have.'),
      billingBlocked: z.boolean(),
    }),
    problems: [],
  }),
  'lists.freshness': defineConsoleRoute({
    method: 'GET',
    path: '/list-freshness',
    title: 'Which version of each list is searched, how old it is, and what went wrong with it last',
    access: 'executions.read',
    output: z.object({
      lists: z.array(
        z.object({
          source: z.string(),
          version: z.string().nullable().describe('In force; null: none.'),
          activatedAt: z.int().nullable().describe('Epoch milliseconds.'),
          checkedAt: z.int().nullable().describe('Epoch milliseconds.'),
          failures: count.describe('Looks that failed, one after the other.'),
          isStale: z.boolean().describe('No good look for longer than its setting allows.'),
        }),
      ),
    }),
    problems: [],
  }),
} as const;
