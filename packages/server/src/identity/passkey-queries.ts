import type { Tx } from '../database/database.ts';
import type { PersonKey } from './account-queries.ts';
import { type Account, credentialSql } from './session-queries.ts';

/** Statements of passkeys; for operator transactions, as those of accounts are. */

export interface PasskeyRow {
  readonly passkeyId: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
  readonly name: string;
  readonly backedUp: boolean;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

const columns = `p.passkey_id as "passkeyId", p.credential_id as "credentialId", p.public_key as "publicKey",
  p.counter::double precision as counter, p.transports, p.name, p.backed_up as "backedUp", p.created_at as "createdAt",
  p.used_at as "usedAt"`;

export function listPasskeys(tx: Tx, { tenantId, email }: PersonKey): Promise<PasskeyRow[]> {
  return tx.sql<PasskeyRow & Record<string, unknown>>(
    `select ${columns} from passkey p where p.tenant_id = $1 and p.email = $2 order by p.created_at`,
    [tenantId, email],
  );
}

/** The passkey of a credential and whose it is, before a tenant is known; only of people who may sign in. */
export async function findPasskey(tx: Tx, credentialId: Buffer): Promise<(PasskeyRow & Account) | undefined> {
  const [row] = await tx.sql<PasskeyRow & Account & Record<string, unknown>>(
    `select ${columns}, u.tenant_id as "tenantId", u.email, ${credentialSql('u.password_hash')} as credential
     from passkey p join user_account u using (tenant_id, email) join tenant t using (tenant_id)
     where p.credential_id = $1 and u.enabled and t.enabled`,
    [credentialId],
  );
  return row;
}

export type NewPasskey = Omit<PasskeyRow, 'createdAt' | 'usedAt'>;

/** Returns whether it was new. */
export async function insertPasskey(
  tx: Tx,
  { tenantId, email }: PersonKey,
  passkey: NewPasskey,
): Promise<boolean> {
  const rows = await tx.sql(
    `insert into passkey (tenant_id, passkey_id, email, credential_id, public_key, counter, transports, name, backed_up)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning 1`,
    [
      tenantId,
      passkey.passkeyId,
      email,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.name,
      passkey.backedUp,
    ],
  );
  return rows.length > 0;
}

/** Notes a use, unless another one counted further meanwhile; returns whether it did. */
export async function usePasskey(
  tx: Tx,
  { tenantId }: { readonly tenantId: string },
  use: { readonly passkeyId: string; readonly from: number; readonly to: number },
): Promise<boolean> {
  const rows = await tx.sql(
    `update passkey set counter = $4, used_at = now() where tenant_id = $1 and passkey_id = $2 and counter = $3
     returning 1`,
    [tenantId, use.passkeyId, use.from, use.to],
  );
  return rows.length > 0;
}

export async function renamePasskey(
  tx: Tx,
  { tenantId, email }: PersonKey,
  { passkeyId, name }: { readonly passkeyId: string; readonly name: string },
): Promise<boolean> {
  const rows = await tx.sql(
    'update passkey set name = $4 where tenant_id = $1 and email = $2 and passkey_id = $3 returning 1',
    [tenantId, email, passkeyId, name],
  );
  return rows.length > 0;
}

/** Takes one passkey of a person away, or all of them; returns how many. */
export async function deletePasskeys(
  tx: Tx,
  { tenantId, email }: PersonKey,
  passkeyId?: string,
): Promise<number> {
  const rows = await tx.sql(
    `delete from passkey where tenant_id = $1 and email = $2 and ($3::uuid is null or passkey_id = $3) returning 1`,
    [tenantId, email, passkeyId ?? null],
  );
  return rows.length;
}
