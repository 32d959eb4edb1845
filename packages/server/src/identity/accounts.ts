import type { Account, OwnSession } from '@gatehouse/contract';
import { phrase } from '@gatehouse/contract';
import { ConsoleRefusal, type ConsoleUser, tooManyAttempts } from '../console-api/index.ts';
import type { Database } from '../database/database.ts';
import { hashPassword, verifyPassword } from '../tenants/index.ts';
import {
  type AccountRow,
  endSessions,
  listSessions,
  readAccount,
  recordReauthentication,
  replacePassword,
  updateName,
} from './account-queries.ts';
import { auditOwnAction } from './audit-own-action.ts';
import { countRecoveryCodes, readFactor } from './factor-queries.ts';
import type { Passkeys } from './passkeys.ts';
import { passwordFault } from './password-rules.ts';
import { sessionLimits } from './session-queries.ts';
import { type Attempt, clearFailedAttempt, countAttempt } from './sign-in-limit.ts';

/** What people do with their own account: password, sessions, and proving once more who they are. */
export class Accounts {
  readonly #database: Database;

  readonly #passkeys: Passkeys;

  constructor(database: Database, passkeys: Passkeys) {
    this.#database = database;
    this.#passkeys = passkeys;
  }

  async read(user: ConsoleUser): Promise<Account> {
    const { row, factor, recoveryCodes } = await this.#database.operator(async (tx) => ({
      row: await readAccount(tx, user),
      factor: await readFactor(tx, user),
      recoveryCodes: await countRecoveryCodes(tx, user),
    }));
    const demanded = row.rules.secondFactor.roles;
    return {
      email: row.email,
      name: row.name,
      hasPassword: row.passwordHash !== null,
      passwordChangedAt: row.passwordChangedAt?.getTime() ?? null,
      passwordMinLength: row.rules.passwordMinLength,
      totp: factor?.confirmedAt == null ? null : { since: factor.confirmedAt.getTime() },
      recoveryCodes,
      passkeys: await this.#passkeys.list(user),
      passkeyHost: this.#passkeys.host ?? null,
      secondFactorDemanded: user.roles.some((role) => demanded.includes(role)),
    };
  }

  async rename(user: ConsoleUser, name: string): Promise<void> {
    await this.#database.operator(async (tx) => {
      const { name: before } = await readAccount(tx, user, { lock: true });
      if (before === name) return;
      await updateName(tx, user, name);
      await auditOwnAction(tx, user, 'user.change', { name: { from: before, to: name } });
    });
  }

  /** @throws ConsoleRefusal */
  async changePassword(
    user: ConsoleUser,
    request: { readonly current?: string | undefined; readonly next: string; readonly client: string },
  ): Promise<void> {
    const account = await this.#database.operator((tx) => readAccount(tx, user));
    if (account.passwordHash !== null)
      await this.#proveByPassword(user, request.current ?? '', request.client);
    // Who found a session open could else choose the person's first password.
    else if (!user.isProved) throw new ConsoleRefusal('PROOF_NEEDED');
    const fault = await passwordFault(request.next, contextOf(account));
    if (fault !== undefined) throw new ConsoleRefusal('INVALID', fault, { field: 'next' });
    const hash = await hashPassword(request.next);
    await this.#database.operator(async (tx) => {
      const now = await readAccount(tx, user, { lock: true });
      // Somebody else replaced it in between: what was proved counts no more.
      if (now.passwordHash !== account.passwordHash) throw new ConsoleRefusal('PROOF_REFUSED');
      await replacePassword(tx, user, { hash, keepSessionId: user.sessionId });
      await auditOwnAction(tx, user, 'user.change_password');
    });
  }

  /** @throws ConsoleRefusal */
  async prove(user: ConsoleUser, password: string, client: string): Promise<void> {
    await this.#proveByPassword(user, password, client);
    await this.#database.operator((tx) => recordReauthentication(tx, user));
  }

  async sessions(user: ConsoleUser): Promise<OwnSession[]> {
    const rows = await this.#database.operator((tx) => listSessions(tx, user, sessionLimits.idleMs));
    return rows.map((row) => ({
      ...row,
      startedAt: row.startedAt.getTime(),
      usedAt: row.usedAt.getTime(),
      expiresAt: row.expiresAt.getTime(),
      isThis: row.sessionId === user.sessionId,
    }));
  }

  /** Returns whether there was such a session of the person. */
  async endSession(user: ConsoleUser, sessionId: string): Promise<boolean> {
    return this.#database.operator(async (tx) => {
      const ended = await endSessions(tx, user, { sessionId });
      if (ended.length > 0) await auditOwnAction(tx, user, 'session.end', { sessionId });
      return ended.length > 0;
    });
  }

  /** Returns how many were ended. */
  async endOtherSessions(user: ConsoleUser): Promise<number> {
    return this.#database.operator(async (tx) => {
      const ended = await endSessions(tx, user, { exceptSessionId: user.sessionId });
      if (ended.length > 0) await auditOwnAction(tx, user, 'session.end_others', { sessions: ended.length });
      return ended.length;
    });
  }

  /** Counted as attempts to sign in are: who has a browser in hands guesses no more than anybody else. */
  async #proveByPassword(user: ConsoleUser, password: string, client: string): Promise<void> {
    // Somebody who is signed in is known: a stranger's failures elsewhere do not keep them from proving it.
    const attempt: Attempt = { account: user.email, address: client, device: `session ${user.sessionId}` };
    const found = await this.#database.operator(async (tx) => {
      const retryAfterSeconds = await countAttempt(tx, attempt);
      return { retryAfterSeconds, account: await readAccount(tx, user) };
    });
    const { retryAfterSeconds } = found;
    if (retryAfterSeconds !== undefined) {
      throw tooManyAttempts(retryAfterSeconds);
    }
    const { passwordHash } = found.account;
    const isRight = passwordHash !== null && (await verifyPassword(passwordHash, password));
    await this.#database.operator((tx) =>
      isRight
        ? clearFailedAttempt(tx, attempt)
        : auditOwnAction(tx, user, 'session.refuse', { client, proof: true }),
    );
    if (!isRight) throw new ConsoleRefusal('PROOF_REFUSED', phrase('refusals.passwordWrong'));
  }
}

function contextOf({ rules, email, name, tenantName }: AccountRow) {
  return { minLength: rules.passwordMinLength, words: [email, name, tenantName, 'gatehouse'] };
}
