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
  calls: z.int().min(0).max(2_000_000_000).nullable().describe('Total call limit; null: no limit.'),
  expiresAt: instant.nullable().describe('Epoch milliseconds; null: never.'),
};

const keyStates = ['enabled', 'disabled', 'expired', 'revoked'] as const;

const revision = z.int().min(1).describe('Rises with each change of the key.');

const keyView = z
  .object({
    apiKey: z.string(),
    name: z.string().describe('Display name; empty where none was set.'),
    revision,
    state: z.enum(keyStates),
    ...allowed,
    callsUsed: count.describe('Calls so far; counted only where they are limited.'),
    createdAt: instant,
    lastUsedAt: instant.nullable().describe('Time of the last signed call, to half a minute.'),
    previous: z
      .object({
        until: instant.describe('When calls signed with it are refused.'),
        lastUsedAt: instant.nullable().describe('Null: not used since it was replaced.'),
      })
      .nullable()
      .describe('The previous secret, while it is still accepted.'),
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
    secret: z.string().describe('Shown only once. It cannot be read again.'),
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
      .describe('`unknown`: an earlier check failed, or only a real call shows it.'),
    message: z.string().describe('What was found, or what is wrong and how to correct it.'),
  })
  .meta({ id: 'RequestFinding' });
export type RequestFinding = z.infer<typeof requestFinding>;

const signedBytes = z
  .object({
    count: count.describe('Bytes of the body.'),
    sha256: z.string(),
    sign: z.string().describe('The correct `sign` for these bytes.'),
    given: z.string().nullable(),
    madeWith: z
      .enum(['current', 'previous', 'ended'])
      .nullable()
      .describe(
        'The secret that made the given signature (`ended`: a previous one, no longer accepted); null: no known secret made it over these bytes.',
      ),
    madeOf: z
      .object({
        words: z.string().describe('What was signed instead of the body, or how.'),
        differsAt: z
          .int()
          .min(0)
          .nullable()
          .describe('First byte that differs between the body and what was signed, from 0.'),
      })
      .nullable()
      .describe('Set where the signature matches a common mistake: other bytes, or another way of signing.'),
  })
  .meta({ id: 'SignedBytes' });
export type SignedBytes = z.infer<typeof signedBytes>;

export const keyRoutes = {
  'keys.list': defineConsoleRoute({
    method: 'GET',
    path: '/api-keys',
    title: 'List the API keys of the tenant and the URLs for calls',
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
    title: 'Create an API key; its secret is shown only in this answer',
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
      'Change the limits of a key, or enable or disable it; extending its access requires confirming your identity',
    access: 'keys.manage',
    params: keyParams,
    body: z.strictObject({
      ...written,
      name: z.string().trim().max(100).describe('Empty: a key of the tenant file without a name.'),
      enabled: z.boolean(),
      expectedRevision: revision.describe('As it was read. If it changed since, nothing is saved.'),
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
      'Rotate the secret of a key; the new one is shown only in this answer, the previous one stays valid for a while',
    access: 'keys.manage',
    needsProof: true,
    params: keyParams,
    body: z.strictObject({
      overlapHours: z
        .int()
        .min(0)
        .max(720)
        .describe('How long the previous secret stays valid; 0: it ends at once.'),
    }),
    output: withSecret,
    problems: ['NOT_FOUND', 'MOVE_REFUSED', 'SECRET_REFUSED'],
  }),
  'keys.endOverlap': defineConsoleRoute({
    method: 'DELETE',
    path: '/api-keys/{apiKey}/secrets/previous',
    title: 'Revoke the previous secret; does nothing without one',
    access: 'keys.manage',
    params: keyParams,
    output: keyView,
    problems: ['NOT_FOUND', 'MOVE_REFUSED'],
  }),
  'keys.revoke': defineConsoleRoute({
    method: 'DELETE',
    path: '/api-keys/{apiKey}',
    title: 'Revoke a key permanently: its secrets are deleted, and no tenant file restores it',
    access: 'keys.manage',
    params: keyParams,
    output: keyView,
    problems: ['NOT_FOUND'],
  }),
  'keys.checkRequest': defineConsoleRoute({
    method: 'POST',
    path: '/request-checks',
    title: 'Check why a signed request is refused: which bytes were signed, what the signature must be',
    details: 'Calls no operation and uses no units and no rate limit.',
    access: 'keys.manage',
    needsProof: true,
    body: z.strictObject({
      method: z.string().min(1).max(20),
      url: z.string().min(1).max(8000).describe('Full URL of the call, with its query.'),
      headers: z.string().max(32_000).describe('One header a line: `name: value`.'),
      body: z.string().max(1_400_000),
      encoding: z
        .enum(['text', 'base64'])
        .describe('`text`: the UTF-8 bytes of `body`. `base64`: the decoded bytes.'),
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
      findings: z.array(requestFinding).describe('In the order in which the gateway checks.'),
      signed: signedBytes.nullable().describe('Null where the tenant has no such key, or it is revoked.'),
    }),
    problems: [],
  }),
} as const;
