import type { FlowLanguage } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { LeasedWork } from '../jobs/index.ts';
import type { Scope } from '../lib/scope.ts';
import type { MessageChannel, MessageKind } from './message-content.ts';

/** What a job that sends a message carries: ids only. */
export interface MessageJob extends Scope {
  readonly messageId: string;
}

/** Messages in the hands of nodes. */
export const messageWork: LeasedWork<MessageJob> = {
  queue: 'message',
  called: 'messages',
  table: 'message',
  key: [{ member: 'messageId', column: 'message_id', type: 'uuid' }],
  isOpen: "o.state = 'PENDING'",
};

export interface NewMessageRow {
  readonly messageId: string;
  readonly channel: MessageChannel;
  readonly kind: MessageKind;
  readonly language: FlowLanguage;
  /** Masked. */
  readonly address: string;
  readonly sealed: Buffer;
  readonly expiresInSeconds: number;
}

export async function insertMessage(tx: Tx, scope: Scope, message: NewMessageRow): Promise<void> {
  await tx.sql(
    `insert into message (tenant_id, domain, message_id, channel, kind, language, address, sealed, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9 * interval '1 second')`,
    [
      scope.tenantId,
      scope.domain,
      message.messageId,
      message.channel,
      message.kind,
      message.language,
      message.address,
      message.sealed,
      message.expiresInSeconds,
    ],
  );
}

/** What is notified of a message to people of the tenant. */
export interface MessageFacts {
  readonly channel: MessageChannel;
  /** Masked. */
  readonly address: string;
}

/** A message that this node is to send now. */
export interface ClaimedMessage extends MessageFacts {
  readonly kind: 'claimed';
  readonly language: FlowLanguage;
  readonly sealed: Buffer;
  /** The tenant's name, as end users know it. */
  readonly name: string;
  readonly attempt: number;
}

/**
 * Reads a message that this node has claimed, and writes its attempt down before it leaves. One whose time is over is
 * ended instead, and its attempts stay as they are.
 */
export async function startAttempt(
  tx: Tx,
  scope: Scope,
  message: { readonly messageId: string; providerOf(channel: MessageChannel): string },
): Promise<ClaimedMessage | ({ readonly kind: 'expired' } & MessageFacts)> {
  const key = [scope.tenantId, scope.domain, message.messageId];
  const [expired] = await tx.sql<MessageFacts>(
    `update message set state = 'EXPIRED', sealed = null, owner_node = null, finished_at = now()
     where tenant_id = $1 and domain = $2 and message_id = $3 and state = 'PENDING' and expires_at <= now()
     returning channel, address`,
    key,
  );
  if (expired !== undefined) return { kind: 'expired', ...expired };
  const [claimed] = await tx.sql<Omit<ClaimedMessage, 'kind' | 'attempt'>>(
    `select m.channel, m.language, m.address, m.sealed, coalesce(t.branding ->> 'name', t.name) as name
     from message m join tenant t using (tenant_id)
     where m.tenant_id = $1 and m.domain = $2 and m.message_id = $3`,
    key,
  );
  if (claimed === undefined) throw new Error(`message ${message.messageId} is gone although it was claimed`);
  const [made] = await tx.sql<{ attempt: number }>(
    `insert into message_attempt (tenant_id, domain, message_id, attempt, provider)
     select $1, $2, $3, coalesce(max(attempt), 0) + 1, $4 from message_attempt
     where tenant_id = $1 and domain = $2 and message_id = $3
     returning attempt`,
    [...key, message.providerOf(claimed.channel)],
  );
  return { kind: 'claimed', ...claimed, attempt: made!.attempt };
}

/** Ends a message that is not sent any more; undefined when it has ended. */
export async function abandonMessage(
  tx: Tx,
  scope: Scope,
  messageId: string,
): Promise<MessageFacts | undefined> {
  const [facts] = await tx.sql<MessageFacts>(
    `update message set state = 'FAILED', sealed = null, owner_node = null, finished_at = now()
     where tenant_id = $1 and domain = $2 and message_id = $3 and state = 'PENDING'
     returning channel, address`,
    [scope.tenantId, scope.domain, messageId],
  );
  return facts;
}

/** The outcome of an attempt, for its row and the message's. */
export interface AttemptEnd {
  readonly messageId: string;
  readonly attempt: number;
  readonly outcome: 'sent' | 'kept' | 'retry' | 'refused';
  readonly failure: string | null;
  readonly reference: string | null;
  /** After `retry`: when to try again; undefined otherwise. */
  readonly retryInSeconds?: number | undefined;
}

export type MessageState = 'PENDING' | 'SENT' | 'KEPT' | 'FAILED' | 'EXPIRED';

/** Writes the end of an attempt, and what the message is now: whatever is no more to be sent is wiped with it. */
export async function finishAttempt(tx: Tx, scope: Scope, end: AttemptEnd): Promise<MessageState> {
  const key = [scope.tenantId, scope.domain, end.messageId];
  const [message] = await tx.sql<{ state: MessageState }>(
    `update message set owner_node = null, deaths = 0, state = next.state,
       sealed = case when next.state in ('PENDING', 'KEPT') then sealed end,
       finished_at = case when next.state <> 'PENDING' then now() end
     from (
       select case $4 when 'sent' then 'SENT' when 'kept' then 'KEPT' when 'refused' then 'FAILED'
         else case when expires_at > now() + $5 * interval '1 second' then 'PENDING' else 'EXPIRED' end end as state
       from message where tenant_id = $1 and domain = $2 and message_id = $3
     ) next
     where tenant_id = $1 and domain = $2 and message_id = $3
     returning message.state`,
    [...key, end.outcome, end.retryInSeconds ?? 0],
  );
  await tx.sql(
    `update message_attempt set outcome = $5, failure = $6, reference = $7, finished_at = now()
     where tenant_id = $1 and domain = $2 and message_id = $3 and attempt = $4`,
    [...key, end.attempt, end.outcome, end.failure, end.reference],
  );
  return message!.state;
}
