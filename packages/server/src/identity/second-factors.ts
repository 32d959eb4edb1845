import type { KeyObject } from 'node:crypto';
import { phrase } from '@gatehouse/contract';
import { ConsoleRefusal, type ConsoleUser } from '../console-api/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { hashKey, keyedHash, openSecret, sealSecret } from '../lib/secrets.ts';
import { type DataKeys, totpContext } from '../tenants/index.ts';
import type { PersonKey } from './account-queries.ts';
import { auditOwnAction } from './audit-own-action.ts';
import {
  confirmFactor,
  consumeRecoveryCode,
  consumeTotpStep,
  markSessions,
  readFactor,
  removeFactor,
  replaceRecoveryCodes,
  startFactorSetup,
} from './factor-queries.ts';
import { newRecoveryCodes, newTotpSecret, plainRecoveryCode, totpAddress, totpStep } from './totp.ts';

/** What a code turned out to be. */
export type CodeKind = 'totp' | 'recovery';

/** One-time codes beside the password: enrolled with a picture, confirmed by a code, each code taken once. */
export class SecondFactors {
  readonly #database: Database;
  readonly #keys: DataKeys;

  constructor(database: Database, keys: DataKeys) {
    this.#database = database;
    this.#keys = keys;
  }

  /** A new secret for the person's app; it counts only once `confirm` was given a code of it. */
  async start(user: ConsoleUser): Promise<{ secret: string; address: string }> {
    const key = await this.#keys.of(user);
    const secret = newTotpSecret();
    const sealed = sealSecret(key, totpContext(user.tenantId, user.email), secret);
    await this.#database.operator((tx) => startFactorSetup(tx, user, sealed));
    const issuer = `Gatehouse ${user.tenantName}`.replaceAll(':', ' ');
    return { secret, address: totpAddress({ secret, issuer, account: user.email }) };
  }

  /** Returns the recovery codes, which are shown this once. @throws ConsoleRefusal */
  async confirm(user: ConsoleUser, code: string): Promise<string[]> {
    const key = await this.#keys.of(user);
    return this.#database.operator(async (tx) => {
      const factor = await readFactor(tx, user, { lock: true });
      if (factor?.pendingSecret == null)
        throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.noSetupInProgress'));
      const secret = openSecret(key, totpContext(user.tenantId, user.email), factor.pendingSecret);
      const step = totpStep(secret, code, factor.now);
      if (step === undefined) {
        throw new ConsoleRefusal('INVALID', phrase('refusals.codeDiffers'), { field: 'code' });
      }
      await confirmFactor(tx, user, step);
      // Who has just given a code has signed in by one.
      await markSessions(tx, user, { from: ['password'], to: 'password_totp', sessionId: user.sessionId });
      await auditOwnAction(tx, user, 'user.add_totp');
      return this.#renew(tx, user, key);
    });
  }

  /** New recovery codes in place of all earlier ones. @throws ConsoleRefusal */
  async renewRecoveryCodes(user: ConsoleUser): Promise<string[]> {
    const key = await this.#keys.of(user);
    return this.#database.operator(async (tx) => {
      const factor = await readFactor(tx, user, { lock: true });
      if (factor?.confirmedAt == null)
        throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.setUpCodesFirst'));
      await auditOwnAction(tx, user, 'user.renew_recovery_codes');
      return this.#renew(tx, user, key);
    });
  }

  async remove(user: ConsoleUser): Promise<void> {
    await this.#database.operator(async (tx) => {
      if (!(await removeFactor(tx, user))) return;
      const from = ['password_totp', 'password_recovery'];
      await markSessions(tx, user, { from, to: 'password', sessionId: null });
      await auditOwnAction(tx, user, 'user.remove_totp');
    });
  }

  /** Whether a person who knows the password must give a code besides. */
  async isRequired(person: PersonKey): Promise<boolean> {
    const factor = await this.#database.operator((tx) => readFactor(tx, person));
    return factor?.confirmedAt != null;
  }

  /** What a code is, and uses it up; undefined: it is wrong, or was taken before. */
  async take(person: PersonKey, text: string): Promise<CodeKind | undefined> {
    const key = await this.#keys.of(person);
    return this.#database.operator(async (tx) => {
      const factor = await readFactor(tx, person, { lock: true });
      if (factor?.secret == null) return undefined;
      const secret = openSecret(key, totpContext(person.tenantId, person.email), factor.secret);
      const step = totpStep(secret, text.replaceAll(/\s/g, ''), factor.now);
      if (step !== undefined) return (await consumeTotpStep(tx, person, step)) ? 'totp' : undefined;
      const plain = plainRecoveryCode(text);
      if (plain === undefined) return undefined;
      return (await consumeRecoveryCode(tx, person, hashOf(key, person, plain))) ? 'recovery' : undefined;
    });
  }

  async #renew(tx: Tx, user: ConsoleUser, key: KeyObject): Promise<string[]> {
    const codes = newRecoveryCodes();
    const hashes = codes.map((code) => hashOf(key, user, plainRecoveryCode(code)!));
    await replaceRecoveryCodes(tx, user, hashes);
    return codes;
  }
}

function hashOf(key: KeyObject, { email }: PersonKey, plain: string): Buffer {
  return keyedHash(hashKey(key, 'recovery code'), [email, plain]);
}
