import type { Tx } from '../database/database.ts';
import type { PersonKey } from './account-queries.ts';

/** Statements of second factors; for operator transactions, as those of accounts are. */

export interface FactorRow {
  /** Sealed; null while none is confirmed. */
  readonly secret: Buffer | null;
  readonly pendingSecret: Buffer | null;
  readonly confirmedAt: Date | null;
  /** The database's time, in milliseconds: codes are evaluated by the clock that all nodes share. */
  readonly now: number;
}

export async function readFactor(
  tx: Tx,
  { tenantId, email }: PersonKey,
  { lock = false } = {},
): Promise<FactorRow | undefined> {
  const [row] = await tx.sql<FactorRow & Record<string, unknown>>(
    `select secret, pending_secret as "pendingSecret", confirmed_at as "confirmedAt",
       extract(epoch from now())::double precision * 1000 as now
     from totp_factor where tenant_id = $1 and email = $2 ${lock ? 'for update' : ''}`,
    [tenantId, email],
  );
  return row;
}

/** Keeps a secret that was shown and is not confirmed; an earlier one of that kind is gone. */
export async function startFactorSetup(
  tx: Tx,
  { tenantId, email }: PersonKey,
  secret: Buffer,
): Promise<void> {
  await tx.sql(
    `insert into totp_factor (tenant_id, email, pending_secret) values ($1, $2, $3)
     on conflict (tenant_id, email) do update set pending_secret = excluded.pending_secret`,
    [tenantId, email, secret],
  );
}

/** The secret that was shown counts from now on; the code that confirmed it is used up. */
export async function confirmFactor(tx: Tx, { tenantId, email }: PersonKey, step: number): Promise<void> {
  await tx.sql(
    `update totp_factor set secret = pending_secret, pending_secret = null, confirmed_at = now(), last_step = $3
     where tenant_id = $1 and email = $2`,
    [tenantId, email, step],
  );
}

/** Uses a step up; returns whether it was still unused, and no later one used. */
export async function consumeTotpStep(
  tx: Tx,
  { tenantId, email }: PersonKey,
  step: number,
): Promise<boolean> {
  const rows = await tx.sql(
    `update totp_factor set last_step = $3
     where tenant_id = $1 and email = $2 and last_step < $3 and secret is not null returning 1`,
    [tenantId, email, step],
  );
  return rows.length > 0;
}

/** Takes a person's one-time codes away, with their recovery codes; returns whether there were any. */
export async function removeFactor(tx: Tx, { tenantId, email }: PersonKey): Promise<boolean> {
  const rows = await tx.sql('delete from totp_factor where tenant_id = $1 and email = $2 returning 1', [
    tenantId,
    email,
  ]);
  await tx.sql('delete from recovery_code where tenant_id = $1 and email = $2', [tenantId, email]);
  return rows.length > 0;
}

/** Puts new recovery codes in place of all earlier ones. */
export async function replaceRecoveryCodes(
  tx: Tx,
  { tenantId, email }: PersonKey,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.sql('delete from recovery_code where tenant_id = $1 and email = $2', [tenantId, email]);
  for (const hash of hashes) {
    await tx.sql('insert into recovery_code (tenant_id, email, code_hash) values ($1, $2, $3)', [
      tenantId,
      email,
      hash,
    ]);
  }
}

/** Uses a recovery code up; returns whether it was one that nobody has used. */
export async function consumeRecoveryCode(
  tx: Tx,
  { tenantId, email }: PersonKey,
  hash: Buffer,
): Promise<boolean> {
  const rows = await tx.sql(
    `update recovery_code set used_at = now()
     where tenant_id = $1 and email = $2 and code_hash = $3 and used_at is null returning 1`,
    [tenantId, email, hash],
  );
  return rows.length > 0;
}

export async function countRecoveryCodes(tx: Tx, { tenantId, email }: PersonKey): Promise<number> {
  const [row] = await tx.sql<{ left: number }>(
    'select count(*)::int as left from recovery_code where tenant_id = $1 and email = $2 and used_at is null',
    [tenantId, email],
  );
  return row!.left;
}

/** By what the sessions of a person count from now on that were begun by password: with or without a code. */
export async function markSessions(
  tx: Tx,
  { tenantId, email }: PersonKey,
  mark: { readonly from: readonly string[]; readonly to: string; readonly sessionId: string | null },
): Promise<void> {
  await tx.sql(
    `update console_session set method = $4
     where tenant_id = $1 and email = $2 and method = any($3) and ($5::uuid is null or session_id = $5)`,
    [tenantId, email, mark.from, mark.to, mark.sessionId],
  );
}
