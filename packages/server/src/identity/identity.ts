import { randomBytes } from 'node:crypto';
import { type ConsoleBody, permissionsOf, type SignInMethod } from '@gatehouse/contract';
import { type AuditRecord, recordAudit, tenantLevel } from '../audit/index.ts';
import type { ConsoleUser, SessionUse } from '../console-api/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { deviceName } from '../lib/device-name.ts';
import { newId } from '../lib/ids.ts';
import { sha256 } from '../lib/sha256.ts';
import { hashPassword, verifyPassword } from '../tenants/index.ts';
import type { KnownDevices } from './known-devices.ts';
import type { CeremonyAnswer, Passkeys } from './passkeys.ts';
import { lacksSecondFactor } from './second-factor-rule.ts';
import type { SecondFactors } from './second-factors.ts';
import {
  type Account,
  deleteSessions,
  type FoundAccount,
  findAccounts,
  findSession,
  insertSession,
  touchSession,
} from './session-queries.ts';
import {
  type Attempt,
  clearFailedAttempt,
  countAccount,
  countAddress,
  countCeremony,
  countCode,
  resetCodeFailures,
  withdrawAttempt,
} from './sign-in-limit.ts';
import type { SingleSignOn } from './single-sign-on.ts';

/** Where somebody acts from. */
export interface SignInOrigin {
  /** The client's address, under which failures are counted besides the account. */
  readonly client: string;
  readonly userAgent: string;
  /** The cookie by which the browser is known, as it came. */
  readonly device?: string | undefined;
}

export interface SignIn {
  /** Needed where the address belongs to several tenants. */
  readonly tenant?: string | undefined;
  readonly email: string;
  readonly password: string;
  /** One-time or recovery code, where one is needed. */
  readonly code?: string | undefined;
  readonly from: SignInOrigin;
}

export type SignInResult =
  | {
      readonly kind: 'signedIn';
      readonly token: string;
      readonly user: ConsoleUser;
      /** For the cookie by which the browser is known from now on. */
      readonly device: string;
    }
  /** Whatever was wrong: the answer does not tell whether there is such an account. */
  | { readonly kind: 'refused' }
  /** The password is right, and a code is needed besides. */
  | { readonly kind: 'codeNeeded' }
  | { readonly kind: 'codeRefused' }
  /** The password is right, yet the person has passkeys, and the tenant demands more than a password. */
  | { readonly kind: 'passkeyNeeded' }
  | { readonly kind: 'locked'; readonly retryAfterSeconds: number };

export interface IdentityOptions {
  readonly database: Database;
  readonly factors: SecondFactors;
  readonly passkeys: Passkeys;
  readonly singleSignOn: SingleSignOn;
  readonly devices: KnownDevices;
}

/**
 * Who people are: signs them in by password and keeps their sessions. The database has only the SHA-256 of a
 * session's token and of the password hash it began with, so neither a dump nor a replaced password lets anybody in.
 */
export class Identity {
  readonly #options: IdentityOptions;
  readonly #database: Database;
  /** Of no password: an address without an account costs the same as a wrong password. */
  readonly #nobody: Promise<string>;

  constructor(options: IdentityOptions) {
    this.#options = options;
    this.#database = options.database;
    this.#nobody = hashPassword(randomBytes(32).toString('base64'));
  }

