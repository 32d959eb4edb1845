import { accepted } from '../errors.ts';
import { idempotencyKeyHeader, idempotencyReplayedHeader } from '../idempotency.ts';
import type { OperationName } from '../operations/index.ts';
import type { Billing, Operation } from '../operations/operation.ts';
import { namesByStatus } from './openapi-errors.ts';
import { examples } from './openapi-examples.ts';
import {
  camelCase,
  dataName,
  type JsonSchema,
  newestVersion,
  reference,
  requestName,
} from './openapi-schemas.ts';

const tagByPrefix: Readonly<Record<string, string>> = {
  sdk: 'Hosted verification',
  workflow: 'Workflows',
  quickscan: 'Quick scan',
  storage: 'Uploads',
  prepare: 'Reference',
};

/** One operation as a POST of its own. */
export function documentOperation(operation: Operation) {
  const { name, title } = operation;
  const { request, data } = examples[name as OperationName];
  const versions = operation.versions === 'open' ? undefined : [...operation.versions];
  return {
    tags: [tagByPrefix[name.split('.')[0]!]],
    operationId: camelCase(name),
    summary: title,
    description: describeOperation(operation),
    parameters: [
      queryParameter('api', 'Chooses the operation.', { type: 'string', const: name }, name),
      queryParameter(
        'apiVersion',
        'The version of the operation.',
        { type: 'string', ...(versions ? { enum: versions } : { pattern: '^\\d+\\.\\d+\\.\\d+$' }) },
        newestVersion(operation),
      ),
      { $ref: '#/components/parameters/domain' },
      ...idempotencyParameter(operation),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: reference(requestName(name)), example: request } },
    },
    responses: {
      '200': {
        description: 'The gateway accepted the call; `data` tells how the operation went.',
        headers: {
          'x-request-id': { $ref: '#/components/headers/requestId' },
          ...idempotencyHeaders(operation),
        },
        content: {
          'application/json': {
            schema: envelope(reference(dataName(name))),
            example: { ...accepted, data },
          },
        },
      },
      ...Object.fromEntries(
        Object.keys(namesByStatus).map((status) => [
          status,
          { $ref: `#/components/responses/Error${status}` },
        ]),
      ),
    },
  };
}

const billingWords: Readonly<Record<Billing, string>> = {
  free: 'Not billed.',
  eventQuota:
    "Billed: one unit of the event type's quota. Idempotent with `Idempotency-Key`; without it ask `workflow.apply.query` after a timeout, before another submit.",
  engineCredits: 'Billed: one credit for each engine, WATCHLIST is free.',
};

function idempotencyParameter({ idempotencyKey }: Operation) {
  if (idempotencyKey === undefined) return [];
  const name = idempotencyKey === 'kept' ? 'idempotencyKey' : 'repeatedIdempotencyKey';
  return [{ $ref: `#/components/parameters/${name}` }];
}

function idempotencyHeaders({ idempotencyKey }: Operation) {
  if (idempotencyKey === undefined) return {};
  return {
    [idempotencyKeyHeader]: { $ref: '#/components/headers/idempotencyKey' },
    ...(idempotencyKey === 'kept' && {
      [idempotencyReplayedHeader]: { $ref: '#/components/headers/idempotencyReplayed' },
    }),
  };
}

function describeOperation({ missingField, timeoutMs, billing }: Operation): string {
  const missing =
    missingField === 'gateway'
      ? 'A field that is missing (null included) or of the wrong JSON type is refused by the gateway: 999301 with HTTP 400.'
      : 'A field that is missing (null included) or of the wrong JSON type is refused inside `data`: `code` 400 with HTTP 200.';
  return `${billingWords[billing]} The gateway answers within ${timeoutMs / 1000} s. ${missing}`;
}

function queryParameter(name: string, text: string, schema: JsonSchema, example: string) {
  return { name, in: 'query', required: true, description: text, schema, example };
}

function envelope(data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: {
      apiCode: { type: 'integer', const: accepted.apiCode },
      apiMsg: { type: 'string', const: accepted.apiMsg },
      data,
    },
    required: ['apiCode', 'apiMsg', 'data'],
  };
}
