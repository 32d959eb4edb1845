import { type KeyObject, timingSafeEqual } from 'node:crypto';
import type { FlowLanguage } from '@gatehouse/contract';
import type { AuditAction } from '@gatehouse/contract/audit-actions';
import { type Actor, recordAudit } from '../../audit/index.ts';
import type { Database, Tx } from '../../database/database.ts';
import { newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Scope } from '../../lib/scope.ts';
import { hashKey, keyedHash, openSecret, sealSecret } from '../../lib/secrets.ts';
import { codeAddressContext } from '../../tenants/index.ts';
import { type MessageChannel, type Messages, maskAddress } from '../index.ts';
import { type AddressFault, codeAddress, readAddress, type SubmittedAddress } from './code-address.ts';
import {
  type CodeState,
  type CodeSubject,
  type Counted,
  consumeAttempt,
  consumeCode,
  countSendings,
  type LockedCode,
  lockCode,
  lockSending,
  putCode,
  readCodeState,
  type SendingHashes,
} from './code-queries.ts';
import {
  attemptsPerCode,
  codesPerAddress,
  codesPerSubject,
  codeValidMinutes,
  newCode,
  parseSubmittedCode,
  pauseSeconds,
} from './code-rules.ts';

export interface CodesOptions {
  readonly database: Database;
  readonly messages: Messages;
  readonly logger: Logger;
  /** Most codes of a tenant in 24 hours, by channel. */
  readonly perTenantDay: Readonly<Record<MessageChannel, number>>;
  /** Alpha-2 codes of the countries that SMS are sent to; undefined: all. */
  readonly smsCountries: ReadonlySet<string> | undefined;
}

/** Who wants a code, where it goes, and in which language. */
export interface CodeRequest extends CodeSubject, SubmittedAddress {
  readonly language: FlowLanguage;
}

export type CodeRequestOutcome =
  | {
      readonly kind: 'sent';
      /** With its middle hidden. */
      readonly address: string;
      readonly resendAfterSeconds: number;
      readonly attemptsLeft: number;
      /** Epoch milliseconds. */
      readonly expiresAt: number;
    }
  | { readonly kind: 'tooSoon'; readonly retryAfterSeconds: number }
  /** A day's codes of the subject, the address or the tenant are used up. */
  | { readonly kind: 'exhausted'; readonly newCodeAfterSeconds: number }
  | { readonly kind: 'badAddress'; readonly reason: AddressFault }
  /** This deployment sends nothing by the channel. */
  | { readonly kind: 'unavailable' };

export interface SubmittedCode extends CodeSubject {
  /** As the person typed it. */
  readonly code: string;
}

export type CodeCheckOutcome =
  /** Spent with this answer: the next one is `none`. `verifiedAt` in epoch milliseconds. */
  | { readonly kind: 'right'; readonly address: string; readonly verifiedAt: number }
  | { readonly kind: 'wrong'; readonly attemptsLeft: number }
  | { readonly kind: 'expired' }
  /** No attempt is left: a new code has to be asked for. */
  | { readonly kind: 'exhausted' }
  /** None was sent, or it was spent. */
  | { readonly kind: 'none' };

/**
 * One-time codes that prove that somebody reads an address. A subject has one code at a time: a new one, also to
 * another address, ends the previous one. What is kept is a keyed hash; what bounds guesses and messages is counted in
 * the store, so that nodes and calls side by side share it.
 */
export class OneTimeCodes {
  readonly #options: CodesOptions;

  constructor(options: CodesOptions) {
    this.#options = options;
  }

