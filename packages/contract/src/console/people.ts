import { z } from 'zod';
import { identifier } from '../file-values.ts';
import { roles } from '../tenant-file.ts';
import { accessToken } from './access-tokens.ts';
import { personName } from './account.ts';
import { defineConsoleRoute } from './route.ts';

/** The people of a tenant, and the links by which they come in (docs/console-api.md). */

const instant = z.int().describe('Epoch milliseconds.');

const person = z
  .object({
    personId: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    roles: z.array(z.enum(roles)),
    groups: z.array(z.string()),
    enabled: z.boolean(),
    hasPassword: z.boolean(),
    hasTotp: z.boolean().describe('Whether one-time codes are set up.'),
    passkeys: z.int().describe('How many they have.'),
    providers: z.array(z.string()).describe('Names of the identity providers that know them.'),
    accessTokens: z.int().describe('How many have not expired, by which programs read for them.'),
    signedInAt: instant.nullable().describe('Null: never.'),
    invitedUntil: instant.nullable().describe('When the pending invitation expires; null: none is pending.'),
  })
  .meta({ id: 'Person' });
export type PersonView = z.infer<typeof person>;

const byMail = z.object({ by: z.literal('mail') }).meta({ id: 'SentByMail' });
const byLink = z
  .object({
    by: z.literal('link').describe('No mail can be sent: forward the link yourself.'),
    url: z.string().describe('For choosing a password, once. Shown only here.'),
    expiresAt: instant,
  })
  .meta({ id: 'PasswordLink' });

/** Somebody invited, and how they come in. */
export const invited = person
  .extend({
    invitation: z.discriminatedUnion('by', [
      byMail,
      z
        .object({
          by: z.literal('provider').describe('No mail can be sent; none is needed.'),
          provider: z.string().describe('Identity provider with which people of this address sign in.'),
        })
        .meta({ id: 'SignInByProvider' }),
      byLink,
    ]),
  })
  .meta({ id: 'InvitedPerson' });
export type InvitedPerson = z.infer<typeof invited>;

/** Somebody who gets another password, and how the link to choose it reaches them. */
const helped = person
  .extend({ reset: z.discriminatedUnion('by', [byMail, byLink]) })
  .meta({ id: 'HelpedPerson' });
export type HelpedPerson = z.infer<typeof helped>;

/** An operator is made by a tenant file alone. */
const givenRoles = z.array(z.enum(roles).exclude(['operator'])).min(1);
const givenGroups = z.array(identifier).max(100);
const params = z.object({ personId: z.uuid({ abort: true }).lowercase() });

export const personLinkKinds = ['invitation', 'reset'] as const;
export type PersonLinkKind = (typeof personLinkKinds)[number];
const token = z.string().min(1).max(200).describe('The part of the link after #.');

