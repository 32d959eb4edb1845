import { z } from 'zod';
import { trimmedText } from '../fields.ts';
import { defineConsoleRoute } from './route.ts';

/** Personal access tokens: by one, a program reads for its owner what `tokenAnswers` lists (docs/assistants.md). */

const instant = z.int().describe('Epoch milliseconds.');

/** A person may have so many that hold. */
export const maxAccessTokens = 20;
export const maxAccessTokenDays = 90;

const scope = {
  domain: z
    .string()
    .describe(
      'The only domain whose data it reads. Lists, quotas and the verification of the audit log are of the whole tenant.',
    ),
  personalData: z
    .boolean()
    .describe('Whether answers hold personal data. Otherwise states, counts, scores and times alone.'),
};

export const accessToken = z
  .object({
    tokenId: z.string(),
    name: z.string(),
    ...scope,
    createdAt: instant,
    expiresAt: instant,
    lastUsedAt: instant.nullable().describe('To the minute; null: not used yet.'),
  })
  .meta({ id: 'AccessToken' });
export type AccessToken = z.infer<typeof accessToken>;

export const accessTokenRoutes = {
  'accessTokens.list': defineConsoleRoute({
    method: 'GET',
    path: '/account/access-tokens',
    title: 'List your own access tokens that have not expired, the newest first',
    access: 'signedIn',
    output: z.object({ tokens: z.array(accessToken) }),
    problems: [],
  }),
  'accessTokens.create': defineConsoleRoute({
    method: 'POST',
    path: '/account/access-tokens',
    title: 'Create an access token, by which a program reads for you',
    details:
      'The token goes into the header `Authorization: Bearer …`. It reads what your roles allow at the time of each call, in one domain, and changes nothing.',
    access: 'signedIn',
    needsProof: true,
    body: z.strictObject({
      name: trimmedText(100),
      domain: z.string().min(1).max(100),
      personalData: scope.personalData,
      days: z.int().min(1).max(maxAccessTokenDays).describe('Until it expires.'),
    }),
    example: { name: 'Assistant', domain: 'retail', personalData: false, days: 30 },
    furtherRules: { domain: 'is a domain of the tenant' },
    output: z.object({
      accessToken,
      token: z.string().describe('Shown only once. It cannot be read again.'),
    }),
    problems: ['MOVE_REFUSED'],
  }),
  'accessTokens.revoke': defineConsoleRoute({
    method: 'DELETE',
    path: '/account/access-tokens/{tokenId}',
    title: 'Revoke one of your access tokens',
    access: 'signedIn',
    params: z.object({ tokenId: z.uuid({ abort: true }).lowercase() }),
    problems: ['NOT_FOUND'],
  }),
  'accessTokens.current': defineConsoleRoute({
    method: 'GET',
    path: '/access-token',
    title: 'Read the access token of this call, and which calls it may make',
    access: 'signedIn',
    output: z.object({
      ...scope,
      tenantName: z.string(),
      expiresAt: instant,
      calls: z.array(z.string()).describe('Names of calls, as in this document.'),
    }),
    problems: ['NOT_FOUND'],
  }),
} as const;
