import { type ConsoleHandlers, ConsoleRefusal } from '../console-api/index.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { Accounts } from './accounts.ts';
import type { Passkeys } from './passkeys.ts';
import type { SecondFactors } from './second-factors.ts';

export type AccountHandlers = Pick<
  ConsoleHandlers,
  Extract<keyof ConsoleHandlers, `account.${string}` | `accessTokens.${string}`>
>;

interface AccountServices {
  readonly accounts: Accounts;
  readonly accessTokens: AccessTokens;
  readonly factors: SecondFactors;
  readonly passkeys: Passkeys;
}

/** What people do with their own account, over the console's interface. */
export function accountConsoleHandlers({
  accounts,
  accessTokens,
  factors,
  passkeys,
}: AccountServices): AccountHandlers {
  return {
    'account.read': ({ user }) => accounts.read(user),
    'account.rename': async ({ user, body }) => {
      await accounts.rename(user, body.name);
    },
    'account.changePassword': async ({ user, body, client }) => {
      await accounts.changePassword(user, { ...body, client });
    },
    'account.sessions': async ({ user }) => ({ sessions: await accounts.sessions(user) }),
    'account.endSession': async ({ user, params, cookie }) => {
      if (!(await accounts.endSession(user, params.sessionId))) throw new ConsoleRefusal('NOT_FOUND');
      if (params.sessionId === user.sessionId) cookie.clear();
    },
    'account.endOtherSessions': async ({ user }) => ({ ended: await accounts.endOtherSessions(user) }),
    'account.prove': async ({ user, body, client }) => {
      await accounts.prove(user, body.password, client);
    },
    'account.totpBegin': ({ user }) => factors.start(user),
    'account.totpConfirm': async ({ user, body }) => ({
      recoveryCodes: await factors.confirm(user, body.code),
    }),
    'account.totpRemove': async ({ user }) => {
      await factors.remove(user);
    },
    'account.renewRecoveryCodes': async ({ user }) => ({
      recoveryCodes: await factors.renewRecoveryCodes(user),
    }),
    'account.beginPasskey': ({ user }) => passkeys.startRegistration(user),
    'account.addPasskey': ({ user, body }) => passkeys.add(user, body),
    'account.renamePasskey': async ({ user, params, body }) => {
      if (!(await passkeys.rename(user, { ...params, ...body }))) throw new ConsoleRefusal('NOT_FOUND');
    },
    'account.removePasskey': async ({ user, params }) => {
      if (!(await passkeys.remove(user, params.passkeyId))) throw new ConsoleRefusal('NOT_FOUND');
    },
    'account.beginProof': ({ user }) => passkeys.startReauthentication(user),
    'account.proveByPasskey': async ({ user, body }) => {
      await passkeys.prove(user, body);
    },
    'accessTokens.list': async ({ user }) => ({ tokens: await accessTokens.list(user) }),
    'accessTokens.create': ({ user, body }) => accessTokens.create(user, body),
    'accessTokens.revoke': async ({ user, params }) => {
      if (!(await accessTokens.revoke(user, params.tokenId))) throw new ConsoleRefusal('NOT_FOUND');
    },
    'accessTokens.current': async ({ user }) => accessTokens.current(user),
  };
}
