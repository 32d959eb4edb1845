import type { KeyObject } from 'node:crypto';
import type { FlowLanguage } from '@gatehouse/contract';
import type { AuditAction } from '@gatehouse/contract/audit-actions';
import { type AuditRecord, recordAudit } from '../audit/index.ts';
import type { Tx } from '../database/database.ts';
import { type LeasedDriver, LeasedRunner, type OwnedNode } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { openSecret, sealSecret } from '../lib/secrets.ts';
import { type DataKeys, messageContext } from '../tenants/index.ts';
import { maskAddress } from './mask-address.ts';
import type { MessageChannel, MessageContent } from './message-content.ts';
import type { MessageProvider, SendResult } from './message-provider.ts';
import {
  type AttemptEnd,
  abandonMessage,
  type ClaimedMessage,
  finishAttempt,
  insertMessage,
  type MessageFacts,
  type MessageJob,
  type MessageState,
  messageWork,
  startAttempt,
} from './message-queries.ts';
import { renderMessage } from './render-message.ts';

/** Where messages of a channel go: to a provider, into the development mailbox, or nowhere. */
export type MessageRoute =
  | { readonly kind: 'provider'; readonly provider: MessageProvider }
  | { readonly kind: 'mailbox' }
  | { readonly kind: 'none' };

export interface MessagesOptions extends OwnedNode<MessageJob> {
  readonly keys: DataKeys;
  readonly routes: Readonly<Record<MessageChannel, MessageRoute>>;
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

const actor = { kind: 'system', id: 'messages' } as const;

/**
 * Messages to people: written down in the transaction that demands them and sent by a job afterwards, at least once
 * and outside any transaction, until they are sent, refused or too old. Address and content lie under the tenant's
 * key and are wiped with the last attempt.
 */
export class Messages {
  readonly outbox: LeasedRunner<MessageJob, ClaimedMessage, SendResult | Kept>;
  readonly #options: MessagesOptions;

  constructor(options: MessagesOptions) {
    this.#options = options;
    this.outbox = new LeasedRunner(this.#driver(), options);
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
      sealed: sealSecret(key, messageContext(scope, messageId), JSON.stringify(sealed)),
      expiresInSeconds,
    });
    const { tenantId, domain } = scope;
    await this.#options.queue.enqueue(tx, { id: newId(), data: { tenantId, domain, messageId } });
    return messageId;
  }

  /** After the commit of what was posted: idle consumers of this node fetch at once. */
  wake(): void {
    this.#options.queue.wake();
  }

  #driver(): LeasedDriver<MessageJob, ClaimedMessage, SendResult | Kept> {
    const { routes, logger } = this.#options;
    const providerOf = (channel: MessageChannel) => nameOf(routes[channel]);
    return {
      work: messageWork,
      read: async (tx, scope, { messageId }) => {
        const started = await startAttempt(tx, scope, { messageId, providerOf });
        if (started.kind === 'claimed') return started;
        await recordAudit(tx, scope, auditOf(messageId, started, { state: 'EXPIRED', failure: null }));
        return undefined;
      },
      attempt: async (scope, { messageId }, claimed) => {
        const result = await this.#attempt(scope, messageId, claimed);
        if ('failure' in result) {
          const { channel, attempt } = claimed;
          const about = { ...scope, messageId, channel, attempt, failure: result.failure };
          logger.warn(about, 'a message was not sent');
        }
        return result;
      },
      writeOutcome: async (tx, scope, { data, item, outcome }) => {
        const startAfterSeconds = Math.min(2 ** item.attempt, maxPauseSeconds);
        const end = attemptEnd(data.messageId, item, outcome);
        const retryInSeconds = outcome.kind === 'retry' ? startAfterSeconds : undefined;
        const state = await finishAttempt(tx, scope, { ...end, retryInSeconds });
        if (state === 'PENDING') return { data, startAfterSeconds };
        await recordAudit(tx, scope, auditOf(data.messageId, item, { state, failure: end.failure }));
        return undefined;
      },
      abandon: async (tx, scope, { data: { messageId }, item, failure }) => {
        if (item) {
          await finishAttempt(tx, scope, attemptEnd(messageId, item, { kind: 'refused', failure }));
        }
        const facts = item ?? (await abandonMessage(tx, scope, messageId));
        if (facts === undefined) return;
        await recordAudit(tx, scope, auditOf(messageId, facts, { state: 'FAILED', failure }));
      },
    };
  }

  /** One attempt, outside any transaction. */
  async #attempt(scope: Scope, messageId: string, claimed: ClaimedMessage): Promise<SendResult | Kept> {
    const route = this.#options.routes[claimed.channel];
    if (route.kind === 'mailbox') return { kind: 'kept' };
    if (route.kind === 'none') return { kind: 'retry', failure: 'no provider is set' };
    const { address, content } = await this.#open(scope, messageId, claimed.sealed);
    const { language, name } = claimed;
    const rendered = renderMessage({ content, language, name });
    return route.provider.send({ ...rendered, messageId, address, language, name });
  }

  async #open(scope: Scope, messageId: string, sealed: Uint8Array): Promise<SealedMessage> {
    const key = await this.#options.keys.of(scope);
    return JSON.parse(openSecret(key, messageContext(scope, messageId), sealed)) as SealedMessage;
  }
}

/** The development mailbox has it. */
interface Kept {
  readonly kind: 'kept';
}

function attemptEnd(messageId: string, { attempt }: ClaimedMessage, result: SendResult | Kept): AttemptEnd {
  return {
    messageId,
    attempt,
    outcome: result.kind,
    failure: 'failure' in result ? result.failure : null,
    reference: result.kind === 'sent' ? result.reference : null,
  };
}

function nameOf(route: MessageRoute): string {
  return route.kind === 'provider' ? route.provider.name : route.kind;
}

const actions: Readonly<Record<Exclude<MessageState, 'PENDING'>, AuditAction>> = {
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
