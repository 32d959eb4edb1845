import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { accepted } from '../errors.ts';
import { idempotencyKeyHeader, idempotencyReplayedHeader } from '../idempotency.ts';
import { operationId } from '../openapi-parts.ts';
import type { OperationName } from '../operations/index.ts';
import type { Billing, Operation } from '../operations/operation.ts';
import { namesByStatus } from './openapi-errors.ts';
import { examples } from './openapi-examples.ts';
import { answerSchema, newestVersion, requestSchema } from './openapi-schemas.ts';

const tagByPrefix: Readonly<Record<string, string>> = {
  sdk: 'Hosted verification',
  workflow: 'Workflows',
  quickscan: 'Quick scan',
  storage: 'Uploads',
  prepare: 'Reference',
};

/** The group that an operation is documented in. */
export function tagOf({ name }: Operation): string {
  return tagByPrefix[name.split('.')[0]!]!;
}

/** One operation as a POST of its own, by its alias path. */
export function documentOperation(operation: Operation): ZodOpenApiOperationObject {
  const { name, title } = operation;
  const { request, data } = examples[name as OperationName];
  return {
    tags: [tagOf(operation)],
    operationId: operationId(name),
    summary: title,
    description: describeOperation(operation),
    parameters: [
      versionParameter(operation),
      { $ref: '#/components/parameters/domain' },
      ...idempotencyParameter(operation),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: requestSchema(operation), example: request as object } },
    },
    responses: {
      '200': {
        description: 'The gateway accepted the call; `data` is what the operation answers.',
        headers: {
          'x-request-id': { $ref: '#/components/headers/requestId' },
          ...idempotencyHeaders(operation),
        },
        content: {
          'application/json': { schema: answerSchema(operation), example: { ...accepted, data } },
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

/** What a caller has to know of an operation beyond its schemas. */
export function describeOperation({ missingField, timeoutMs, billing }: Operation): string {
  const missing =
    missingField === 'gateway'
      ? 'A field that is missing (null included) or of the wrong JSON type is refused by the gateway: 999301 with HTTP 400.'
      : 'A field that is missing (null included) or of the wrong JSON type is refused inside `data`: `code` 400 with HTTP 200.';
  return `${billingWords[billing]} The gateway answers within ${timeoutMs / 1000} s. ${missing}`;
}

function versionParameter(operation: Operation) {
  const versions = operation.versions === 'open' ? undefined : [...operation.versions];
  return {
    name: 'apiVersion',
    in: 'query',
    required: true,
    description: 'The version of the operation.',
    schema: {
      type: 'string',
      ...(versions ? { enum: versions } : { pattern: '^\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}$' }),
    },
    example: newestVersion(operation),
  } as const;
}
