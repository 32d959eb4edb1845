import { z } from 'zod';
import { identifier } from '../file-values.ts';
import { environments, roles } from '../tenant-file.ts';
import { ceremonyAnswer, startedCeremony } from './account.ts';
import { allPermissions } from './permissions.ts';
import { defineConsoleRoute } from './route.ts';

/** Signing in and out (docs/console-api.md). */

const signInBody = z.strictObject({
  tenant: identifier.optional().describe('Needed only where the address belongs to several tenants.'),
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
      environment: z.enum(environments).describe('What the tenant is for; nothing else differs.'),
      email: z.string(),
      name: z.string().nullable(),
      roles: z.array(z.enum(roles)),
      groups: z.array(z.string()),
    }),
    permissions: z.array(z.enum(allPermissions)).describe('What the roles allow.'),
    needs: z
      .literal('secondFactor')
      .optional()
      .describe('What the tenant demands before anything else: until then there are no permissions.'),
    domains: z.array(z.string()).describe('Every domain of the tenant.'),
    session: z.object({
      startedAt: z.int().describe('Epoch milliseconds.'),
      expiresAt: z.int().describe('When it ends however much it is used; epoch milliseconds.'),
      idleExpiresAt: z.int().describe('When it ends unless it is used before; epoch milliseconds.'),
    }),
  })
  .meta({ id: 'SignedIn' });
export type SignedIn = z.infer<typeof signedIn>;

const singleSignOnBody = z.strictObject({
  tenant: identifier.optional().describe('Needed only where providers of several tenants take the address.'),
  email: z.string().min(3).max(320).describe('What stands behind the @ tells the provider.'),
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
    title: 'Begin to sign in by a passkey: what a device is asked to sign',
    access: 'anyone',
    output: startedCeremony,
    problems: ['MOVE_REFUSED', 'TOO_MANY_ATTEMPTS'],
  }),
  'session.createByPasskey': defineConsoleRoute({
    method: 'POST',
    path: '/session/passkey',
    title: 'Sign in by a passkey, without address and password',
    access: 'anyone',
    body: ceremonyAnswer,
    output: signedIn,
    problems: ['SIGN_IN_REFUSED', 'TOO_MANY_ATTEMPTS', 'MOVE_REFUSED'],
  }),
  'session.beginSingleSignOn': defineConsoleRoute({
    method: 'POST',
    path: '/session/single-sign-on/options',
    title: 'Begin to sign in by an identity provider: where the browser is sent',
    access: 'anyone',
    body: singleSignOnBody,
    output: z.object({
      ceremony: z.string().describe('Goes back with the answer, once, within ten minutes.'),
      url: z.string().describe("The provider's page."),
      provider: z.string().describe('Name shown to people.'),
    }),
    problems: ['SINGLE_SIGN_ON_MISSING', 'PROVIDER_UNREACHABLE', 'TOO_MANY_ATTEMPTS'],
  }),
  'session.createBySingleSignOn': defineConsoleRoute({
    method: 'POST',
    path: '/session/single-sign-on',
    title: 'Sign in by what the identity provider answered',
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
        .describe('What stands behind the ? of the address that the provider sent the browser back to.'),
    }),
    output: signedIn,
    problems: ['PROVIDER_REFUSED', 'PROVIDER_UNREACHABLE', 'TOO_MANY_ATTEMPTS'],
  }),
  'session.read': defineConsoleRoute({
    method: 'GET',
    path: '/session',
    title: 'Who is signed in, and what they may do',
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
