import type { Environment, Role, SignInMethod, SignInRules } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { PersonKey } from './account-queries.ts';
import { credentialSql } from './session-queries.ts';

/** Statements of access tokens; for operator transactions, as those of sessions are. */

export interface AccessTokenRow {
  readonly tokenId: string;
  readonly name: string;
  readonly domain: string;
  readonly personalData: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

const columns = `k.token_id as "tokenId", k.name, k.domain, k.personal_data as "personalData",
  k.created_at as "createdAt", k.expires_at as "expiresAt", k.used_at as "usedAt"`;

/** Those that hold: a token of an earlier password is none. */
const holds = `k.expires_at > now() and ${credentialSql('u.password_hash')} = k.credential`;

/** How many tokens of the account `u` hold. */
export const countedAccessTokens = `(select count(*)::int from access_token k
  where k.tenant_id = u.tenant_id and k.email = u.email and ${holds})`;

/** The tokens of a person that hold, the newest first. */
export function listAccessTokens(tx: Tx, { tenantId, email }: PersonKey): Promise<AccessTokenRow[]> {
  return tx.sql<AccessTokenRow & Record<string, unknown>>(
    `select ${columns} from access_token k join user_account u using (tenant_id, email)
     where k.tenant_id = $1 and k.email = $2 and ${holds} order by k.created_at desc, k.token_id desc`,
    [tenantId, email],
  );
}

export interface NewAccessToken {
  readonly tokenId: string;
  readonly tokenHash: Buffer;
  readonly name: string;
  readonly domain: string;
  readonly personalData: boolean;
  readonly days: number;
  readonly method: SignInMethod;
}

/** Adds a token and deletes those of the person that hold no more. */
export async function insertAccessToken(
  tx: Tx,
  { tenantId, email }: PersonKey,
  token: NewAccessToken,
): Promise<AccessTokenRow> {
  await tx.sql(
    `delete from access_token k using user_account u
     where k.tenant_id = $1 and k.email = $2 and u.tenant_id = k.tenant_id and u.email = k.email and not (${holds})`,
    [tenantId, email],
  );
  const [row] = await tx.sql<AccessTokenRow & Record<string, unknown>>(
    `insert into access_token as k (tenant_id, token_id, email, name, token_hash, credential, method, domain, personal_data,
       expires_at)
     select u.tenant_id, $3, u.email, $4, $5, ${credentialSql('u.password_hash')}, $6, $7, $8, now() + make_interval(days => $9)
     from user_account u where u.tenant_id = $1 and u.email = $2
     returning ${columns}`,
    [
      tenantId,
      email,
      token.tokenId,
      token.name,
      token.tokenHash,
      token.method,
      token.domain,
      token.personalData,
      token.days,
    ],
  );
  return row!;
}

/** Deletes one token of a person, or all of them; returns how many. */
export async function deleteAccessTokens(
  tx: Tx,
  { tenantId, email }: PersonKey,
  tokenId?: string,
): Promise<number> {
  const rows = await tx.sql(
    `delete from access_token where tenant_id = $1 and email = $2 and ($3::uuid is null or token_id = $3) returning 1`,
    [tenantId, email, tokenId ?? null],
  );
  return rows.length;
}

export interface TokenOwnerRow extends AccessTokenRow {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly environment: Environment;
  readonly email: string;
  readonly ownerName: string | null;
  readonly roles: Role[];
  readonly groups: string[];
  readonly method: SignInMethod;
  readonly rules: SignInRules | null;
  /** Whether this use is to be noted. */
  readonly isDue: boolean;
}

/** The token of a hash and its owner, before a tenant is known; only of people who may sign in. */
export async function findAccessToken(tx: Tx, tokenHash: Buffer): Promise<TokenOwnerRow | undefined> {
  const [row] = await tx.sql<TokenOwnerRow & Record<string, unknown>>(
    `select ${columns}, t.tenant_id as "tenantId", t.name as "tenantName", t.environment, u.email, u.name as "ownerName",
       u.roles, u.groups, k.method, t.sign_in as rules,
       coalesce(k.used_at <= now() - interval '1 minute', true) as "isDue"
     from access_token k join user_account u using (tenant_id, email) join tenant t using (tenant_id)
     where k.token_hash = $1 and u.enabled and t.enabled and ${holds}`,
    [tokenHash],
  );
  return row;
}

export async function touchAccessToken(
  tx: Tx,
  { tenantId, tokenId }: { readonly tenantId: string; readonly tokenId: string },
): Promise<void> {
  await tx.sql(
    'update access_token set used_at = greatest(used_at, now()) where tenant_id = $1 and token_id = $2',
    [tenantId, tokenId],
  );
}
