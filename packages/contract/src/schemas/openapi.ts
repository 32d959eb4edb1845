import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import manifest from '../../package.json' with { type: 'json' };
import {
  idempotencyKeyDays,
  idempotencyKeyHeader,
  idempotencyKeyPattern,
  idempotencyReplayedHeader,
} from '../idempotency.ts';
import { assembleDocument, type OpenApiDocument } from '../openapi-parts.ts';
import { operations } from '../operations/index.ts';
import { description } from './openapi-description.ts';
import { errorResponses } from './openapi-errors.ts';
import { documentOperation } from './openapi-operation.ts';
import { uploadPaths, uploadTokenResponse } from './openapi-uploads.ts';

const health = z
  .object({ status: z.enum(['ok', 'ready', 'unready']), missing: z.string().optional() })
  .meta({ id: 'Health' });

/** The OpenAPI 3.1 document of the service, derived from the contract; each operation is at its alias path. */
export const gatewayOpenApi: OpenApiDocument = assembleDocument({
  openapi: '3.1.1',
  info: {
    title: 'Gatehouse',
    version: manifest.version,
    summary: 'Screening, cases and workflows behind one signed endpoint.',
    description,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [
    {
      url: '{origin}',
      description: 'The origin of the deployment; {base_url} is this and /gateway.',
      variables: { origin: { default: 'http://127.0.0.1:8080' } },
    },
  ],
  tags: [
    {
      name: 'Hosted verification',
      description: 'Links for end users, who complete a verification by themselves.',
    },
    { name: 'Workflows', description: 'Submit a customer or an event, follow its execution and case.' },
    { name: 'Quick scan', description: 'Screen one name without creating a customer.' },
    {
      name: 'Uploads',
      description: 'Store files, which yields internal addresses; {storage_url} is the origin and /storage.',
    },
    {
      name: 'Reference',
      description: 'What forms choose from: fields, countries, documents, classifications.',
    },
    { name: 'Health', description: 'For load balancers and schedulers; unsigned.' },
  ],
  security: [{ apiKey: [], sign: [] }],
  paths: {
    ...Object.fromEntries(
      Object.values(operations).map((operation) => [
        `/gateway/${operation.name}`,
        { post: documentOperation(operation) },
      ]),
    ),
    ...uploadPaths,
    '/healthz': { get: probe('healthz', 'The process answers', { status: 'ok' }) },
    '/readyz': {
      get: probe(
        'readyz',
        'The lists are loaded and the database answers',
        { status: 'ready' },
        {
          status: 'unready',
          missing: 'the name lists are being loaded',
        },
      ),
    },
  },
  components: {
    securitySchemes: {
      apiKey: {
        type: 'apiKey',
        in: 'query',
        name: 'apiKey',
        description: 'The public key, which begins with `ak_`. It names the tenant.',
      },
      sign: {
        type: 'apiKey',
        in: 'query',
        name: 'sign',
        description:
          "Not a constant: the HMAC-SHA256 of this call's body bytes under the key's secret, as 64 lowercase hexadecimal digits.",
      },
    },
    parameters: {
      domain: {
        name: 'x-domain',
        in: 'header',
        required: true,
        description: 'The business domain. Executions, cases and scans belong to tenant and domain.',
        schema: { type: 'string' },
        example: 'retail',
      },
      idempotencyKey: {
        name: idempotencyKeyHeader,
        in: 'header',
        required: false,
        description: `Calls with one key, the same body bytes and the same apiVersion take effect once: later ones get the first one's answer, with \`${idempotencyReplayedHeader}: true\`, and take no unit. The same key with anything else: \`data.code\` 400. Kept for ${idempotencyKeyDays} days within tenant and domain. Not signed. Malformed, or more than once: 999301.`,
        schema: { type: 'string', pattern: idempotencyKeyPattern.source, minLength: 1, maxLength: 255 },
        example: '3f9c1f0e-7a4b-4d55-9a53-1f6f3c8f2a11',
      },
      repeatedIdempotencyKey: {
        name: idempotencyKeyHeader,
        in: 'header',
        required: false,
        description:
          'The key of a submit whose answer was lost. The answer repeats it where keys are kept: the submit may then be sent again as it was.',
        schema: { type: 'string' },
      },
    },
    headers: {
      idempotencyKey: {
        description: 'The key of the call, which the gateway keeps; absent where it sent none.',
        schema: { type: 'string' },
      },
      idempotencyReplayed: {
        description: 'The call took effect earlier, under the same key: this is its answer again.',
        schema: { type: 'string', const: 'true' },
      },
      requestId: { description: 'The id of this call, as the log has it.', schema: { type: 'string' } },
      errorDetail: {
        description: 'What exactly was wrong: printable ASCII, at most 256 characters.',
        schema: { type: 'string', maxLength: 256 },
      },
      retryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
    },
    responses: { ...errorResponses(), ...uploadTokenResponse },
  },
});

function probe(operationId: string, good: string, example: object, bad?: object): ZodOpenApiOperationObject {
  const content = (value: object) => ({ 'application/json': { schema: health, example: value } });
  return {
    tags: ['Health'],
    operationId,
    summary: good,
    security: [],
    responses: {
      '200': { description: good, content: content(example) },
      ...(bad && { '503': { description: 'Not yet, or not any more', content: content(bad) } }),
    },
  };
}