  /** The codes of a scope, for use within the caller's transactions; to be asked for before one begins. */
  async of(scope: Scope): Promise<ScopedCodes> {
    return new ScopedCodes(this.#options, scope, await this.#options.messages.keyOf(scope));
  }

  /** `ScopedCodes.request` in a transaction of its own. */
  async request(scope: Scope, request: CodeRequest): Promise<CodeRequestOutcome> {
    const codes = await this.of(scope);
    const outcome = await this.#options.database.transaction(scope, (tx) => codes.request(tx, request));
    this.wake();
    return outcome;
  }

  /** `ScopedCodes.check` in a transaction of its own. */
  async check(scope: Scope, guess: SubmittedCode): Promise<CodeCheckOutcome> {
    const codes = await this.of(scope);
    return this.#options.database.transaction(scope, (tx) => codes.check(tx, guess));
  }

  /** The code that a subject was sent and has not spent. */
  codeState(scope: Scope, of: CodeSubject): Promise<CodeState | undefined> {
    return this.#options.database.transaction(scope, (tx) => readCodeState(tx, scope, of));
  }

  /** After the commit of a request made by `ScopedCodes`: the message leaves at once. */
  wake(): void {
    this.#options.messages.wake();
  }
}

/** The codes of one tenant and domain, with the key they are hashed by. */
export class ScopedCodes {
  readonly #options: CodesOptions;
  readonly #scope: Scope;
  readonly #key: KeyObject;

  constructor(options: CodesOptions, scope: Scope, key: KeyObject) {
    this.#options = options;
    this.#scope = scope;
    this.#key = key;
  }

