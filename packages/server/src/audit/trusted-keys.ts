import type { Database, Tx } from '../database/database.ts';
import type { MasterKey, MasterKeys } from '../lib/secrets.ts';
import { isSignedBy, publicKeyOf, signBytes } from './signing-key.ts';

/**
 * The public keys whose signatures count: those of the master keys that are given, and those that such a key vouches
 * for. So records that were sealed under an old master key can be verified when nobody has that key any more.
 */

/** One key that another one vouches for. */
export interface KeyVoucher {
  readonly signingKey: string;
  readonly publicKey: string;
  readonly vouchedBy: string;
  /** Base64. */
  readonly signature: string;
}

/** Public keys by the ids of their master keys. */
export type TrustedKeys = ReadonlyMap<string, string>;

/** The keys that may be believed when those of `roots` are; each voucher counts once its signer does. */
export function followVouchers(roots: TrustedKeys, vouchers: readonly KeyVoucher[]): TrustedKeys {
  const trusted = new Map(roots);
  for (let grew = true; grew; ) {
    grew = false;
    for (const voucher of vouchers) {
      const signer = trusted.get(voucher.vouchedBy);
      if (signer === undefined || trusted.has(voucher.signingKey)) continue;
      if (!isSignedBy(signer, voucherText(voucher), Buffer.from(voucher.signature, 'base64'))) continue;
      trusted.set(voucher.signingKey, voucher.publicKey);
      grew = true;
    }
  }
  return trusted;
}

/** The keys of a store's signatures that may be believed with these master keys. */
export async function readTrustedKeys(tx: Tx, masterKeys: MasterKeys): Promise<TrustedKeys> {
  const vouchers = await readVouchers(tx);
  const submitted = vouchers.flatMap(({ signingKey, vouchedBy }) => [signingKey, vouchedBy]);
  const roots = [masterKeys.current, ...submitted.flatMap((id) => masterKeys.find(id) ?? [])];
  return followVouchers(new Map(roots.map((key) => [key.id, publicKeyOf(key)])), vouchers);
}

/** The keys of the master keys that are given, where no store says who vouches for others. */
export function givenKeys(masterKeys: MasterKeys): Pick<TrustedKeys, 'get'> {
  return {
    get: (masterKeyId) => {
      const master = masterKeys.find(masterKeyId);
      return master && publicKeyOf(master);
    },
  };
}

export function readVouchers(tx: Tx): Promise<KeyVoucher[]> {
  return tx.sql(
    `select signing_key as "signingKey", public_key as "publicKey", vouched_by as "vouchedBy",
       replace(encode(signature, 'base64'), E'\\n', '') as signature
     from audit_signing_key order by signing_key, vouched_by`,
  );
}

/**
 * Lets the current key vouch for its own public key and for those of the keys before it, while these are given. Done at
 * each start: after a change of the master key the old one may then be taken away.
 */
export async function vouchForKeys(database: Database, masterKeys: MasterKeys): Promise<void> {
  await database.operator(async (tx) => {
    const used = await tx.sql<{ id: string }>(
      `select signing_key as id from audit_signing_key union select signing_key from audit_head`,
    );
    const trusted = await readTrustedKeys(tx, masterKeys);
    const known = new Map<string, string>(trusted);
    for (const { id } of used) {
      const master: MasterKey | undefined = masterKeys.find(id);
      if (master !== undefined) known.set(id, publicKeyOf(master));
    }
    const { id: vouchedBy } = masterKeys.current;
    for (const [signingKey, publicKey] of known) {
      const { signature } = signBytes(masterKeys, voucherText({ signingKey, publicKey }));
      await tx.sql(
        `insert into audit_signing_key (signing_key, public_key, vouched_by, signature) values ($1, $2, $3, $4)
         on conflict do nothing`,
        [signingKey, publicKey, vouchedBy, signature],
      );
    }
  });
}

/**
 * Lets the current key vouch for keys by which another deployment signed the audit log of a tenant that comes from there. Whoever
 * calls it knows that they are that deployment's.
 */
export async function vouchForTenantKeys(
  tx: Tx,
  masterKeys: MasterKeys,
  keys: readonly Pick<KeyVoucher, 'signingKey' | 'publicKey'>[],
): Promise<void> {
  for (const key of keys) {
    const { masterKeyId, signature } = signBytes(masterKeys, voucherText(key));
    await tx.sql(
      `insert into audit_signing_key (signing_key, public_key, vouched_by, signature) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [key.signingKey, key.publicKey, masterKeyId, signature],
    );
  }
}

function voucherText({ signingKey, publicKey }: Pick<KeyVoucher, 'signingKey' | 'publicKey'>): Buffer {
  return Buffer.from(`gatehouse audit key\n${JSON.stringify([signingKey, publicKey])}`);
}
