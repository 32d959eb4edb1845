import { z } from 'zod';
import { listEngines } from '../domain-values.ts';
import { instantOfQuery, wordsMatching } from '../fields.ts';
import { defineConsoleRoute } from './route.ts';
import { rulingVerdicts, rulingView } from './rulings.ts';

/** Figures of a period, and the rows that they count (docs/console.md). */

/** Days that one figure covers at most. */
export const maxFigureDays = 90;

const count = z.int().min(0);
const instant = z.int().describe('Epoch milliseconds.');
const inDomain = z.object({ domain: z.string() });

/** Days of a time zone. */
const figurePeriod = z.object({
  from: z.iso.date().describe('The first day, `YYYY-MM-DD`; not in the future.'),
  until: z.iso.date().describe(`The last day, of at most ${maxFigureDays}. Days to come are left out.`),
  timeZone: z
    .string()
    .min(1)
    .max(64)
    .default('UTC')
    .describe('IANA name of the time zone whose days are counted, such as `Europe/Zurich`.'),
});
export type FigurePeriod = z.infer<typeof figurePeriod>;

const periodRules = {
  from: `is not in the future, and at most ${maxFigureDays} days before \`until\``,
  until: 'is not before `from`',
  timeZone: 'is a time zone that the service knows',
};

const period = z
  .object({
    timeZone: z.string(),
    startsAt: instant.describe('Start of the first day; epoch milliseconds.'),
    endsAt: instant.describe('End of the last day, exclusive; epoch milliseconds.'),
  })
  .meta({ id: 'CountedPeriod' });

const dayOfCases = z
  .object({
    day: z.string().describe('`YYYY-MM-DD` in the time zone.'),
    startsAt: instant,
    endsAt: instant.describe('Exclusive; a day of a change of clocks has 23 or 25 hours.'),
    alerts: count.describe('Cases opened with a hit or more that no earlier ruling suppressed.'),
    decidedByPeople: count.describe('Cases that a person approved, rejected or closed.'),
    decidedAutomatically: count.describe('Cases that a decision node approved, rejected or closed.'),
  })
  .meta({ id: 'DayOfCases' });
export type DayOfCases = z.infer<typeof dayOfCases>;

const groupWork = z
  .object({
    group: z.string().nullable().describe('The group that reviews or decided; null: cases without groups.'),
    open: count.describe('Open cases now.'),
    overdue: count.describe('Of these, cases past their deadline.'),
    decided: count.describe('Cases that people of it resolved in the period.'),
  })
  .meta({ id: 'GroupWork' });
export type GroupWork = z.infer<typeof groupWork>;

const hitPrecision = z
  .object({
    source: z.string().describe('Source ID of the list.'),
    engine: z
      .enum(listEngines)
      .nullable()
      .describe('Engine that found the hit; null where its hit is not kept.'),
    band: z
      .enum(['strong', 'weaker'])
      .nullable()
      .describe('`strong`: score of 0.95 or higher. Null where the hit is not kept.'),
    trueMatches: count,
    falsePositives: count,
  })
  .meta({ id: 'HitPrecision' });
export type HitPrecision = z.infer<typeof hitPrecision>;

const hostedStep = z
  .object({
    nodeId: z.string(),
    nodeType: z.string(),
    title: z.string().nullable().describe('Title of the node in the newest version that ran.'),
    completed: count.describe('Executions that completed the step.'),
    waiting: count.describe('Executions that wait at the step now.'),
    left: count.describe('Executions that ended at the step without completing it.'),
  })
  .meta({ id: 'HostedStepFigures' });

const hostedWorkflow = z
  .object({
    workflowId: z.string(),
    name: z.string().nullable().describe('Name in the newest version that ran.'),
    started: count.describe('Executions that an end user started in the period.'),
    steps: z
      .array(hostedStep)
      .describe('Steps of end users that somebody reached, in the order of the workflow.'),
  })
  .meta({ id: 'HostedWorkflowFigures' });
export type HostedWorkflowFigures = z.infer<typeof hostedWorkflow>;

/** Most executions whose steps are counted for one answer; the newest ones. */
export const maxCountedFlows = 20_000;

const foundRuling = rulingView
  .extend({
    customerId: z.string(),
    source: hitPrecision.shape.source,
    engine: hitPrecision.shape.engine,
    score: z.number().nullable(),
  })
  .meta({ id: 'FoundRuling' });
export type FoundRuling = z.infer<typeof foundRuling>;

const rulingQuery = z.object({
  from: instantOfQuery.describe('Ruled at this instant or later; epoch milliseconds.'),
  to: instantOfQuery.describe(
    `Ruled before this instant; at most ${maxFigureDays + 1} times 24 hours later.`,
  ),
  list: wordsMatching(/[a-z0-9-]{1,40}/)
    .optional()
    .describe('One or more source IDs, separated by commas.'),
  engine: z.enum(listEngines).optional(),
  band: z.enum(['strong', 'weaker']).optional(),
  ruling: z.enum(rulingVerdicts).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().min(1).max(500).optional().describe('`nextCursor` of the page before.'),
});
export type RulingQuery = z.infer<typeof rulingQuery>;

export const figurePeriodRoutes = {
  'cases.daily': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/case-days',
    title: 'Count alerts, and decisions by people and by workflows, for each day of a period',
    access: 'cases.read',
    params: inDomain,
    query: figurePeriod,
    output: z.object({ period, days: z.array(dayOfCases) }),
    furtherRules: periodRules,
    problems: [],
  }),
  'cases.groups': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/case-groups',
    title: 'Count open, overdue and decided cases of each review group, with the median time to a decision',
    access: 'cases.read',
    params: inDomain,
    query: figurePeriod,
    output: z.object({
      period,
      groups: z.array(groupWork),
      medianDecisionMs: count
        .nullable()
        .describe(
          'Median time from opening to resolution of the cases that people resolved in the period, in milliseconds; null: none.',
        ),
    }),
    furtherRules: periodRules,
    problems: [],
  }),
  'rulings.precision': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/ruling-precision',
    title: 'Count hits ruled true match and false positive, by list, engine and score',
    details: 'The newest ruling of each subject on an entity counts, if it was made in the period.',
    access: 'customers.read',
    params: inDomain,
    query: figurePeriod,
    output: z.object({ period, precision: z.array(hitPrecision) }),
    furtherRules: periodRules,
    problems: [],
  }),
  'rulings.find': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/rulings',
    title: 'List the rulings in force of a period, newest first',
    details: 'The newest ruling of each subject on an entity, if it was made in the period.',
    access: 'customers.read',
    params: inDomain,
    query: rulingQuery,
    output: z.object({ rulings: z.array(foundRuling), nextCursor: z.string().nullable() }),
    furtherRules: { to: `is after \`from\`, by at most ${maxFigureDays + 1} times 24 hours` },
    problems: [],
  }),
  'executions.hosted': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/hosted-steps',
    title: 'Count how many end users started each workflow, completed each step, and left',
    access: 'executions.read',
    params: inDomain,
    query: figurePeriod,
    output: z.object({
      period,
      countedFrom: instant
        .nullable()
        .describe(
          `Null: everybody of the period is counted. Else only the newest ${maxCountedFlows} executions are, which started at this instant or later.`,
        ),
      workflows: z.array(hostedWorkflow),
    }),
    furtherRules: periodRules,
    problems: [],
  }),
} as const;
