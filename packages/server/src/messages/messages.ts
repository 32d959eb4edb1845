import type { KeyObject } from 'node:crypto';
import type { FlowLanguage } from '@gatehouse/contract';
import { type AuditRecord, recordAudit } from '../audit/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { type Job, type JobQueue, poisonReason, reviveOwned } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import type { Scope } from '../lib/scope.ts';
import { openSecret, sealSecret } from '../lib/secrets.ts';
import { type DataKeys, messagePlace } from '../tenants/index.ts';
import { maskAddress } from './mask-address.ts';
import type { MessageChannel, MessageContent } from './message-content.ts';
import type { MessageProvider, SendResult } from './message-provider.ts';
import {
  type AttemptEnd,
  abandonMessage,
  type ClaimedMessage,
  claimMessage,
  insertMessage,
  type MessageFacts,
  type MessageJob,
  type MessageState,
  messageWork,
  settleAttempt,
} from './message-queries.ts';
import { renderMessage } from './render-message.ts';

/** Where messages of a channel go: to a provider, into the development mailbox, or nowhere. */
export type MessageRoute =
  | { readonly kind: 'provider'; readonly provider: MessageProvider }
  | { readonly kind: 'mailbox' }
  | { readonly kind: 'none' };

export interface MessagesOptions {
  readonly database: Database;
  readonly keys: DataKeys;
  readonly routes: Readonly<Record<MessageChannel, MessageRoute>>;
  readonly queue: JobQueue<MessageJob>;
  readonly logger: Logger;
  /** This process among the nodes. */
  readonly nodeId: string;
  /** Called with each message that was given up because whoever sent it died. */
  readonly onAbandoned?: (queue: string) => void;
}

/** A message that is demanded. */
export interface NewMessage {
  readonly channel: MessageChannel;
  /** An e-mail address, or a phone number in E.164. */
  readonly address: string;
  readonly language: FlowLanguage;
  readonly content: MessageContent;
  /** Not sent any more after this long. */
  readonly expiresInSeconds: number;
}

/** What lies in the store until a message is sent. */
interface SealedMessage {
  readonly address: string;
  readonly content: MessageContent;
}

const maxPauseSeconds = 300;
/** Attempts of a job before its message is abandoned: a fault that survives them is a bug, not an outage. */
const maxJobAttempts = 8;

const actor = { kind: 'system', id: 'messages' } as const;

/**
 * Messages to people: written down in the transaction that demands them and sent by a job afterwards, at least once
 * and outside any transaction, until they are sent, refused or too old. Address and content lie under the tenant's
 * key and are wiped with the last attempt.
 */
export class Messages {
  readonly #options: MessagesOptions;

  constructor(options: MessagesOptions) {
    this.#options = options;
  }

  /** Whether messages of a channel go anywhere in this deployment. */
  takes(channel: MessageChannel): boolean {
    return this.#options.routes[channel].kind !== 'none';
  }

  /** The tenant's key that `post` seals with; to be asked for before the transaction begins. */
  keyOf(scope: Scope): Promise<KeyObject> {
    return this.#options.keys.of(scope);
  }

  /** Adds a message within `tx`, which holds what demands it; the answer is its id. Call `wake` after the commit. */
  async post(tx: Tx, scope: Scope, message: NewMessage & { readonly key: KeyObject }): Promise<string> {
    const { channel, address, language, content, expiresInSeconds, key } = message;
    if (!this.takes(channel)) throw new Error(`a message by ${channel} was posted, and nothing sends it`);
    const messageId = newId();
    const sealed: SealedMessage = { address, content };
    await insertMessage(tx, scope, {
      messageId,
      channel,
      kind: content.kind,
      language,
      address: maskAddress(channel, address),
      sealed: sealSecret(key, messagePlace(scope, messageId), JSON.stringify(sealed)),
      expiresInSeconds,
    });
    await this.#enqueue(tx, scope, messageId);
    return messageId;
  }

  /** After the commit of what was posted: idle lanes of this node look at once. */
  wake(): void {
    this.#options.queue.wake();
  }

  /** Does the given jobs, one after the other. */
  async run(jobs: readonly Job<MessageJob>[]): Promise<void> {
    for (const job of jobs) await this.#deliver(job);
  }

