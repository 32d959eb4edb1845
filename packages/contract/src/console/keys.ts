import { z } from 'zod';
import { instantField, trimmedText } from '../fields.ts';
import { operations } from '../operations/index.ts';
import { defineConsoleRoute } from './route.ts';

/** Keys of the signed gateway, and why a signed request is not taken (docs/console-api.md). */

const instant = instantField.describe('Epoch milliseconds.');
const count = z.int().min(0);

const rate = z
  .strictObject({
    requests: z.int().min(1).max(1_000_000),
    seconds: z.number().min(0.001).max(86_400),
  })
  .meta({ id: 'RateLimit' });

/** What a key may, and how much of it. */
const allowed = {
  domains: z.array(z.string()).min(1).nullable().describe("Null: all of the tenant's, also later ones."),
  operations: z.array(z.string().min(1)).min(1).describe('"*" or names of operations.'),
  rate: rate.nullable().describe('Null: no limit.'),
  calls: z.int().min(0).max(2_000_000_000).nullable().describe('Calls in all; null: no limit.'),
  expiresAt: instant.nullable().describe('Epoch milliseconds; null: never.'),
};

const keyStates = ['enabled', 'disabled', 'expired', 'revoked'] as const;

const revision = z.int().min(1).describe('Raised by each change of what the key may.');

const keyView = z
  .object({
    apiKey: z.string(),
    name: z.string().describe('What people call it; empty where nobody named it.'),
    revision,
    state: z.enum(keyStates),
    ...allowed,
    callsUsed: count.describe('Counted where calls are limited.'),
    createdAt: instant,
    lastUsedAt: instant.nullable().describe('When a call was last signed with it; within half a minute.'),
    previous: z
      .object({
        until: instant.describe('When calls signed with it are refused.'),
        lastUsedAt: instant.nullable().describe('Null: nobody has signed with it since it was replaced.'),
      })
      .nullable()
      .describe('The secret before the one in force, while it is still taken.'),
  })
  .meta({ id: 'ApiKey' });
export type KeyView = z.infer<typeof keyView>;

const keyName = trimmedText(100);
const operationName = z
  .string()
  .min(1)
  .meta({ enum: ['*', ...Object.keys(operations)] });
const written = {
  name: keyName,
  ...allowed,
  operations: z.array(operationName).min(1).describe('"*" or names of operations.'),
};
const keyParams = z.object({ apiKey: z.string().min(1).max(130) });

const withSecret = z
  .object({
    key: keyView,
    secret: z.string().describe('Told this once: afterwards nobody can read it.'),
  })
  .meta({ id: 'NewApiKey' });

export const requestChecks = [
  'method',
  'address',
  'size',
  'query',
  'key',
  'signature',
  'operation',
  'contentType',
  'domain',
  'permission',
  'budgets',
  'json',
  'fields',
] as const;
export type RequestCheckName = (typeof requestChecks)[number];

const requestFinding = z
  .object({
    check: z.enum(requestChecks),
    state: z
      .enum(['passed', 'failed', 'unknown'])
      .describe('`unknown`: an earlier one has to pass first, or only a call tells.'),
    message: z.string().describe('What was seen, or what is wrong and what would be right.'),
  })
  .meta({ id: 'RequestFinding' });
export type RequestFinding = z.infer<typeof requestFinding>;

const signedBytes = z
  .object({
    count: count.describe('Bytes of the body.'),
    sha256: z.string(),
    sign: z.string().describe('What `sign` has to be for these bytes.'),
    given: z.string().nullable(),
    madeWith: z
      .enum(['current', 'previous', 'ended'])
      .nullable()
      .describe(
        'The secret that the given signature was made with (`ended`: the one before, taken no more); null: none, over these bytes.',
      ),
    madeOf: z
      .object({
        words: z.string().describe('What was signed in place of the body, or how.'),
        differsAt: z
          .int()
          .min(0)
          .nullable()
          .describe('First byte of the body that is another one in what was signed, from 0.'),
      })
      .nullable()
      .describe('Where the given signature is of other bytes that come to mind, or made in another way.'),
  })
  .meta({ id: 'SignedBytes' });
export type SignedBytes = z.infer<typeof signedBytes>;

