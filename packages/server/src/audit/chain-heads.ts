import type { Tx } from '../database/database.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import { type ChainHead, headText } from './audit-seal.ts';
import { isSignedBy, signBytes } from './signing-key.ts';
import type { TrustedKeys } from './trusted-keys.ts';

/** The signed newest block of each chain: where the chain continues, and by which a tail that is gone is missed. */

/** As it is in the store; only `headText` and the signature tell whether it is true. */
export interface StoredHead extends ChainHead {
  readonly signingKey: string;
  readonly signature: Buffer;
}

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The heads of these tenants, or of all. */
export function readStoredHeads(tx: Tx, tenantIds?: readonly string[]): Promise<StoredHead[]> {
  return tx.sql(
    `select tenant_id as "tenantId", number::int as number, encode(hash, 'hex') as hash,
       ${instant('sealed_at')} as "sealedAt", signed_from::int as "signedFrom", signing_key as "signingKey", signature
     from audit_head where $1::text[] is null or tenant_id = any($1) order by tenant_id`,
    [tenantIds ?? null],
  );
}

/** Every chain there is, by one index look-up for each. */
const everyChain = `(
  with recursive known as (
    select min(tenant_id) as tenant_id from audit_block
    union all
    select (select min(b.tenant_id) from audit_block b where b.tenant_id > known.tenant_id)
    from known where known.tenant_id is not null
  )
  select tenant_id from known where tenant_id is not null
) chain`;

/** The last block of these tenants' chains, signed or not; of those that have one. */
export function readLastBlocks(
  tx: Tx,
  tenantIds?: readonly string[],
): Promise<Omit<ChainHead, 'signedFrom'>[]> {
  return tx.sql(
    // One index look-up for each chain: a chain has a block for each two seconds of work.
    `select chain.tenant_id as "tenantId", last.number::int as number, encode(last.hash, 'hex') as hash,
       ${instant('last.sealed_at')} as "sealedAt"
     from ${tenantIds === undefined ? everyChain : 'unnest($1::text[]) chain(tenant_id)'} cross join lateral (
       select number, hash, sealed_at from audit_block b where b.tenant_id = chain.tenant_id
       order by number desc limit 1
     ) last order by chain.tenant_id`,
    tenantIds === undefined ? [] : [tenantIds],
  );
}

/** Writes the heads of chains that have grown. */
export async function saveHeads(tx: Tx, masterKeys: MasterKeys, heads: readonly ChainHead[]): Promise<void> {
  for (const head of heads) {
    const { masterKeyId, signature } = signBytes(masterKeys, headText(head));
    await tx.sql(
      `insert into audit_head (tenant_id, number, hash, sealed_at, signed_from, signing_key, signature)
       values ($1, $2, decode($3, 'hex'), $4::timestamptz, $5, $6, $7)
       on conflict (tenant_id) do update set number = excluded.number, hash = excluded.hash,
         sealed_at = excluded.sealed_at, signed_from = excluded.signed_from, signing_key = excluded.signing_key,
         signature = excluded.signature`,
      [head.tenantId, head.number, head.hash, head.sealedAt, head.signedFrom, masterKeyId, signature],
    );
  }
}

/** Whether a key that may be believed signed what the head says. */
export function isValidHead(trusted: TrustedKeys, head: StoredHead): boolean {
  const publicKey = trusted.get(head.signingKey);
  return publicKey !== undefined && isSignedBy(publicKey, headText(head), head.signature);
}