  /** Gives another job to messages in the hands of a dead node, as `reviveOwned` says. */
  revive(): Promise<boolean> {
    return reviveOwned(messageWork, {
      ...this.#options,
      abandon: async (tx, scope, { messageId }) => {
        const facts = await abandonMessage(tx, scope, messageId);
        if (facts === undefined) return;
        const end = { state: 'FAILED', failure: poisonReason } as const;
        await recordAudit(tx, scope, auditOf(messageId, facts, end));
      },
    });
  }

  async #deliver(job: Job<MessageJob>): Promise<void> {
    const { database, nodeId, queue } = this.#options;
    const { tenantId, domain, messageId } = job.data;
    const scope = { tenantId, domain };
    const providerOf = (channel: MessageChannel) => nameOf(this.#options.routes[channel]);
    const claimed = await database.transaction(scope, async (tx) => {
      const claim = await claimMessage(tx, scope, { messageId, nodeId, providerOf });
      if (claim?.kind === 'claimed') return claim;
      await queue.finish(tx, [job.id]);
      if (claim !== undefined) {
        await recordAudit(tx, scope, auditOf(messageId, claim, { state: 'EXPIRED', failure: null }));
      }
      return undefined;
    });
    if (claimed === undefined) return;
    const result = await this.#attempt(scope, job, claimed);
    const retryInSeconds =
      result.kind === 'retry' ? Math.min(2 ** claimed.attempt, maxPauseSeconds) : undefined;
    const end: AttemptEnd = {
      messageId,
      nodeId,
      attempt: claimed.attempt,
      outcome: result.kind,
      failure: 'failure' in result ? result.failure : null,
      reference: result.kind === 'sent' ? result.reference : null,
      retryInSeconds,
    };
    await database.transaction(scope, async (tx) => {
      await queue.finish(tx, [job.id]);
      const state = await settleAttempt(tx, scope, end);
      if (state === 'PENDING') await this.#enqueue(tx, scope, messageId, retryInSeconds);
      else if (state !== undefined) {
        await recordAudit(tx, scope, auditOf(messageId, claimed, { state, failure: end.failure }));
      }
    });
    if (end.failure !== null) {
      const { channel, attempt } = claimed;
      const about = { tenantId, domain, messageId, channel, attempt, failure: end.failure };
      this.#options.logger.warn(about, 'a message was not sent');
    }
  }

  /** One attempt, outside any transaction. */
  async #attempt(scope: Scope, job: Job<MessageJob>, claimed: ClaimedMessage): Promise<SendResult | Kept> {
    const route = this.#options.routes[claimed.channel];
    if (route.kind === 'mailbox') return { kind: 'kept' };
    if (route.kind === 'none') return { kind: 'retry', failure: 'no provider is set' };
    const { messageId } = job.data;
    try {
      const { address, content } = await this.#open(scope, messageId, claimed.sealed);
      const { language, name } = claimed;
      const rendered = renderMessage({ content, language, name });
      return await route.provider.send({ ...rendered, messageId, address, language, name });
    } catch (err) {
      if (job.retryCount < maxJobAttempts) throw err;
      this.#options.logger.error({ err, messageId }, 'a message failed for good');
      return {
        kind: 'refused',
        failure: `an internal error, the same at each of ${maxJobAttempts + 1} attempts`,
      };
    }
  }

  async #open(scope: Scope, messageId: string, sealed: Uint8Array): Promise<SealedMessage> {
    const key = await this.#options.keys.of(scope);
    return JSON.parse(openSecret(key, messagePlace(scope, messageId), sealed)) as SealedMessage;
  }

  async #enqueue(tx: Tx, scope: Scope, messageId: string, startAfterSeconds?: number): Promise<void> {
    const { tenantId, domain } = scope;
    const job = { id: newId(), data: { tenantId, domain, messageId } };
    await this.#options.queue.enqueue(tx, startAfterSeconds ? { ...job, startAfterSeconds } : job);
  }
}

/** The development mailbox has it. */
interface Kept {
  readonly kind: 'kept';
}

function nameOf(route: MessageRoute): string {
  return route.kind === 'provider' ? route.provider.name : route.kind;
}

const actions: Readonly<Record<Exclude<MessageState, 'PENDING'>, string>> = {
  SENT: 'message.send',
  KEPT: 'message.keep',
  FAILED: 'message.fail',
  EXPIRED: 'message.expire',
};

function auditOf(
  messageId: string,
  { channel, address }: MessageFacts,
  { state, failure }: { readonly state: Exclude<MessageState, 'PENDING'>; readonly failure: string | null },
): AuditRecord {
  const detail = { channel, address, failure };
  return { actor, act: actions[state], object: { kind: 'message', id: messageId }, detail };
}
