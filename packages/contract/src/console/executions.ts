import { z } from 'zod';
import { sources, workflowEventTypes } from '../domain-values.ts';
import { instantOfQuery, requiredText, wordsOfQuery } from '../fields.ts';
import { executionFailureClasses, executionStates } from '../states.ts';
import { exceededHitLimit } from './hit-limits.ts';
import { defineConsoleRoute } from './route.ts';
import { stepAnswer, stepEdge } from './step-answers.ts';

/** Executions and the log of their steps (docs/console-api.md). */

const instant = z.int().describe('Epoch milliseconds.');

const executionSummary = z
  .object({
    domain: z.string(),
    executionId: z.string(),
    workflowId: z.string().describe('`<id>@<version>`.'),
    eventType: z.enum(workflowEventTypes),
    source: z.enum(sources),
    customerId: z.string(),
    state: z.enum(executionStates),
    nodeId: z.string().nullable().describe('Current node, or the node where it ended.'),
    decision: z.string().nullable(),
    riskScore: z.number().nullable(),
    caseNo: z.string().nullable(),
    failure: z
      .object({
        nodeId: z.string().nullable(),
        reason: z.string(),
        class: z
          .enum(executionFailureClasses)
          .optional()
          .describe('Absent for executions that failed before classes were kept.'),
      })
      .meta({ id: 'ExecutionFailure' })
      .nullable()
      .describe('Why it failed; not shown on the gateway.'),
    createdAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'ExecutionSummary' });
export type ExecutionSummary = z.infer<typeof executionSummary>;

const executionStep = z.object({
  sequence: z.int(),
  nodeId: z.string(),
  nodeType: z.string().describe('`start` for the choice of the first node.'),
  title: z.string().nullable().describe('Title of the node in the workflow that ran.'),
  attempt: z.int().describe('Number of the last attempt; 1 for nodes that do not retry.'),
  answer: stepAnswer,
  next: stepEdge.nullable().describe('The edge that was taken, where several leave the node; else null.'),
  failure: z.string().nullable().describe('Why it did not succeed.'),
  input: z
    .unknown()
    .optional()
    .describe(
      'Input of the node; null where that is only the data of the execution. Absent where `isRawOmitted`.',
    ),
  output: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('With `failure` where it did not succeed. Absent where `isRawOmitted`.'),
  exceededHitLimits: z
    .array(exceededHitLimit)
    .describe('Of a screening: for whom more matched than was kept, by engine.'),
  deliveryId: z.string().nullable().describe('Of a webhook node: its delivery, with every attempt.'),
  startedAt: instant,
  finishedAt: instant,
});
export type ExecutionStep = z.infer<typeof executionStep>;

const executionDetail = executionSummary
  .extend({
    workflowName: z.string().nullable().describe('Its name in that version; null where that is not kept.'),
    requestId: z.string(),
    apiKey: z.string().nullable(),
    isRawOmitted: z
      .boolean()
      .describe(
        'Whether `data` and the `input` and `output` of steps are left out, because the caller lacks `executions.readRaw`.',
      ),
    isKeyMissing: z
      .boolean()
      .describe(
        'The key of data and log was deleted, or not restored with the database: nobody can read them. `steps` is empty then.',
      ),
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('`data` of the submit, as far as it is kept. Absent where `isRawOmitted` or `isKeyMissing`.'),
    riskReasons: z.array(z.string()),
    standing: z
      .object({
        nodeId: z.string(),
        since: instant,
        dueAt: instant.nullable().describe('When it continues automatically.'),
        deliveryId: z.string().nullable(),
      })
      .nullable()
      .describe('The node that is running: it waits, or makes a call.'),
    canResume: z.boolean().describe('It failed, and it can still be resumed.'),
    steps: z.array(executionStep).describe('In the order in which they ran.'),
  })
  .meta({ id: 'ExecutionDetail' });
export type ExecutionDetail = z.infer<typeof executionDetail>;

const executionListQuery = z.object({
  state: wordsOfQuery(executionStates).optional().describe('One or more states, separated by commas.'),
  source: z.enum(sources).optional().describe('`SDK`: started by an end user.'),
  nodeId: z.string().min(1).max(200).optional().describe('Current node, or the node where it ended.'),
  completedNodeId: z.string().min(1).max(200).optional().describe('A node that it completed.'),
  workflowId: z.string().min(1).max(100).optional().describe('`<id>`, or `<id>@<version>`.'),
  customerId: z.string().min(1).max(200).optional(),
  from: instantOfQuery.optional().describe('Started at this instant or later; epoch milliseconds.'),
  to: instantOfQuery.optional().describe('Started before this instant; epoch milliseconds.'),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().min(1).max(500).optional().describe('`nextCursor` of the page before.'),
});
export type ExecutionListQuery = z.infer<typeof executionListQuery>;

const inDomain = z.object({ domain: z.string() });

export const executionRoutes = {
  'executions.list': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/executions',
    title: 'List executions, newest first',
    access: 'executions.read',
    params: inDomain,
    query: executionListQuery,
    output: z.object({ executions: z.array(executionSummary), nextCursor: z.string().nullable() }),
    problems: [],
  }),
  'executions.read': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/executions/{executionId}',
    title: 'Read an execution with the log of its steps: what ran, when, and what it answered',
    details:
      '`data` of the submit, and `input` and `output` of the steps, are for callers with `executions.readRaw`. For others `isRawOmitted` is true. Of an execution with a case, `cases.read` has them too.',
    access: 'executions.read',
    params: inDomain.extend({ executionId: z.string() }),
    output: executionDetail,
    problems: [],
  }),
  'executions.cancel': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/executions/{executionId}/cancellation',
    title: 'Cancel an active execution without an open case; its pending tasks are closed',
    details: 'An execution with an open case is cancelled by the case.',
    access: 'executions.manage',
    params: inDomain.extend({ executionId: z.string() }),
    body: z.strictObject({
      expectedNodeId: z.string().nullable().describe('`nodeId` of the execution as it was read.'),
      reason: requiredText(4000).describe('Saved to the audit log.'),
    }),
    output: z.object({ executionId: z.string(), state: z.literal('CANCELLED') }),
    problems: ['MOVE_REFUSED'],
  }),
  'executions.resume': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/executions/{executionId}/resumption',
    title: 'Resume a failed execution at its failed node: the same execution, without a further unit',
    details:
      '`MOVE_REFUSED` where it is not `FAILED` or cannot continue, see [resuming](workflows.md#resuming-a-failed-execution).',
    access: 'executions.manage',
    params: inDomain.extend({ executionId: z.string() }),
    body: z.strictObject({ reason: requiredText(4000).describe('Saved to the audit log.') }),
    output: z.object({ executionId: z.string(), state: z.literal('RUNNING') }),
    problems: ['MOVE_REFUSED'],
  }),
} as const;
