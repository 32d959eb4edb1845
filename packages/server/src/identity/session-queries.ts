import type { Role } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';

/** Statements of sessions. They run before a tenant is known, so in operator transactions alone. */

/** A person who may sign in. */
export interface Account {
  readonly tenantId: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** The enabled accounts of an address, of one tenant or of all. */
export function findAccounts(tx: Tx, email: string, tenant: string | undefined): Promise<Account[]> {
  return tx.sql<Account & Record<string, unknown>>(
    `select u.tenant_id as "tenantId", u.email, u.password_hash as "passwordHash"
     from user_account u join tenant t using (tenant_id)
     where u.email = $1 and ($2::text is null or u.tenant_id = $2) and u.enabled and t.enabled
       and u.password_hash is not null
     limit 2`,
    [email, tenant ?? null],
  );
}

export interface NewSession {
  readonly account: Account;
  readonly sessionId: string;
  readonly tokenHash: Buffer;
  readonly credential: Buffer;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Adds a session and takes the person's ended ones away. */
export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  const { account, sessionId, tokenHash, credential, now, expiresAt } = session;
  await tx.sql('delete from console_session where tenant_id = $1 and email = $2 and expires_at <= $3', [
    account.tenantId,
    account.email,
    now,
  ]);
  await tx.sql(
    `insert into console_session (tenant_id, session_id, email, token_hash, credential, started_at, used_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [account.tenantId, sessionId, account.email, tokenHash, credential, now, expiresAt],
  );
}

export interface SessionRow {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly sessionId: string;
  readonly startedAt: Date;
  readonly usedAt: Date;
  readonly expiresAt: Date;
  readonly email: string;
  readonly name: string | null;
  readonly roles: Role[];
  readonly groups: string[];
}

/** A session that holds: not ended, its person and tenant enabled, the password still the one it began with. */
export async function findSession(
  tx: Tx,
  look: { readonly tokenHash: Buffer; readonly now: Date; readonly usedAfter: Date },
): Promise<SessionRow | undefined> {
  const [row] = await tx.sql<SessionRow & Record<string, unknown>>(
    `select s.tenant_id as "tenantId", t.name as "tenantName", s.session_id as "sessionId",
       s.started_at as "startedAt", s.used_at as "usedAt", s.expires_at as "expiresAt",
       u.email, u.name, u.roles, u.groups
     from console_session s
     join user_account u on u.tenant_id = s.tenant_id and u.email = s.email
     join tenant t on t.tenant_id = s.tenant_id
     where s.token_hash = $1 and s.expires_at > $2 and s.used_at > $3 and u.enabled and t.enabled
       and sha256(convert_to(u.password_hash, 'UTF8')) = s.credential`,
    [look.tokenHash, look.now, look.usedAfter],
  );
  return row;
}

export async function touchSession(tx: Tx, session: SessionRow, now: Date): Promise<void> {
  await tx.sql(
    'update console_session set used_at = greatest(used_at, $3) where tenant_id = $1 and session_id = $2',
    [session.tenantId, session.sessionId, now],
  );
}

/** Ends one session of a person, or all; answers how many. */
export async function deleteSessions(
  tx: Tx,
  of: { readonly tenantId: string; readonly email: string; readonly sessionId?: string },
): Promise<number> {
  const rows = await tx.sql(
    `delete from console_session
     where tenant_id = $1 and email = $2 and ($3::uuid is null or session_id = $3) returning 1`,
    [of.tenantId, of.email, of.sessionId ?? null],
  );
  return rows.length;
}
