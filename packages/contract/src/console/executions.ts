import { z } from 'zod';
import { sources, workflowEventTypes } from '../domain-values.ts';
import { instantOfQuery, requiredText } from '../fields.ts';
import { executionFailureClasses, executionStates } from '../states.ts';
import { defineConsoleRoute } from './route.ts';

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
    nodeId: z.string().nullable().describe('The node it stands at, or ended at.'),
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
      .describe('Why it failed; never told on the gateway.'),
    createdAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'ExecutionSummary' });
export type ExecutionSummary = z.infer<typeof executionSummary>;

const executionStep = z.object({
  sequence: z.int(),
  nodeId: z.string(),
  nodeType: z.string(),
  attempt: z.int().describe('The attempt that ended it; 1 where a node does not repeat anything.'),
  input: z.unknown().describe('What the node worked on; null where that is the data of the execution alone.'),
  output: z.record(z.string(), z.unknown()).describe('With `failure` where it did not succeed.'),
  deliveryId: z.string().nullable().describe('Of a webhook node: its delivery, with every attempt.'),
  startedAt: instant,
  finishedAt: instant,
});
export type ExecutionStep = z.infer<typeof executionStep>;

const executionDetail = executionSummary
  .extend({
    requestId: z.string(),
    apiKey: z.string().nullable(),
    data: z.record(z.string(), z.unknown()).describe('`data` of the submit, as far as it is kept.'),
    riskReasons: z.array(z.string()),
    standing: z
      .object({
        nodeId: z.string(),
        since: instant,
        dueAt: instant.nullable().describe('When it goes on by itself.'),
        deliveryId: z.string().nullable(),
      })
      .nullable()
      .describe('The node that has begun and not finished: it waits, or calls.'),
    canResume: z.boolean().describe('It failed, and what it needs to go on is kept.'),
    steps: z.array(executionStep).describe('In the order in which they ran.'),
  })
  .meta({ id: 'ExecutionDetail' });
export type ExecutionDetail = z.infer<typeof executionDetail>;

const executionListQuery = z.object({
  state: z.enum(executionStates).optional(),
  workflowId: z.string().min(1).max(100).optional().describe('`<id>`, or `<id>@<version>`.'),
  customerId: z.string().min(1).max(200).optional(),
  from: instantOfQuery.optional().describe('Begun at this instant or later; epoch milliseconds.'),
  to: instantOfQuery.optional().describe('Begun before this instant; epoch milliseconds.'),
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
    title: 'Read an execution with the log of its steps: what ran, when, with what in and out',
    access: 'executions.read',
    params: inDomain.extend({ executionId: z.string() }),
    output: executionDetail,
    problems: [],
  }),
  'executions.cancel': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/executions/{executionId}/cancellation',
    title: 'Cancel an execution that goes on and has no open case; what it waits for is closed',
    details: 'An execution with an open case is cancelled by the case.',
    access: 'executions.manage',
    params: inDomain.extend({ executionId: z.string() }),
    body: z.strictObject({
      expectedNodeId: z.string().nullable().describe('`nodeId` of the execution as it was read.'),
      reason: requiredText(4000).describe('Stands in the audit record.'),
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
    body: z.strictObject({ reason: requiredText(4000).describe('Kept in the audit record.') }),
    output: z.object({ executionId: z.string(), state: z.literal('RUNNING') }),
    problems: ['MOVE_REFUSED'],
  }),
} as const;
