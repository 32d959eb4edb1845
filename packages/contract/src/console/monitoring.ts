import { z } from 'zod';
import { monitoringReasons } from '../domain-values.ts';
import { requiredText } from '../fields.ts';
import { defineConsoleRoute } from './route.ts';

/** Continuous monitoring: its runs, and whom it watches (docs/monitoring.md). */

const monitoringStates = ['ORDERED', 'RUNNING', 'DONE', 'FAILED'] as const;

const versions = z.record(z.string(), z.string()).describe('By source id; `watchlist` is the tenant’s own.');

export const monitoringRun = z
  .object({
    runId: z.string(),
    kind: z
      .enum(monitoringReasons)
      .describe('LIST_CHANGE: what lists changed. RESCREEN: everything, as was ordered or at the beginning.'),
    state: z.enum(monitoringStates),
    customerId: z.string().nullable().describe('Where only one customer is screened.'),
    orderedBy: z.string().nullable(),
    versionsFrom: versions,
    versionsTo: versions,
    engineVersion: z.string().nullable(),
    entriesChanged: z
      .int()
      .nullable()
      .describe(
        'Entries that were looked for: new and materially changed ones, and all of the watchlist where it changed. Null: all entries.',
      ),
    customersConsidered: z.int().nullable().describe('Customers who are monitored.'),
    customersConcerned: z
      .int()
      .nullable()
      .describe('Of these, customers whom the changed entries may concern.'),
    customersScreened: z.int().describe('Those of them who have been screened so far.'),
    alerts: z.int().describe('New or materially changed hits, each of a customer and an entity.'),
    silenced: z.int().describe('Such hits that an earlier ruling suppresses.'),
    executions: z.int().describe('Executions of the monitoring workflow that were started.'),
    failures: z.int().describe('Customers who could not be screened; the log names them.'),
    failure: z.string().nullable().describe('Why the run as a whole failed.'),
    workedMs: z.int().describe('Working time over all nodes that processed the run.'),
    orderedAt: z.int().describe('Epoch milliseconds.'),
    startedAt: z.int().nullable().describe('Epoch milliseconds.'),
    finishedAt: z.int().nullable().describe('Epoch milliseconds.'),
  })
  .meta({ id: 'MonitoringRun' });

const startedParty = z.object({
  key: z.string().describe('As rulings have it.'),
  name: z.string().nullable(),
  role: z.string().nullable(),
  percent: z.number().nullable().describe('Share of the customer.'),
  entityIds: z.array(z.string()),
});

const customerMonitoring = z.object({
  customerId: z.string(),
  isMonitored: z.boolean(),
  chosen: z.boolean().nullable().describe("Choice for this customer; null: the tenant's default applies."),
  hasSubject: z.boolean().describe('Whether there is data to screen.'),
});

const customerParams = z.object({ domain: z.string(), customerId: requiredText(200) });

export const monitoringRoutes = {
  'monitoring.runs': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/monitoring/runs',
    title: 'Runs of continuous monitoring, newest first',
    details: 'See [continuous monitoring](monitoring.md).',
    access: 'customers.read',
    params: z.object({ domain: z.string() }),
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
    output: z.object({ runs: z.array(monitoringRun) }),
    problems: [],
  }),
  'monitoring.run': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/monitoring/runs/{runId}',
    title: 'One run, with the customers for whom it started the workflow (the first 1,000 by id)',
    access: 'customers.read',
    params: z.object({ domain: z.string(), runId: z.string() }),
    output: monitoringRun.extend({
      started: z.array(
        z.object({
          customerId: z.string(),
          executionId: z.string(),
          entityIds: z.array(z.string()),
          parties: z
            .array(startedParty)
            .describe('Parties of the customer that were found; empty where it was the customer itself.'),
        }),
      ),
    }),
    problems: ['NOT_FOUND'],
  }),
  'monitoring.order': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/monitoring/runs',
    title: 'Order a full rescreening of every monitored customer, after a change of policy or engine',
    access: 'monitoring.order',
    params: z.object({ domain: z.string() }),
    output: z.object({ runId: z.string() }),
    problems: [],
  }),
  'monitoring.customer': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/customers/{customerId}/monitoring',
    title: 'Whether a customer is monitored',
    access: 'customers.read',
    params: customerParams,
    output: customerMonitoring,
    problems: ['NOT_FOUND'],
  }),
  'monitoring.choose': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/customers/{customerId}/monitoring',
    title:
      "Monitor a customer or not, or leave it to the tenant's default; who becomes monitored is screened at once",
    access: 'customers.work',
    params: customerParams,
    body: z.strictObject({ monitored: z.boolean().nullable() }),
    output: customerMonitoring,
    problems: ['NOT_FOUND'],
  }),
} as const;
