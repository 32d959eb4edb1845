import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';
import type { MessageChannel, MessageState } from '../index.ts';

/** Statements of one-time codes. Times are the database's. */

/** Whose code it is. */
export interface CodeSubject {
  /** In the caller's words, such as an execution and its node. */
  readonly subjectKey: string;
  readonly channel: MessageChannel;
}

/** Hashes that bound what is sent. */
export interface SendingHashes {
  readonly subjectHash: Buffer;
  readonly addressHash: Buffer;
}

/** Codes of one tenant and channel are counted one after the other, so that side by side they keep the bounds too. */
export async function lockSending(tx: Tx, { tenantId }: Scope, channel: MessageChannel): Promise<void> {
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `gatehouse code_sending ${channel} ${tenantId}`,
  ]);
}

export interface Counted {
  /** Seconds until a limit allows a code again; null where it is not reached. */
  readonly subjectWait: number | null;
  readonly addressWait: number | null;
  readonly tenantWait: number | null;
  /** Codes of the last 24 hours from the subject to the address, and how long ago the last one was. */
  readonly sent: number;
  readonly secondsSince: number | null;
}

/** What was sent in the last 24 hours, against its bounds. */
export async function countSendings(
  tx: Tx,
  scope: Scope,
  of: SendingHashes & {
    readonly channel: MessageChannel;
    readonly bounds: { readonly subject: number; readonly address: number; readonly tenant: number };
  },
): Promise<Counted> {
  // A bound is reached when its how-many-th newest row is still of this day; it gives way when that row is not.
  const wait = (condition: string, bound: string) => `(
    select ceil(extract(epoch from sent_at + interval '24 hours' - now()))::int from day where ${condition}
    order by sent_at desc offset ${bound} - 1 limit 1)`;
  const [counted] = await tx.sql<Counted>(
    `with day as (
       select subject_hash, address_hash, sent_at from code_sending
       where tenant_id = $1 and channel = $2 and sent_at > now() - interval '24 hours'
     )
     select ${wait('subject_hash = $3', '$5::int')} as "subjectWait",
       ${wait('address_hash = $4', '$6::int')} as "addressWait",
       ${wait('true', '$7::int')} as "tenantWait",
       count(*)::int as sent, extract(epoch from now() - max(sent_at))::float as "secondsSince"
     from day where subject_hash = $3 and address_hash = $4`,
    [
      scope.tenantId,
      of.channel,
      of.subjectHash,
      of.addressHash,
      of.bounds.subject,
      of.bounds.address,
      of.bounds.tenant,
    ],
  );
  return counted!;
}

export interface NewCode extends CodeSubject, SendingHashes {
  readonly codeId: string;
  /** Masked. */
  readonly address: string;
  readonly sealedAddress: Buffer;
  readonly codeHash: Buffer;
  readonly attempts: number;
  readonly messageId: string;
  readonly validSeconds: number;
  readonly pauseSeconds: number;
}

/**
 * Puts a code in the place of the subject's last one, and counts it. The answer is when it ends, in epoch milliseconds.
 */
export async function putCode(tx: Tx, scope: Scope, code: NewCode): Promise<number> {
  await tx.sql(
    `insert into code_sending (tenant_id, sending_id, channel, subject_hash, address_hash)
     values ($1, $2, $3, $4, $5)`,
    [scope.tenantId, code.codeId, code.channel, code.subjectHash, code.addressHash],
  );
  const [row] = await tx.sql<{ expiresAt: number }>(
    `insert into one_time_code as c (tenant_id, domain, subject_key, channel, code_id, address, sealed_address,
       code_hash, attempts_left, message_id, expires_at, resend_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + $11 * interval '1 second', now() + $12 * interval '1 second')
     on conflict (tenant_id, domain, subject_key, channel) do update
       set code_id = excluded.code_id, address = excluded.address, sealed_address = excluded.sealed_address,
         code_hash = excluded.code_hash, attempts_left = excluded.attempts_left, message_id = excluded.message_id,
         sent_at = excluded.sent_at, expires_at = excluded.expires_at, resend_at = excluded.resend_at,
         verified_at = null, wrong_hashes = '{}'
     returning floor(extract(epoch from expires_at) * 1000)::float as "expiresAt"`,
    [
      scope.tenantId,
      scope.domain,
      code.subjectKey,
      code.channel,
      code.codeId,
      code.address,
      code.sealedAddress,
      code.codeHash,
      code.attempts,
      code.messageId,
      code.validSeconds,
      code.pauseSeconds,
    ],
  );
  return row!.expiresAt;
}