export const keyRoutes = {
  'keys.list': defineConsoleRoute({
    method: 'GET',
    path: '/api-keys',
    title: 'List the API keys of the tenant, and what calls with them are sent to',
    access: 'keys.read',
    output: z.object({
      baseUrl: z.string().describe('Where the gateway’s operations are called.'),
      storageUrl: z.string().describe('Where files are uploaded.'),
      operations: z.array(z.object({ name: z.string(), versions: z.array(z.string()) })),
      keys: z.array(keyView).describe('The newest first; revoked ones last.'),
    }),
    problems: [],
  }),
  'keys.create': defineConsoleRoute({
    method: 'POST',
    path: '/api-keys',
    title: 'Make an API key; its secret is told in this answer and never again',
    access: 'keys.manage',
    needsProof: true,
    body: z.strictObject(written),
    example: {
      name: 'Onboarding',
      domains: null,
      operations: ['*'],
      rate: null,
      calls: null,
      expiresAt: null,
    },
    output: withSecret,
    furtherRules: {
      domains: 'are domains of the tenant',
    },
    problems: [],
  }),
  'keys.change': defineConsoleRoute({
    method: 'PUT',
    path: '/api-keys/{apiKey}',
    title:
      'Change what a key may, or enable and disable it; more than before wants a proof as a new key does',
    access: 'keys.manage',
    params: keyParams,
    body: z.strictObject({
      ...written,
      name: z.string().trim().max(100).describe('Empty: of the tenant file, as long as nobody names it.'),
      enabled: z.boolean(),
      expectedRevision: revision.describe('As it was read: when somebody was faster, nothing is changed.'),
    }),
    example: {
      name: 'Onboarding',
      domains: null,
      operations: ['quickscan.submit', 'quickscan.detail'],
      rate: { requests: 50, seconds: 1 },
      calls: null,
      expiresAt: null,
      enabled: true,
      expectedRevision: 1,
    },
    output: keyView,
    // Where the change lets the key do more; narrowing and disabling have to be quick.
    furtherRules: {
      domains: 'are domains of the tenant',
    },
    problems: ['NOT_FOUND', 'MOVE_REFUSED', 'VERSION_CONFLICT', 'PROOF_NEEDED'],
  }),
  'keys.rotate': defineConsoleRoute({
    method: 'POST',
    path: '/api-keys/{apiKey}/secrets',
    title:
      'Give a key another secret, told in this answer and never again; the one before is taken for a while',
    access: 'keys.manage',
    needsProof: true,
    params: keyParams,
    body: z.strictObject({
      overlapHours: z
        .int()
        .min(0)
        .max(720)
        .describe('How long calls signed with the secret before are still taken; 0: it ends at once.'),
    }),
    output: withSecret,
    problems: ['NOT_FOUND', 'MOVE_REFUSED', 'SECRET_REFUSED'],
  }),
  'keys.endOverlap': defineConsoleRoute({
    method: 'DELETE',
    path: '/api-keys/{apiKey}/secrets/previous',
    title: 'Take no more calls signed with the secret before; without one nothing happens',
    access: 'keys.manage',
    params: keyParams,
    output: keyView,
    problems: ['NOT_FOUND', 'MOVE_REFUSED'],
  }),
  'keys.revoke': defineConsoleRoute({
    method: 'DELETE',
    path: '/api-keys/{apiKey}',
    title: 'End a key for good: its secrets are deleted, and no tenant file brings it back',
    access: 'keys.manage',
    params: keyParams,
    output: keyView,
    problems: ['NOT_FOUND'],
  }),
  'keys.checkRequest': defineConsoleRoute({
    method: 'POST',
    path: '/request-checks',
    title: 'Tell why a signed request is refused: which bytes were signed, what the signature would be',
    details: 'Nothing is called, and no rate or unit is used.',
    access: 'keys.manage',
    needsProof: true,
    body: z.strictObject({
      method: z.string().min(1).max(20),
      url: z.string().min(1).max(8000).describe('As it was called, with its query.'),
      headers: z.string().max(32_000).describe('A header a line, `name: value`.'),
      body: z.string().max(1_400_000),
      encoding: z
        .enum(['text', 'base64'])
        .describe('`text`: the UTF-8 bytes of `body`; `base64`: the bytes that it stands for.'),
    }),
    example: {
      method: 'POST',
      url: 'http://127.0.0.1:8080/gateway?api=quickscan.detail&apiVersion=1.0.0&apiKey=ak_sample&sign=00',
      headers: 'Content-Type: application/json\nx-domain: retail',
      body: '{"data":{"id":"01890000-0000-7000-8000-000000000001"}}',
      encoding: 'text',
    },
    bodyLimit: 1_600_000,
    output: z.object({
      findings: z.array(requestFinding).describe('In the order in which the gateway looks.'),
      signed: signedBytes.nullable().describe('Null where the key is none of the tenant’s, or revoked.'),
    }),
    problems: [],
  }),
} as const;
