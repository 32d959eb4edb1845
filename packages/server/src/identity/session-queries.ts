import type { Environment, Role, SignInMethod, SignInRules } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';

/**
 * Statements of sessions. They run before a tenant is known, so in operator transactions alone. Times are the
 * database's, which all nodes share.
 */

/** How long a session lasts without being used, and however much it is used. */
export const sessionLimits = { idleMs: 30 * 60_000, absoluteMs: 12 * 3_600_000 } as const;

/** For how long a proof of who one is lets somebody change how they sign in. */
const proofMs = 10 * 60_000;

/** A use is noted when the last noted one is older: an idle session may end this much early. */
const noteUseAfterMs = 60_000;

function milliseconds(ms: number): string {
  return `${ms} * interval '1 millisecond'`;
}

/** A person who may sign in. */
export interface Account {
  readonly tenantId: string;
  readonly email: string;
  /** A session is bound to this value: another password ends it. */
  readonly credential: Buffer;
}

/** The credential of a password hash, worked out in the store. Of a person without one, that they have none. */
export function credentialSql(passwordHash: string): string {
  return `sha256(convert_to(coalesce(${passwordHash}, ''), 'UTF8'))`;
}

/** An account as it is found by its address, whose password is checked. */
export interface FoundAccount extends Account {
  readonly passwordHash: string;
  /** Whether the tenant demands more than a password of the person. */
  readonly needsStrongSignIn: boolean;
}

/** The enabled accounts of an address, of one tenant or of all. */
export function findAccounts(tx: Tx, email: string, tenant: string | undefined): Promise<FoundAccount[]> {
  return tx.sql<FoundAccount & Record<string, unknown>>(
    `select u.tenant_id as "tenantId", u.email, u.password_hash as "passwordHash",
       ${credentialSql('u.password_hash')} as credential,
       coalesce(to_jsonb(u.roles) ?| array(select jsonb_array_elements_text(t.sign_in::jsonb #> '{secondFactor,roles}')), false)
         as "needsStrongSignIn"
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
  readonly method: SignInMethod;
  /** Whether signing in was a proof of who one is: a provider may have asked nothing. */
  readonly isProof: boolean;
  /** Browser and system. */
  readonly device: string;
  /** The client's. */
  readonly address: string;
}

/** Adds a session, notes that the person signed in, and takes their ended ones away. */
export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  const { account, sessionId, tokenHash, method, isProof, device, address } = session;
  await tx.sql('delete from console_session where tenant_id = $1 and email = $2 and expires_at <= now()', [
    account.tenantId,
    account.email,
  ]);
  await tx.sql(
    `insert into console_session (tenant_id, session_id, email, token_hash, credential, started_at, used_at, expires_at,
       method, device, address, proved_at)
     values ($1, $2, $3, $4, $5, now(), now(), now() + ${milliseconds(sessionLimits.absoluteMs)}, $6, $7, $8,
       case when $9 then now() else 'epoch' end)`,
    [
      account.tenantId,
      sessionId,
      account.email,
      tokenHash,
      account.credential,
      method,
      device,
      address,
      isProof,
    ],
  );
  await tx.sql('update user_account set signed_in_at = now() where tenant_id = $1 and email = $2', [
    account.tenantId,
    account.email,
  ]);
}

export interface SessionRow {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly environment: Environment;
  readonly sessionId: string;
  readonly startedAt: Date;
  readonly expiresAt: Date;
  /** As from this use on. */
  readonly idleExpiresAt: Date;
  /** Whether this use is to be noted. */
  readonly isDue: boolean;
  readonly email: string;
  readonly name: string | null;
  readonly roles: Role[];
  readonly groups: string[];
  readonly method: SignInMethod;
  readonly isProved: boolean;
  /** How the tenant's people sign in, as its file says. */
  readonly rules: SignInRules | null;
}

/** A session that holds: not ended, its person and tenant enabled, the password still the one it began with. */
export async function findSession(tx: Tx, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const due = `s.used_at <= now() - ${milliseconds(noteUseAfterMs)}`;
  const idle = milliseconds(sessionLimits.idleMs);
  const [row] = await tx.sql<SessionRow & Record<string, unknown>>(
    `select s.tenant_id as "tenantId", t.name as "tenantName", t.environment, s.session_id as "sessionId",
       s.started_at as "startedAt", s.expires_at as "expiresAt", ${due} as "isDue",
       least(s.expires_at, case when ${due} then now() else s.used_at end + ${idle}) as "idleExpiresAt",
       u.email, u.name, u.roles, u.groups, s.method, t.sign_in as rules,
       s.proved_at > now() - ${milliseconds(proofMs)} as "isProved"
     from console_session s
     join user_account u on u.tenant_id = s.tenant_id and u.email = s.email
     join tenant t on t.tenant_id = s.tenant_id
     where s.token_hash = $1 and s.expires_at > now() and s.used_at > now() - ${idle} and u.enabled and t.enabled
       and ${credentialSql('u.password_hash')} = s.credential`,
    [tokenHash],
  );
  return row;
}

export async function touchSession(tx: Tx, session: SessionRow): Promise<void> {
  await tx.sql(
    'update console_session set used_at = greatest(used_at, now()) where tenant_id = $1 and session_id = $2',
    [session.tenantId, session.sessionId],
  );
}

/** Ends one session of a person, or all; returns how many. */
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