export const peopleRoutes = {
  'people.list': defineConsoleRoute({
    method: 'GET',
    path: '/people',
    title: 'List the people of the tenant, by their addresses',
    access: 'people.read',
    output: z.object({
      people: z.array(person),
      groups: z.array(z.string()).describe('All groups of the tenant.'),
    }),
    problems: [],
  }),
  'people.names': defineConsoleRoute({
    method: 'GET',
    path: '/people/names',
    title: 'Read the names of the people of the tenant, by their addresses',
    details:
      'Whose account has no name is left out. Empty for a session that may read nothing of the tenant.',
    access: 'signedIn',
    output: z.object({ people: z.array(z.object({ email: z.string(), name: z.string() })) }),
    problems: [],
  }),
  'people.invite': defineConsoleRoute({
    method: 'POST',
    path: '/people',
    title:
      'Invite a user by a link for choosing a password, valid once for seven days; sent by mail where possible',
    access: 'people.manage',
    body: z.strictObject({
      email: z.email().max(320),
      name: personName.optional(),
      roles: givenRoles,
      groups: givenGroups.default([]),
    }),
    output: invited,
    problems: ['ID_TAKEN'],
  }),
  'people.change': defineConsoleRoute({
    method: 'PUT',
    path: '/people/{personId}',
    title: 'Change name, roles and groups of a user, or disable the user; effective from the next call',
    access: 'people.manage',
    params,
    body: z.strictObject({
      name: personName.optional(),
      roles: givenRoles.optional(),
      groups: givenGroups.optional(),
      enabled: z.boolean().optional().describe('False: every session ends at once.'),
    }),
    output: person,
    problems: ['NOT_FOUND', 'WOULD_LOCK_OUT'],
  }),
  'people.inviteAgain': defineConsoleRoute({
    method: 'POST',
    path: '/people/{personId}/invitations',
    title: 'Send a new invitation to a user without a password; the earlier link ends',
    access: 'people.manage',
    params,
    output: invited,
    problems: ['NOT_FOUND', 'MOVE_REFUSED'],
  }),
  'people.resetFactors': defineConsoleRoute({
    method: 'DELETE',
    path: '/people/{personId}/factors',
    title: 'Reset the second factors of a user who lost them; their sessions end',
    access: 'people.manage',
    needsProof: true,
    params,
    output: person,
    problems: ['NOT_FOUND'],
  }),
  'people.accessTokens': defineConsoleRoute({
    method: 'GET',
    path: '/people/{personId}/access-tokens',
    title: 'List the access tokens of a user that have not expired, the newest first',
    access: 'people.read',
    params,
    output: z.object({ tokens: z.array(accessToken) }),
    problems: ['NOT_FOUND'],
  }),
  'people.revokeAccessToken': defineConsoleRoute({
    method: 'DELETE',
    path: '/people/{personId}/access-tokens/{tokenId}',
    title: 'Revoke an access token of a user; effective from the next call',
    access: 'people.manage',
    params: params.extend({ tokenId: z.uuid({ abort: true }).lowercase() }),
    problems: ['NOT_FOUND'],
  }),
  'people.resetPassword': defineConsoleRoute({
    method: 'POST',
    path: '/people/{personId}/password-resets',
    title: 'Create a link for resetting a password, valid once for one hour; sent by mail where possible',
    access: 'people.manage',
    needsProof: true,
    params,
    output: helped,
    problems: ['NOT_FOUND', 'MOVE_REFUSED'],
  }),
  'passwordReset.ways': defineConsoleRoute({
    method: 'GET',
    path: '/password-resets',
    title: 'Read how a forgotten password is reset: by mail, or by an administrator',
    access: 'anyone',
    output: z.object({ byMail: z.boolean().describe('Whether this deployment sends mail.') }),
    problems: [],
  }),
  'passwordReset.request': defineConsoleRoute({
    method: 'POST',
    path: '/password-resets',
    title: 'Request a password-reset link by mail; the answer is the same for every address',
    access: 'anyone',
    body: z.strictObject({
      email: z.string().min(1).max(320),
      tenant: identifier.optional().describe('Required only where the address belongs to several tenants.'),
    }),
    problems: ['TOO_MANY_ATTEMPTS'],
  }),
  'personLink.read': defineConsoleRoute({
    method: 'POST',
    path: '/person-links/reading',
    title: 'Read whose link it is; reading does not use it up',
    access: 'anyone',
    body: z.strictObject({ token }),
    output: z.object({
      kind: z.enum(personLinkKinds),
      email: z.string(),
      name: z.string().nullable(),
      tenantName: z.string(),
      passwordMinLength: z.int(),
    }),
    problems: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
  'personLink.use': defineConsoleRoute({
    method: 'POST',
    path: '/person-links/use',
    title: 'Choose a password with the link, which is then used up; all sessions of the user end',
    access: 'anyone',
    body: z.strictObject({ token, password: z.string().min(1).max(1000) }),
    furtherRules: {
      password: 'is as long as the tenant demands, and none that everybody tries',
    },
    problems: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
} as const;
