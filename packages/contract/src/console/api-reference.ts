import { z } from 'zod';
import { operations } from '../operations/index.ts';
import { defineConsoleRoute } from './route.ts';

/** The gateway's operations as developers read them, and calls of them that the service signs (docs/console.md). */

const member = z
  .object({
    path: z.string().describe('Path in the body: `data.name`, `hits[].score`.'),
    type: z.string().describe('In words, with values in backticks.'),
    required: z.boolean(),
    description: z.string().describe('Empty where the name says all.'),
  })
  .meta({ id: 'ApiMember' });
export type ApiMember = z.infer<typeof member>;

export const apiGroups = ['workflows', 'quickScan', 'hosted', 'uploads', 'reference'] as const;

const operation = z
  .object({
    name: z.string(),
    group: z.enum(apiGroups),
    versions: z.array(z.string()).min(1).describe('The newest last.'),
    clientVersion: z
      .string()
      .describe(
        'What the clients send unless they are told otherwise; a deployment may take another one alone.',
      ),
    takesAnyVersion: z.boolean().describe('Any `apiVersion` of the form N.N.N is taken.'),
    billing: z.enum(['free', 'eventQuota', 'engineCredits']),
    timeoutSeconds: z.number(),
    takesIdempotencyKey: z.boolean(),
    refusesFieldsIn: z
      .enum(['gateway', 'data'])
      .describe('Where a field that is missing or of the wrong type is refused.'),
    requests: z
      .array(
        z.object({
          version: z.string(),
          eventTypes: z.array(z.string()).nullable().describe('Null: of every body.'),
          members: z.array(member),
        }),
      )
      .describe('The members of the body, by version and, where they depend on it, by event type.'),
    answer: z.array(member).describe('The members of `data`.'),
    exampleBody: z.string().describe('JSON text.'),
    exampleAnswer: z.string().describe('JSON text.'),
    businessCodes: z.array(z.number().int()).describe('What `data.code` can be beside 200.'),
  })
  .meta({ id: 'ApiOperation' });
export type ApiOperation = z.infer<typeof operation>;

const apiError = z
  .object({
    code: z.number().int().describe('`apiCode`, or `data.code`.'),
    name: z.string().nullable().describe('`apiMsg`; null of a `data.code`.'),
    httpStatus: z.number().int(),
    meaning: z.string(),
    whatToDo: z.string(),
  })
  .meta({ id: 'ApiError' });
export type ApiError = z.infer<typeof apiError>;

const apiReference = z
  .object({
    baseUrl: z.string().describe('Where the gateway’s operations are called.'),
    storageUrl: z.string().describe('Where files are uploaded.'),
    operations: z.array(operation),
    gatewayErrors: z.array(apiError).describe('Of every operation.'),
    businessErrors: z.array(apiError),
    freeEngines: z.array(z.string()).describe('Engines of quick scans that take no credit.'),
  })
  .meta({ id: 'ApiReference' });
export type ApiReference = z.infer<typeof apiReference>;

/** What depends on the contract alone. */
export type ApiReferenceContent = Omit<ApiReference, 'baseUrl' | 'storageUrl'>;

/** Characters of a body: as many as the gateway takes bytes where the deployment sets no other limit. */
const maxBody = 1_048_576;

export const apiReferenceRoutes = {
  'apiReference.read': defineConsoleRoute({
    method: 'GET',
    path: '/api-reference',
    title: 'Read the reference of the gateway: operations, fields, examples, errors, what is billed',
    access: 'keys.read',
    output: apiReference,
    problems: [],
  }),
  'apiReference.run': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/api-calls',
    title: 'Run an operation of the gateway with a key of the tenant; the service signs',
    details:
      'The call takes effect and is billed as one of your server: the checks, limits and quotas of the key hold. The answer has the response as a caller gets it, refusals included, so this call answers 200 for both. The audit log records who ran what by which key before it runs, without the body.',
    access: 'keys.manage',
    needsProof: true,
    params: z.object({ domain: z.string().min(1).max(100) }),
    body: z.strictObject({
      apiKey: z.string().min(1).max(130),
      operation: z
        .string()
        .min(1)
        .max(100)
        .meta({ enum: Object.keys(operations) }),
      apiVersion: z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/, 'must have the form N.N.N'),
      idempotencyKey: z.string().min(1).max(255).nullable(),
      body: z.string().max(maxBody).describe('The body of the call, as it is sent.'),
    }),
    example: {
      apiKey: 'ak_sample',
      operation: 'workflow.apply.query',
      apiVersion: '1.0.0',
      idempotencyKey: null,
      body: '{"eventType":"MANUAL_CASE_EVENT","source":"API","customerId":"customer-17"}',
    },
    // Characters of other scripts have up to three bytes, and quotes are escaped.
    bodyLimit: 4 * maxBody,
    output: z.object({
      status: z.number().int().describe('HTTP status.'),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      body: z.string().describe('JSON text.'),
      milliseconds: z.number(),
    }),
    furtherRules: { operation: 'is an operation of the gateway' },
    problems: ['NOT_FOUND'],
  }),
} as const;
