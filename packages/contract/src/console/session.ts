import { z } from 'zod';
import { identifier } from '../file-values.ts';
import { environments, roles } from '../tenant-file.ts';
import { ceremonyAnswer, startedCeremony } from './account.ts';
import { allPermissions } from './permissions.ts';
import { defineConsoleRoute } from './route.ts';

/** Signing in and out (docs/console-api.md). */

const signInBody = z.strictObject({
  tenant: identifier.optional().describe('Required only where the address belongs to several tenants.'),
  email: z.string().min(1).max(320),
  password: z.string().min(1).max(1000),
  code: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .describe('A one-time code or a recovery code, where the person has set them up.'),
});

const signedIn = z
  .object({
    user: z.object({
      tenantId: z.string(),
      tenantName: z.string(),
      environment: z.enum(environments).describe('Purpose of the tenant; changes nothing else.'),
      email: z.string(),
      name: z.string().nullable(),
      roles: z.array(z.enum(roles)),
      groups: z.array(z.string()),
    }),
    permissions: z.array(z.enum(allPermissions)).describe('What the roles allow.'),
    needs: z
      .literal('secondFactor')
      .optional()
      .describe('What the tenant requires first: until then there are no permissions.'),
    domains: z.array(z.string()).describe('Every domain of the tenant.'),
    session: z.object({
      startedAt: z.int().describe('Epoch milliseconds.'),
      expiresAt: z.int().describe('Latest end of the session; epoch milliseconds.'),
      idleExpiresAt: z.int().describe('End of the session if it is not used; epoch milliseconds.'),
    }),
  })
  .meta({ id: 'SignedIn' });
export type SignedIn = z.infer<typeof signedIn>;

const singleSignOnBody = z.strictObject({
  tenant: identifier
    .optional()
    .describe('Required only where providers of several tenants accept the address.'),
  email: z.string().min(3).max(320).describe('The part after @ selects the provider.'),
});

export const sessionRoutes = {
  'session.create': defineConsoleRoute({
    method: 'POST',
    path: '/session',
    title: 'Sign in with e-mail address and password; the session is a cookie',
    access: 'anyone',
    body: signInBody,
    output: signedIn,
    problems: ['SIGN_IN_REFUSED', 'CODE_NEEDED', 'CODE_REFUSED', 'PASSKEY_NEEDED', 'TOO_MANY_ATTEMPTS'],
  }),
  'session.beginPasskey': defineConsoleRoute({
    method: 'POST',
    path: '/session/passkey/options',
    title: 'Start signing in with a passkey: returns the options for the browser',
    access: 'anyone',
    output: startedCeremony,
    problems: ['MOVE_REFUSED', 'TOO_MANY_ATTEMPTS'],
  }),
  'session.createByPasskey': defineConsoleRoute({
    method: 'POST',
    path: '/session/passkey',
    title: 'Sign in with a passkey, without address and password',
    access: 'anyone',
    body: ceremonyAnswer,
    output: signedIn,
    problems: ['SIGN_IN_REFUSED', 'TOO_MANY_ATTEMPTS', 'MOVE_REFUSED'],
  }),
  'session.beginSingleSignOn': defineConsoleRoute({
    method: 'POST',
    path: '/session/single-sign-on/options',
    title: 'Start single sign-on: returns the address of the identity provider',
    access: 'anyone',
    body: singleSignOnBody,
    output: z.object({
      ceremony: z.string().describe('Send it back with the answer, once, within ten minutes.'),
      url: z.string().describe("The provider's page."),
      provider: z.string().describe('Name shown to people.'),
    }),
    problems: ['SINGLE_SIGN_ON_MISSING', 'PROVIDER_UNREACHABLE', 'TOO_MANY_ATTEMPTS'],
  }),
  'session.createBySingleSignOn': defineConsoleRoute({
    method: 'POST',
    path: '/session/single-sign-on',
    title: 'Sign in with the answer of the identity provider',
    access: 'anyone',
    body: z.strictObject({
      ceremony: z.string().min(1).max(200),
      tenant: identifier.describe(
        'From the address that the provider sent the browser back to, as `provider`.',
      ),
      provider: identifier,
      query: z
        .string()
        .min(1)
        .max(8000)
        .describe('The query string with which the provider sent the browser back.'),
    }),
    output: signedIn,
    problems: ['PROVIDER_REFUSED', 'PROVIDER_UNREACHABLE', 'TOO_MANY_ATTEMPTS'],
  }),
  'session.read': defineConsoleRoute({
    method: 'GET',
    path: '/session',
    title: 'Read who is signed in, with roles and permissions',
    access: 'signedIn',
    output: signedIn,
    problems: [],
  }),
  'session.end': defineConsoleRoute({
    method: 'DELETE',
    path: '/session',
    title: 'Sign out',
    access: 'signedIn',
    problems: [],
  }),
  'session.endAll': defineConsoleRoute({
    method: 'DELETE',
    path: '/sessions',
    title: 'Sign out everywhere: end every session of the person',
    access: 'signedIn',
    problems: [],
  }),
} as const;