  async signIn(request: SignIn): Promise<SignInResult> {
    const email = request.email.trim().toLowerCase();
    const address = request.from.client;
    const refusedSeconds = await this.#database.operator((tx) => countAddress(tx, address));
    if (refusedSeconds !== undefined) return { kind: 'locked', retryAfterSeconds: refusedSeconds };
    const device = await this.#options.devices.identify(request.from.device, email);
    const { account, attempt, retryAfterSeconds } = await this.#database.operator(async (tx) => {
      const accounts = await findAccounts(tx, email, request.tenant);
      const account = accounts.length === 1 ? accounts[0] : undefined;
      // A browser that is known in one tenant lifts no lockout of the same address in another.
      const isKnown = device !== undefined && device.tenantId === account?.tenantId;
      const attempt: Attempt = { account: email, address, device: isKnown ? device.id : undefined };
      return { account, attempt, retryAfterSeconds: await countAccount(tx, attempt) };
    });
    if (retryAfterSeconds !== undefined) return { kind: 'locked', retryAfterSeconds };
    // Outside any transaction: it is slow by intention.
    const isRight = await verifyPassword(account?.passwordHash ?? (await this.#nobody), request.password);
    if (account === undefined || !isRight) {
      await this.#recordFailure(account, request.from.client);
      return { kind: 'refused' };
    }
    return this.#askForCode(account, attempt, request);
  }

  /** The password was right: continues to the one-time code where the person has set them up. */
  async #askForCode(account: FoundAccount, attempt: Attempt, { code, from }: SignIn): Promise<SignInResult> {
    const { database, factors, passkeys } = this.#options;
    if (!(await factors.isRequired(account))) {
      // Who knows the password alone could else add a factor of their own beside the person's.
      if (account.needsStrongSignIn && (await passkeys.list(account)).length > 0) {
        await database.operator((tx) => withdrawAttempt(tx, attempt));
        return { kind: 'passkeyNeeded' };
      }
      return this.#start(account, { attempt, method: 'password', from });
    }
    if (code === undefined) {
      await database.operator((tx) => withdrawAttempt(tx, attempt));
      return { kind: 'codeNeeded' };
    }
    const retryAfterSeconds = await database.operator((tx) => countCode(tx, account));
    if (retryAfterSeconds !== undefined) return { kind: 'locked', retryAfterSeconds };
    const kind = await factors.take(account, code);
    if (kind === undefined) {
      await this.#recordFailure(account, from.client);
      return { kind: 'codeRefused' };
    }
    await database.operator((tx) => resetCodeFailures(tx, account));
    return this.#start(account, { attempt, method: `password_${kind}`, from });
  }

  /** Signs in by a passkey that answers the challenge of `Passkeys.startSignIn`. */
  async signInByPasskey(answer: CeremonyAnswer, from: SignInOrigin): Promise<SignInResult> {
    const { database, passkeys } = this.#options;
    const retryAfterSeconds = await database.operator((tx) => countAddress(tx, from.client));
    if (retryAfterSeconds !== undefined) return { kind: 'locked', retryAfterSeconds };
    const account = await passkeys.signedBy(answer);
    if (account === undefined) return { kind: 'refused' };
    const attempt = { account: account.email, address: from.client };
    return this.#start(account, { attempt, method: 'passkey', from });
  }

  /** Signs in whom a provider vouches for. @throws ConsoleRefusal */
  async signInByProvider(
    answer: ConsoleBody<'session.createBySingleSignOn'>,
    from: SignInOrigin,
  ): Promise<SignInResult> {
    const { database, singleSignOn } = this.#options;
    const retryAfterSeconds = await database.operator((tx) => countAddress(tx, from.client));
    if (retryAfterSeconds !== undefined) return { kind: 'locked', retryAfterSeconds };
    const { account, isFresh } = await singleSignOn.signedBy({ ...answer, client: from.client });
    const attempt = { account: account.email, address: from.client };
    return this.#start(account, { attempt, method: 'single_sign_on', isProof: isFresh, from });
  }

  /** For how many seconds somebody who has not said who they are may begin no further ceremony; undefined: they may. */
  async canStart(from: SignInOrigin): Promise<number | undefined> {
    return this.#database.operator((tx) => countCeremony(tx, from.client));
  }

  /**
   * Whose session a token is, as roles and groups are now; undefined when it is none, or has ended. What a page does
   * without a person before it does not keep the session alive.
   */
  async authenticate(token: string, use: SessionUse): Promise<ConsoleUser | undefined> {
    return this.#database.operator(async (tx) => {
      const session = await findSession(tx, sha256(token));
      if (session === undefined) return undefined;
      const { isDue, rules: _rules, ...row } = session;
      if (isDue && use === 'attended') await touchSession(tx, session);
      return lacksSecondFactor(session)
        ? { ...row, permissions: [], needs: 'secondFactor' }
        : { ...row, permissions: permissionsOf(row.roles), needs: undefined };
    });
  }

  /** Signs out here, or everywhere. */
  async signOut(user: ConsoleUser, where: 'here' | 'everywhere'): Promise<void> {
    const { tenantId, email, sessionId } = user;
    await this.#database.operator(async (tx) => {
      const ended = await deleteSessions(tx, { tenantId, email, ...(where === 'here' ? { sessionId } : {}) });
      await recordOf(tx, tenantId, {
        actor: { kind: 'user', id: email },
        act: where === 'here' ? 'session.end' : 'session.end_all',
        object: { kind: 'user', id: email },
        detail: where === 'here' ? { sessionId } : { sessions: ended },
      });
    });
  }

  async #start(
    account: Account,
    {
      attempt,
      method,
      isProof = true,
      from,
    }: { attempt: Attempt; method: SignInMethod; isProof?: boolean; from: SignInOrigin },
  ): Promise<SignInResult> {
    const token = randomBytes(32).toString('base64url');
    const sessionId = newId();
    await this.#database.operator(async (tx) => {
      await insertSession(tx, {
        account,
        sessionId,
        tokenHash: sha256(token),
        method,
        isProof,
        device: deviceName(from.userAgent),
        address: from.client,
      });
      await clearFailedAttempt(tx, attempt);
      await recordOf(tx, account.tenantId, {
        actor: { kind: 'user', id: account.email },
        act: 'session.start',
        object: { kind: 'user', id: account.email },
        detail: { sessionId, method, client: attempt.address },
      });
    });
    const user = await this.authenticate(token, 'attended');
    // Disabled, or given another password, in this very moment.
    if (user === undefined) return { kind: 'refused' };
    return { kind: 'signedIn', token, user, device: await this.#options.devices.remember(account) };
  }

  /** A refusal belongs into the record of the tenant whose account was tried. */
  async #recordFailure(account: Account | undefined, client: string): Promise<void> {
    await this.#database.operator(async (tx) => {
      // A statement either way, so that time tells no more of the account than the argon2 before did.
      if (account === undefined) return tx.sql('select');
      return recordOf(tx, account.tenantId, {
        actor: { kind: 'user', id: account.email },
        act: 'session.refuse',
        object: { kind: 'user', id: account.email },
        detail: { client },
      });
    });
  }
}

function recordOf(tx: Tx, tenantId: string, record: AuditRecord): Promise<void> {
  return recordAudit(tx, { tenantId, domain: tenantLevel }, record);
}
