import type { FlowLanguage } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { OwnedWork } from '../jobs/index.ts';
import type { Scope } from '../lib/scope.ts';
import type { MessageChannel, MessageKind } from './message-content.ts';

/** What a job that sends a message carries: ids only. */
export interface MessageJob extends Scope {
  readonly messageId: string;
}

/** Messages in the hands of nodes. */
export const messageWork: OwnedWork<MessageJob> = {
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
 * Takes a message for this node and writes its attempt down before it leaves; one whose time is over is done with
 * instead (its attempts stay as they are). Undefined: there is nothing to send.
 */
export async function claimMessage(
  tx: Tx,
  scope: Scope,
  claim: { readonly messageId: string; readonly nodeId: string; providerOf(channel: MessageChannel): string },
): Promise<ClaimedMessage | ({ readonly kind: 'expired' } & MessageFacts) | undefined> {
  const key = [scope.tenantId, scope.domain, claim.messageId];
  const [expired] = await tx.sql<MessageFacts>(
    `update message set state = 'EXPIRED', sealed = null, owner_node = null, finished_at = now()
     where tenant_id = $1 and domain = $2 and message_id = $3 and state = 'PENDING' and expires_at <= now()
     returning channel, address`,
    key,
  );
  if (expired !== undefined) return { kind: 'expired', ...expired };
  const [message] = await tx.sql<Omit<ClaimedMessage, 'kind' | 'attempt'>>(
    `update message m set owner_node = $4
     from tenant t
     where m.tenant_id = $1 and m.domain = $2 and m.message_id = $3 and m.state = 'PENDING' and t.tenant_id = $1
     returning m.channel, m.language, m.address, m.sealed, coalesce(t.branding ->> 'name', t.name) as name`,
    [...key, claim.nodeId],
  );
  if (message === undefined) return undefined;
  const [made] = await tx.sql<{ attempt: number }>(
    `insert into message_attempt (tenant_id, domain, message_id, attempt, provider)
     select $1, $2, $3, coalesce(max(attempt), 0) + 1, $4 from message_attempt
     where tenant_id = $1 and domain = $2 and message_id = $3
     returning attempt`,
    [...key, claim.providerOf(message.channel)],
  );
  return { kind: 'claimed', ...message, attempt: made!.attempt };
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

/** What became of an attempt, for its row and the message's. */
export interface AttemptEnd {
  readonly messageId: string;
  readonly nodeId: string;
  readonly attempt: number;
  readonly outcome: 'sent' | 'kept' | 'retry' | 'refused';
  readonly failure: string | null;
  readonly reference: string | null;
  /** After `retry`: when to try again; undefined otherwise. */
  readonly retryInSeconds: number | undefined;
}

export type MessageState = 'PENDING' | 'SENT' | 'KEPT' | 'FAILED' | 'EXPIRED';

/**
 * Writes the end of an attempt, and what the message is now: whatever is no more to be sent is wiped with it.
 * Undefined when another node has taken the message over.
 */
export async function settleAttempt(
  tx: Tx,
  scope: Scope,
  end: AttemptEnd,
): Promise<MessageState | undefined> {
  const key = [scope.tenantId, scope.domain, end.messageId];
  const [message] = await tx.sql<{ state: MessageState }>(
    `update message set owner_node = null, deaths = 0, state = next.state,
       sealed = case when next.state in ('PENDING', 'KEPT') then sealed end,
       finished_at = case when next.state <> 'PENDING' then now() end
     from (
       select case $5 when 'sent' then 'SENT' when 'kept' then 'KEPT' when 'refused' then 'FAILED'
         else case when expires_at > now() + $6 * interval '1 second' then 'PENDING' else 'EXPIRED' end end as state
       from message where tenant_id = $1 and domain = $2 and message_id = $3
     ) next
     where tenant_id = $1 and domain = $2 and message_id = $3 and owner_node = $4 and message.state = 'PENDING'
     returning message.state`,
    [...key, end.nodeId, end.outcome, end.retryInSeconds ?? 0],
  );
  if (message === undefined) return undefined;
  await tx.sql(
    `update message_attempt set outcome = $5, failure = $6, reference = $7, finished_at = now()
     where tenant_id = $1 and domain = $2 and message_id = $3 and attempt = $4`,
    [...key, end.attempt, end.outcome, end.failure, end.reference],
  );
  return message.state;
}
