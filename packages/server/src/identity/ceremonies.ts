import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '../database/database.ts';
import type { PersonKey } from './account-queries.ts';

/**
 * What is between the two calls of a ceremony at sign-in: the first hands out a token with what is to be answered,
 * the second brings it back. Each is taken once, within minutes; the store has the token's hash alone.
 */

export type CeremonyKind = 'passkeySignIn' | 'passkeyAdd' | 'passkeyProof' | 'singleSignOn';

const expiresInMinutes = 10;

/** Keeps what the second call needs to know; answers the token. Takes some of those away that nobody came back for. */
export async function startCeremony(
  tx: Tx,
  of: { readonly kind: CeremonyKind; readonly person?: PersonKey; readonly data: object },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.sql(
    `with old as materialized (
       select token_hash from ceremony where expires_at <= now() limit 100 for update skip locked
     )
     delete from ceremony c using old where c.token_hash = old.token_hash`,
  );
  await tx.sql(
    `insert into ceremony (token_hash, kind, tenant_id, email, data, expires_at)
     values ($1, $2, $3, $4, $5::jsonb, now() + interval '${expiresInMinutes} minutes')`,
    [hashOf(token), of.kind, of.person?.tenantId ?? null, of.person?.email ?? null, JSON.stringify(of.data)],
  );
  return token;
}

/** What the first call kept, and ends the ceremony; undefined when there is none of that kind and person. */
export async function consumeCeremony<Data>(
  tx: Tx,
  of: { readonly kind: CeremonyKind; readonly token: string; readonly person?: PersonKey },
): Promise<Data | undefined> {
  const [row] = await tx.sql<{ data: Data; isLive: boolean }>(
    `delete from ceremony
     where token_hash = $1 and kind = $2 and tenant_id is not distinct from $3 and email is not distinct from $4
     returning data, expires_at > now() as "isLive"`,
    [hashOf(of.token), of.kind, of.person?.tenantId ?? null, of.person?.email ?? null],
  );
  return row?.isLive ? row.data : undefined;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