export interface LockedCode {
  readonly codeId: string;
  readonly address: string;
  readonly sealedAddress: Buffer | null;
  readonly codeHash: Buffer | null;
  readonly attemptsLeft: number;
  readonly isVerified: boolean;
  readonly isExpired: boolean;
}

/** The subject's code, held until the transaction ends: guesses side by side are evaluated one after the other. */
export async function lockCode(tx: Tx, scope: Scope, of: CodeSubject): Promise<LockedCode | undefined> {
  const key = [scope.tenantId, scope.domain, of.subjectKey, of.channel];
  const held = await tx.sql(
    `select 1 from one_time_code where tenant_id = $1 and domain = $2 and subject_key = $3 and channel = $4 for update`,
    key,
  );
  if (held.length === 0) return undefined;
  // A statement of its own: it sees what whoever held the row before has committed, and the time after the wait.
  const [row] = await tx.sql<LockedCode>(
    `select code_id as "codeId", address, sealed_address as "sealedAddress", code_hash as "codeHash",
       attempts_left as "attemptsLeft", verified_at is not null as "isVerified",
       expires_at <= clock_timestamp() as "isExpired"
     from one_time_code where tenant_id = $1 and domain = $2 and subject_key = $3 and channel = $4`,
    key,
  );
  return row;
}

/**
 * Takes one attempt for a wrong guess; with the last one the code is gone. The same guess sent again, as after an answer
 * that was lost, takes none: the answer is undefined.
 */
export async function consumeAttempt(
  tx: Tx,
  scope: Scope,
  of: CodeSubject & { readonly guessHash: Buffer },
): Promise<number | undefined> {
  const [row] = await tx.sql<{ attemptsLeft: number }>(
    `update one_time_code set attempts_left = attempts_left - 1, wrong_hashes = wrong_hashes || $5::bytea,
       code_hash = case when attempts_left > 1 then code_hash end,
       sealed_address = case when attempts_left > 1 then sealed_address end
     where tenant_id = $1 and domain = $2 and subject_key = $3 and channel = $4 and not $5::bytea = any(wrong_hashes)
     returning attempts_left as "attemptsLeft"`,
    [scope.tenantId, scope.domain, of.subjectKey, of.channel, of.guessHash],
  );
  return row?.attemptsLeft;
}

/** Spends a code that was right. The answer is when, in epoch milliseconds. */
export async function consumeCode(tx: Tx, scope: Scope, of: CodeSubject): Promise<number> {
  const [row] = await tx.sql<{ verifiedAt: number }>(
    `update one_time_code set verified_at = clock_timestamp(), code_hash = null, sealed_address = null
     where tenant_id = $1 and domain = $2 and subject_key = $3 and channel = $4
     returning floor(extract(epoch from verified_at) * 1000)::float as "verifiedAt"`,
    [scope.tenantId, scope.domain, of.subjectKey, of.channel],
  );
  return row!.verifiedAt;
}

/** The state of a subject's code; instants in epoch milliseconds. */
export interface CodeState {
  /** With its middle hidden. */
  readonly address: string;
  readonly sentAt: number;
  readonly expiresAt: number;
  readonly resendAt: number;
  readonly attemptsLeft: number;
  /** The outcome of the message; FAILED: it cannot be delivered to this address. */
  readonly delivery: MessageState;
}

/** The code that a subject was sent and has not spent. */
export async function readCodeState(tx: Tx, scope: Scope, of: CodeSubject): Promise<CodeState | undefined> {
  const [row] = await tx.sql<CodeState>(
    `select c.address, c.attempts_left as "attemptsLeft", coalesce(m.state, 'SENT') as delivery,
       floor(extract(epoch from c.sent_at) * 1000)::float as "sentAt",
       floor(extract(epoch from c.expires_at) * 1000)::float as "expiresAt",
       floor(extract(epoch from c.resend_at) * 1000)::float as "resendAt"
     from one_time_code c left join message m using (tenant_id, domain, message_id)
     where tenant_id = $1 and domain = $2 and c.subject_key = $3 and c.channel = $4 and c.verified_at is null`,
    [scope.tenantId, scope.domain, of.subjectKey, of.channel],
  );
  return row;
}