  /** Why no code can go to an address; undefined: one can. */
  faultOf(submitted: SubmittedAddress): AddressFault | undefined {
    const read = readAddress(submitted, this.#options.smsCountries);
    return read.kind === 'fault' ? read.reason : undefined;
  }

  /** Sends a code, or tells why not now. Message, code and audit record commit with `tx`. */
  async request(tx: Tx, request: CodeRequest): Promise<CodeRequestOutcome> {
    const { subjectKey, channel, language } = request;
    const { messages, perTenantDay, smsCountries } = this.#options;
    if (!messages.takes(channel)) return { kind: 'unavailable' };
    const read = readAddress(request, smsCountries);
    if (read.kind === 'fault') return { kind: 'badAddress', reason: read.reason };
    const { address } = read;
    await lockSending(tx, this.#scope, channel);
    const hashes = this.#hashes(request, address);
    const bounds = { subject: codesPerSubject, address: codesPerAddress, tenant: perTenantDay[channel] };
    const counted = await countSendings(tx, this.#scope, { ...hashes, channel, bounds });
    const refusal = this.#refusal(counted, channel);
    if (refusal !== undefined) return refusal;
    const code = newCode();
    const codeId = newId();
    const validSeconds = codeValidMinutes * 60;
    const messageId = await messages.post(tx, this.#scope, {
      channel,
      address,
      language,
      content: { kind: 'code', code, validMinutes: codeValidMinutes },
      expiresInSeconds: validSeconds,
      key: this.#key,
    });
    const resendAfterSeconds = pauseSeconds(counted.sent + 1);
    const masked = maskAddress(channel, address);
    const expiresAt = await putCode(tx, this.#scope, {
      ...hashes,
      subjectKey,
      channel,
      codeId,
      address: masked,
      sealedAddress: sealSecret(this.#key, codeAddressContext(this.#scope, codeId), address),
      codeHash: this.#codeHash(request, { codeId, address, code }),
      attempts: attemptsPerCode,
      messageId,
      validSeconds,
      pauseSeconds: resendAfterSeconds,
    });
    await this.#record(tx, request, 'code.send', { channel, address: masked, messageId });
    return { kind: 'sent', address: masked, resendAfterSeconds, attemptsLeft: attemptsPerCode, expiresAt };
  }

  /**
   * Evaluates a guess. It counts when `tx` commits: a caller that throws afterwards gives the attempt back, so let what
   * is written commit whatever the answer is.
   */
  async check(tx: Tx, guess: SubmittedCode): Promise<CodeCheckOutcome> {
    const stored = await lockCode(tx, this.#scope, guess);
    if (stored === undefined || stored.isVerified) return { kind: 'none' };
    if (stored.attemptsLeft === 0) return { kind: 'exhausted' };
    if (stored.isExpired) return { kind: 'expired' };
    const code = parseSubmittedCode(guess.code);
    // What has not six digits is a slip of the finger and no guess.
    if (code === undefined) return { kind: 'wrong', attemptsLeft: stored.attemptsLeft };
    const { channel } = guess;
    const address = this.#addressOf(stored);
    const hash = this.#codeHash(guess, { codeId: stored.codeId, address, code });
    if (timingSafeEqual(hash, stored.codeHash!)) {
      const verifiedAt = await consumeCode(tx, this.#scope, guess);
      await this.#record(tx, guess, 'code.verify', { channel, address: stored.address });
      return { kind: 'right', address, verifiedAt };
    }
    const { subjectKey } = guess;
    const attemptsLeft =
      (await consumeAttempt(tx, this.#scope, { subjectKey, channel, guessHash: hash })) ??
      stored.attemptsLeft;
    if (attemptsLeft > 0) return { kind: 'wrong', attemptsLeft };
    await this.#record(tx, guess, 'code.exhaust', { channel, address: stored.address });
    return { kind: 'exhausted' };
  }

  /** The code that a subject was sent and has not spent. */
  codeState(tx: Tx, of: CodeSubject): Promise<CodeState | undefined> {
    return readCodeState(tx, this.#scope, of);
  }

  /** Whether a code went to this address and can still be entered, so that none has to be sent again. */
  async isCurrent(tx: Tx, of: CodeSubject & SubmittedAddress): Promise<boolean> {
    const stored = await lockCode(tx, this.#scope, of);
    if (stored === undefined || stored.isVerified || stored.isExpired || stored.attemptsLeft === 0)
      return false;
    return codeAddress(of) === this.#addressOf(stored);
  }

  #refusal(counted: Counted, channel: MessageChannel): CodeRequestOutcome | undefined {
    const { subjectWait, addressWait, tenantWait, sent, secondsSince } = counted;
    const waits = [subjectWait, addressWait, tenantWait].filter((wait) => wait !== null);
    if (tenantWait !== null) {
      const { tenantId } = this.#scope;
      this.#options.logger.warn({ tenantId, channel }, 'the codes of a day are used up: no more are sent');
    }
    if (waits.length > 0) return { kind: 'exhausted', newCodeAfterSeconds: Math.max(1, ...waits) };
    const left = secondsSince === null ? 0 : Math.ceil(pauseSeconds(sent) - secondsSince);
    return left > 0 ? { kind: 'tooSoon', retryAfterSeconds: left } : undefined;
  }

  #hashes({ subjectKey, channel }: CodeSubject, address: string): SendingHashes {
    const key = hashKey(this.#key, 'codeSending');
    return {
      subjectHash: keyedHash(key, ['subject', this.#scope.domain, channel, subjectKey]),
      addressHash: keyedHash(key, ['address', channel, address.toLowerCase()]),
    };
  }

  /** Bound to everything that the code is for: a hash that was moved to another row proves nothing. */
  #codeHash(
    { subjectKey, channel }: CodeSubject,
    { codeId, address, code }: { readonly codeId: string; readonly address: string; readonly code: string },
  ): Buffer {
    const { tenantId, domain } = this.#scope;
    const key = hashKey(this.#key, 'oneTimeCode');
    return keyedHash(key, [tenantId, domain, subjectKey, channel, codeId, address, code]);
  }

  #addressOf({ codeId, sealedAddress }: LockedCode): string {
    return openSecret(this.#key, codeAddressContext(this.#scope, codeId), sealedAddress!);
  }

  #record(
    tx: Tx,
    { subjectKey }: CodeSubject,
    action: AuditAction,
    detail: Readonly<Record<string, string>>,
  ): Promise<void> {
    const actor: Actor = { kind: 'end_user', id: subjectKey };
    return recordAudit(tx, this.#scope, {
      actor,
      act: action,
      object: { kind: 'code', id: subjectKey },
      detail,
    });
  }
}
