import { z } from 'zod';
import { trimmedText } from '../fields.ts';
import { defineConsoleRoute } from './route.ts';

/** What people do with their own account (docs/console-api.md). */

const instant = z.int().describe('Epoch milliseconds.');

/** By what a session was begun. */
export const signInMethods = [
  'password',
  'password_totp',
  'password_recovery',
  'passkey',
  'single_sign_on',
] as const;
export type SignInMethod = (typeof signInMethods)[number];

const ownSession = z
  .object({
    sessionId: z.string(),
    device: z.string().describe('Browser and system as it named itself; empty where it did not.'),
    address: z.string().describe("The client's address, of IPv6 its network."),
    method: z.enum(signInMethods),
    startedAt: instant,
    usedAt: instant.describe('To the minute; epoch milliseconds.'),
    expiresAt: instant,
    isThis: z.boolean().describe('Whether it is the session of this call.'),
  })
  .meta({ id: 'OwnSession' });
export type OwnSession = z.infer<typeof ownSession>;

const passkey = z
  .object({
    passkeyId: z.string(),
    name: z.string(),
    backedUp: z
      .boolean()
      .describe('Whether it is backed up, so that losing the device does not lose the passkey.'),
    createdAt: instant,
    usedAt: instant.nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof passkey>;

/** What the browser's half of a WebAuthn ceremony is begun with, and what it makes of it. */
export const startedCeremony = z
  .object({
    ceremony: z.string().describe('Send it back with the answer, once, within ten minutes.'),
    options: z
      .record(z.string(), z.unknown())
      .describe('For `navigator.credentials`, in the JSON form of WebAuthn.'),
  })
  .meta({ id: 'StartedCeremony' });
export const ceremonyAnswer = z.strictObject({
  ceremony: z.string().min(1).max(200),
  response: z
    .record(z.string(), z.unknown())
    .describe('What the browser answered, in the JSON form of WebAuthn.'),
});
const passkeyName = trimmedText(100);
export const personName = trimmedText(200);
const passkeyParams = z.object({ passkeyId: z.uuid({ abort: true }).lowercase() });

const account = z
  .object({
    email: z.string(),
    name: z.string().nullable(),
    hasPassword: z.boolean(),
    passwordChangedAt: instant.nullable().describe('Null: still the initial password.'),
    passwordMinLength: z.int(),
    totp: z
      .object({ since: instant })
      .nullable()
      .describe('One-time codes by an app; null: none are set up.'),
    recoveryCodes: z.int().describe('Number of unused codes.'),
    passkeys: z.array(passkey),
    passkeyHost: z
      .string()
      .nullable()
      .describe('Host name that passkeys work for; null: this deployment cannot use passkeys.'),
    secondFactorDemanded: z
      .boolean()
      .describe('Whether the tenant requires one for the roles of the person.'),
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof account>;

/** Longest password that is taken: nobody types more, and hashing more costs more. */
const password = z.string().min(1).max(1000);

const recoveryCodes = z
  .object({ recoveryCodes: z.array(z.string()) })
  .describe('Shown only once. Each replaces one code of the app, once.');

export const accountRoutes = {
  'account.read': defineConsoleRoute({
    method: 'GET',
    path: '/account',
    title: 'Read your own account',
    access: 'signedIn',
    output: account,
    problems: [],
  }),
  'account.rename': defineConsoleRoute({
    method: 'PUT',
    path: '/account/name',
    title: 'Change your own name, as colleagues see it',
    access: 'signedIn',
    body: z.strictObject({ name: personName }),
    problems: [],
  }),
  'account.changePassword': defineConsoleRoute({
    method: 'PUT',
    path: '/account/password',
    title: 'Change your own password; all your other sessions end',
    access: 'signedIn',
    body: z.strictObject({
      current: password.optional().describe('Required if the person has a password.'),
      next: password.describe('Any characters. Long enough, and not a commonly used password.'),
    }),
    furtherRules: {
      next: 'is as long as the tenant demands, and none that everybody tries',
    },
    problems: ['PROOF_REFUSED', 'PROOF_NEEDED', 'TOO_MANY_ATTEMPTS'],
  }),
  'account.sessions': defineConsoleRoute({
    method: 'GET',
    path: '/account/sessions',
    title: 'List your own sessions, most recently used first',
    access: 'signedIn',
    output: z.object({ sessions: z.array(ownSession) }),
    problems: [],
  }),
  'account.endSession': defineConsoleRoute({
    method: 'DELETE',
    path: '/account/sessions/{sessionId}',
    title: 'End one of your sessions',
    access: 'signedIn',
    params: z.object({ sessionId: z.uuid({ abort: true }).lowercase() }),
    problems: ['NOT_FOUND'],
  }),
  'account.endOtherSessions': defineConsoleRoute({
    method: 'DELETE',
    path: '/account/sessions',
    title: 'End all your sessions but this one',
    access: 'signedIn',
    output: z.object({ ended: z.int() }),
    problems: [],
  }),
  'account.prove': defineConsoleRoute({
    method: 'POST',
    path: '/account/proof',
    title: 'Confirm your identity by password or code, before changes to how you sign in',
    access: 'signedIn',
    body: z.strictObject({ password }),
    problems: ['PROOF_REFUSED', 'TOO_MANY_ATTEMPTS'],
  }),
  'account.totpBegin': defineConsoleRoute({
    method: 'POST',
    path: '/account/totp',
    title: 'Start setting up one-time codes: returns a secret for the app, active only after confirmation',
    access: 'signedIn',
    needsProof: true,
    output: z.object({
      secret: z.string().describe('In base32, for apps that cannot read the picture.'),
      address: z.string().describe('`otpauth://…`, what the picture holds.'),
    }),
    problems: [],
  }),
  'account.totpConfirm': defineConsoleRoute({
    method: 'PUT',
    path: '/account/totp',
    title: 'Confirm one-time codes with the current code of the app; returns the recovery codes',
    access: 'signedIn',
    body: z.strictObject({ code: z.string().min(1).max(20) }),
    output: recoveryCodes,
    furtherRules: {
      code: 'is the one that the app shows now',
    },
    problems: ['MOVE_REFUSED', 'TOO_MANY_ATTEMPTS'],
  }),
  'account.totpRemove': defineConsoleRoute({
    method: 'DELETE',
    path: '/account/totp',
    title: 'Turn off one-time codes; recovery codes are deleted too',
    access: 'signedIn',
    needsProof: true,
    problems: [],
  }),
  'account.renewRecoveryCodes': defineConsoleRoute({
    method: 'POST',
    path: '/account/recovery-codes',
    title: 'Create new recovery codes; all earlier ones become invalid',
    access: 'signedIn',
    needsProof: true,
    output: recoveryCodes,
    problems: ['MOVE_REFUSED'],
  }),
  'account.beginPasskey': defineConsoleRoute({
    method: 'POST',
    path: '/account/passkeys/options',
    title: 'Start adding a passkey: returns the options for the browser',
    access: 'signedIn',
    needsProof: true,
    output: startedCeremony,
    problems: ['MOVE_REFUSED'],
  }),
  'account.addPasskey': defineConsoleRoute({
    method: 'POST',
    path: '/account/passkeys',
    title: 'Add the passkey that the browser created',
    access: 'signedIn',
    body: ceremonyAnswer.extend({ name: passkeyName }),
    output: passkey,
    problems: ['PROOF_REFUSED', 'ID_TAKEN', 'MOVE_REFUSED'],
  }),
  'account.renamePasskey': defineConsoleRoute({
    method: 'PUT',
    path: '/account/passkeys/{passkeyId}',
    title: 'Rename a passkey',
    access: 'signedIn',
    params: passkeyParams,
    body: z.strictObject({ name: passkeyName }),
    problems: ['NOT_FOUND'],
  }),
  'account.removePasskey': defineConsoleRoute({
    method: 'DELETE',
    path: '/account/passkeys/{passkeyId}',
    title: 'Remove a passkey',
    access: 'signedIn',
    needsProof: true,
    params: passkeyParams,
    problems: ['NOT_FOUND'],
  }),
  'account.beginProof': defineConsoleRoute({
    method: 'POST',
    path: '/account/proof/options',
    title: 'Start confirming your identity with a passkey',
    access: 'signedIn',
    output: startedCeremony,
    problems: ['MOVE_REFUSED'],
  }),
  'account.proveByPasskey': defineConsoleRoute({
    method: 'POST',
    path: '/account/proof/passkey',
    title: 'Confirm your identity with a passkey',
    access: 'signedIn',
    body: ceremonyAnswer,
    problems: ['PROOF_REFUSED', 'MOVE_REFUSED'],
  }),
} as const;
