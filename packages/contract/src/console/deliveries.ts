import { z } from 'zod';
import { instantOfQuery, wordsOfQuery } from '../fields.ts';
import { ruleText } from '../phrases/rule-text.ts';
import { defineConsoleRoute } from './route.ts';

/** The log of calls to the callers' servers; replays and test sends (docs/webhooks.md). */

const instant = z.int().describe('Epoch milliseconds.');

const deliveryKinds = ['node', 'hook', 'test'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];
const deliveryStates = ['PENDING', 'SUCCEEDED', 'FAILED', 'ABANDONED'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
const attemptCauses = ['service', 'replay', 'test'] as const;

const deliverySummary = z
  .object({
    domain: z.string(),
    deliveryId: z.string().describe('Sent as `X-Webhook-Id` with every attempt, replays included.'),
    webhookId: z.string(),
    kind: z.enum(deliveryKinds).describe('A webhook node, the hook of a decision, or a test send.'),
    state: z
      .enum(deliveryStates)
      .describe('As the workflow saw it: a replay never changes it. `ABANDONED` with a cancelled execution.'),
    failure: z.string().nullable(),
    executionId: z.string().nullable(),
    workflowId: z.string().nullable().describe('`<id>@<version>`; null of a test send.'),
    nodeId: z.string().nullable(),
    attempts: z.int().describe('Attempts made or planned, replays included.'),
    lastHttpStatus: z.int().nullable(),
    replayed: z.enum(['SUCCEEDED', 'FAILED', 'PENDING']).nullable().describe('Result of the last replay.'),
    createdAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'DeliverySummary' });
export type DeliverySummary = z.infer<typeof deliverySummary>;

const milliseconds = z.number().nullable();

const attempt = z.object({
  attempt: z.int(),
  cause: z.enum(attemptCauses),
  requestedBy: z.string().nullable().describe('Who asked for a replay or test.'),
  webhookVersion: z.int().nullable().describe('Version of the definition that was used.'),
  intendedAt: instant,
  dueAt: instant,
  finishedAt: instant.nullable(),
  outcome: z
    .enum(['succeeded', 'retry', 'spent'])
    .nullable()
    .describe('Null while it is running, or when it was interrupted and will be repeated.'),
  httpStatus: z.int().nullable(),
  failure: z.string().nullable(),
  request: z
    .object({
      method: z.string(),
      url: z.string().describe('Values of the query masked.'),
      headers: z
        .array(z.tuple([z.string(), z.string()]))
        .describe('Values that may be credentials are masked.'),
      bodySha256: z.string().describe('Of the bytes that were sent.'),
      bodyBytes: z.int(),
      body: z
        .string()
        .nullable()
        .describe(
          'The bytes that were sent, rebuilt from inputs and definition and compared with `bodySha256`; null without a body, where they differ, or after the inputs were deleted.',
        ),
    })
    .nullable(),
  response: z
    .object({
      status: z.int(),
      contentType: z.string().nullable(),
      retryAfter: z.string().nullable(),
      body: z.string().nullable().describe('Its first 64 KiB; null after it was deleted.'),
      bodyTruncated: z.boolean(),
    })
    .nullable(),
  resolvedAddress: z.string().nullable(),
  timings: z
    .object({
      queueMs: milliseconds,
      dnsMs: milliseconds,
      connectMs: milliseconds,
      tlsMs: milliseconds,
      firstByteMs: milliseconds,
      totalMs: milliseconds,
    })
    .nullable(),
});
export type DeliveryAttempt = z.infer<typeof attempt>;

const deliveryDetail = deliverySummary
  .extend({
    shapeVersion: z.int().nullable().describe('Version of the definition whose inputs and outputs apply.'),
    inputs: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Null after they were deleted, and where they cannot be read.'),
    isKeyMissing: z
      .boolean()
      .describe(
        'The key of inputs and answers was deleted, or not restored with the database: nobody can read them.',
      ),
    expungedAt: instant.nullable().describe('When inputs and answers were deleted.'),
    attemptLog: z.array(attempt),
  })
  .meta({ id: 'DeliveryDetail' });
export type DeliveryDetail = z.infer<typeof deliveryDetail>;

const requestId = z
  .uuid()
  .describe('Chosen by the caller: a repeated call with the same ID sends nothing again.');
const sent = z.object({ deliveryId: z.string(), attempt: z.int() });

const states = wordsOfQuery(deliveryStates);

const deliveryListQuery = z.object({
  webhookId: z.string().min(1).max(100).optional(),
  workflowId: z.string().min(1).max(100).optional().describe('`<id>`, or `<id>@<version>`.'),
  executionId: z.uuid().optional(),
  kind: z.enum(deliveryKinds).optional(),
  state: states.optional().describe('One or more, separated by commas.'),
  from: instantOfQuery.optional().describe('Created at this instant or later; epoch milliseconds.'),
  to: instantOfQuery.optional().describe('Created before this instant; epoch milliseconds.'),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().min(1).max(500).optional().describe('`nextCursor` of the page before.'),
});
export type DeliveryListQuery = z.infer<typeof deliveryListQuery>;

const inDomain = z.object({ domain: z.string() });

export const deliveryRoutes = {
  'deliveries.list': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/deliveries',
    title: 'List calls to callers’ servers, newest first',
    access: 'webhooks.read',
    params: inDomain,
    query: deliveryListQuery,
    output: z.object({ deliveries: z.array(deliverySummary), nextCursor: z.string().nullable() }),
    problems: [],
  }),
  'deliveries.read': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/deliveries/{deliveryId}',
    title: 'Read a delivery with every attempt: request, answer, timing',
    access: 'webhooks.read',
    params: inDomain.extend({ deliveryId: z.string() }),
    output: deliveryDetail,
    problems: [],
  }),
  'deliveries.replay': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/deliveries/{deliveryId}/replays',
    title: 'Replay a finished delivery: same X-Webhook-Id, new timestamp and signature, one attempt',
    access: 'webhooks.manage',
    params: inDomain.extend({ deliveryId: z.string() }),
    body: z.strictObject({ requestId }),
    output: sent,
    furtherRules: {
      requestId: 'was used for no other request',
    },
    problems: ['REPLAY_REFUSED'],
  }),
  'deliveries.replayMany': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/deliveries/replays',
    title: 'Replay the failed deliveries of a webhook in a range of time, oldest first, at most 500',
    access: 'webhooks.manage',
    params: inDomain,
    body: z
      .strictObject({
        requestId,
        webhookId: z.string().min(1).max(100),
        from: z.int().min(0).describe('Created at this instant or later; epoch milliseconds.'),
        to: z.int().min(0).describe('Created before this instant; epoch milliseconds.'),
      })
      .refine(({ from, to }) => from < to, { path: ['to'], error: ruleText('rules.afterFrom') }),
    output: z.object({
      replayed: z.int(),
      more: z.boolean().describe('More failed deliveries are left: call again with another requestId.'),
    }),
    furtherRules: {
      to: 'is after `from`',
      requestId: 'was used for no other request',
    },
    problems: [],
  }),
  'webhooks.test': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/webhooks/{webhookId}/tests',
    title: 'Send a webhook once with sample inputs, marked by `X-Webhook-Test: true`',
    details: 'See [test and replay](webhooks.md#test-and-replay).',
    access: 'webhooks.manage',
    params: inDomain.extend({ webhookId: z.string().min(1).max(100) }),
    body: z.strictObject({
      requestId,
      inputs: z
        .record(z.string().min(1).max(200), z.unknown())
        .default({})
        .describe("Instead of the definition's `sampleInputs`; an input without either is `sample NAME`."),
    }),
    output: sent,
    furtherRules: {
      inputs: 'are declared by the webhook',
      requestId: 'was used for no other request',
    },
    problems: ['INVALID'],
  }),
} as const;
