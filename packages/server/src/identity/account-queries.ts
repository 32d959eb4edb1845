import { defaultSignInRules, type SignInMethod, type SignInRules } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { TenantScope } from '../lib/scope.ts';
import { credentialSql } from './session-queries.ts';

/** Statements of people's own accounts. Nobody but the operator's role reads sessions, or writes accounts. */

export interface PersonKey extends TenantScope {
  readonly email: string;
}

export interface AccountRow {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly email: string;
  readonly name: string | null;
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
  readonly rules: SignInRules;
}

/** With `lock` nobody else changes the account before the transaction ends. */
export async function readAccount(
  tx: Tx,
  { tenantId, email }: PersonKey,
  { lock = false } = {},
): Promise<AccountRow> {
  const [row] = await tx.sql<Omit<AccountRow, 'rules'> & { rules: SignInRules | null }>(
    `select u.tenant_id as "tenantId", t.name as "tenantName", u.email, u.name, u.password_hash as "passwordHash",
       u.password_changed_at as "passwordChangedAt", t.sign_in as rules
     from user_account u join tenant t using (tenant_id) where u.tenant_id = $1 and u.email = $2
     ${lock ? 'for update of u' : ''}`,
    [tenantId, email],
  );
  if (row === undefined) throw new Error('an account is gone that somebody is signed in to');
  return { ...row, rules: { ...defaultSignInRules, ...row.rules } };
}

export async function updateName(tx: Tx, { tenantId, email }: PersonKey, name: string): Promise<void> {
  await tx.sql('update user_account set name = $3 where tenant_id = $1 and email = $2', [
    tenantId,
    email,
    name,
  ]);
}

/** The id that devices know a person by. */
export async function readPersonId(tx: Tx, { tenantId, email }: PersonKey): Promise<string> {
  const [row] = await tx.sql<{ id: string }>(
    'select person_id as id from user_account where tenant_id = $1 and email = $2',
    [tenantId, email],
  );
  if (row === undefined) throw new Error('an account is gone that somebody is signed in to');
  return row.id;
}

/** Gives a person another password: every session ends but `keepSessionId`, which continues by the new one. */
export async function replacePassword(
  tx: Tx,
  { tenantId, email }: PersonKey,
  { hash, keepSessionId }: { readonly hash: string; readonly keepSessionId?: string },
): Promise<void> {
  await tx.sql(
    'update user_account set password_hash = $3, password_changed_at = now() where tenant_id = $1 and email = $2',
    [tenantId, email, hash],
  );
  await tx.sql(
    `update console_session set credential = ${credentialSql('$4::text')}, proved_at = now()
     where tenant_id = $1 and email = $2 and session_id = $3`,
    [tenantId, email, keepSessionId ?? null, hash],
  );
  await tx.sql(
    `delete from console_session where tenant_id = $1 and email = $2 and session_id is distinct from $3::uuid`,
    [tenantId, email, keepSessionId ?? null],
  );
}

export interface SessionListRow {
  readonly sessionId: string;
  readonly device: string;
  readonly address: string;
  readonly method: SignInMethod;
  readonly startedAt: Date;
  readonly usedAt: Date;
  readonly expiresAt: Date;
}

/** The sessions of a person that hold, the one used last first. `idleMs` is how long one lasts unused. */
export function listSessions(
  tx: Tx,
  { tenantId, email }: PersonKey,
  idleMs: number,
): Promise<SessionListRow[]> {
  return tx.sql<SessionListRow & Record<string, unknown>>(
    `select s.session_id as "sessionId", s.device, s.address, s.method, s.started_at as "startedAt",
       s.used_at as "usedAt", s.expires_at as "expiresAt"
     from console_session s join user_account u using (tenant_id, email)
     where s.tenant_id = $1 and s.email = $2 and s.expires_at > now()
       and s.used_at > now() - $3 * interval '1 millisecond'
       and ${credentialSql('u.password_hash')} = s.credential
     order by s.used_at desc, s.started_at desc`,
    [tenantId, email, idleMs],
  );
}

/** Ends one session of a person, or all but one; answers which. */
export async function endSessions(
  tx: Tx,
  { tenantId, email }: PersonKey,
  which: { readonly sessionId: string } | { readonly exceptSessionId: string | null },
): Promise<string[]> {
  const one = 'sessionId' in which ? which.sessionId : null;
  const kept = 'sessionId' in which ? null : which.exceptSessionId;
  const rows = await tx.sql<{ id: string }>(
    `delete from console_session where tenant_id = $1 and email = $2
       and ($3::uuid is null or session_id = $3) and session_id is distinct from $4::uuid
     returning session_id as id`,
    [tenantId, email, one, kept],
  );
  return rows.map(({ id }) => id);
}

/** Notes that the person of a session has just proved who they are. */
export async function recordReauthentication(
  tx: Tx,
  of: { readonly tenantId: string; readonly sessionId: string },
): Promise<void> {
  await tx.sql('update console_session set proved_at = now() where tenant_id = $1 and session_id = $2', [
    of.tenantId,
    of.sessionId,
  ]);
}
