import type { SignedIn } from '@gatehouse/contract';
import {
  type ConsoleHandlers,
  ConsoleRefusal,
  type ConsoleUser,
  type SessionCookie,
  tooManyAttempts,
} from '../console-api/index.ts';
import type { Identity, SignInOrigin, SignInResult } from './identity.ts';
import { deviceSeconds } from './known-devices.ts';
import type { Passkeys } from './passkeys.ts';
import { sessionLimits } from './session-queries.ts';
import type { SingleSignOn } from './single-sign-on.ts';

export type SessionHandlers = Pick<ConsoleHandlers, Extract<keyof ConsoleHandlers, `session.${string}`>>;

/** Signing in and out, and who is signed in. */
export function sessionConsoleHandlers(service: {
  readonly identity: Identity;
  readonly passkeys: Passkeys;
  readonly singleSignOn: SingleSignOn;
  /** The domains of a tenant. */
  domainsOf(tenantId: string): ReadonlySet<string>;
}): SessionHandlers {
  const { identity } = service;
  const describe = (user: ConsoleUser) => describeUser(user, service.domainsOf(user.tenantId));
  /** Sets the cookie, or tells why not. */
  const enter = (result: SignInResult, cookie: SessionCookie): SignedIn => {
    switch (result.kind) {
      case 'signedIn':
        cookie.set(result.token, sessionLimits.absoluteMs / 1000);
        cookie.remember(result.device, deviceSeconds);
        return describe(result.user);
      case 'refused':
        throw new ConsoleRefusal('SIGN_IN_REFUSED');
      case 'codeNeeded':
        throw new ConsoleRefusal('CODE_NEEDED');
      case 'codeRefused':
        throw new ConsoleRefusal('CODE_REFUSED');
      case 'passkeyNeeded':
        throw new ConsoleRefusal('PASSKEY_NEEDED');
      case 'locked':
        throw tooManyAttempts(result.retryAfterSeconds);
    }
  };
  const countBeginning = async (from: SignInOrigin): Promise<void> => {
    const retryAfterSeconds = await identity.canStart(from);
    if (retryAfterSeconds !== undefined) {
      throw tooManyAttempts(retryAfterSeconds);
    }
  };
  return {
    'session.create': async ({ body, client, userAgent, device, cookie }) =>
      enter(await identity.signIn({ ...body, from: { client, userAgent, device } }), cookie),
    'session.beginPasskey': async ({ client, userAgent }) => {
      await countBeginning({ client, userAgent });
      return service.passkeys.startSignIn();
    },
    'session.createByPasskey': async ({ body, client, userAgent, cookie }) =>
      enter(await identity.signInByPasskey(body, { client, userAgent }), cookie),
    'session.beginSingleSignOn': async ({ body, client, userAgent }) => {
      await countBeginning({ client, userAgent });
      return service.singleSignOn.start(body);
    },
    'session.createBySingleSignOn': async ({ body, client, userAgent, cookie }) =>
      enter(await identity.signInByProvider(body, { client, userAgent }), cookie),
    'session.read': async ({ user }) => describe(user),
    'session.end': async ({ user, cookie }) => {
      await identity.signOut(user, 'here');
      cookie.clear();
    },
    'session.endAll': async ({ user, cookie }) => {
      await identity.signOut(user, 'everywhere');
      cookie.clear();
    },
  };
}

function describeUser(user: ConsoleUser, domains: ReadonlySet<string>): SignedIn {
  const { tenantId, tenantName, environment, email, name, roles, groups, permissions } = user;
  return {
    user: { tenantId, tenantName, environment, email, name, roles: [...roles], groups: [...groups] },
    permissions: [...permissions],
    ...(user.needs === undefined ? {} : { needs: user.needs }),
    domains: [...domains].sort(),
    session: {
      startedAt: user.startedAt.getTime(),
      expiresAt: user.expiresAt.getTime(),
      idleExpiresAt: user.idleExpiresAt.getTime(),
    },
  };
}
