import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';
import type { MasterKey, MasterKeys } from '../lib/secrets.ts';

/**
 * The key that signs the audit log (docs/decisions): Ed25519, derived from the master key, so that there is nothing
 * more to keep, a database alone cannot sign, and anybody with the public key can verify. Each kind of text that is
 * signed begins with a line of its own.
 */

/** A signature with the id of the master key behind it, and the public key that verifies it. */
export interface Signed {
  readonly masterKeyId: string;
  /** Ed25519, in the form SPKI, base64. */
  readonly publicKey: string;
  readonly signature: Buffer;
}

/** Signs by the current master key. */
export function signBytes(masterKeys: MasterKeys, bytes: Buffer): Signed {
  const key = signingKey(masterKeys.current);
  return {
    masterKeyId: masterKeys.current.id,
    publicKey: spkiOf(key),
    signature: sign(null, bytes, key),
  };
}

/** The public key of the signatures that this master key makes. */
export function publicKeyOf(master: MasterKey): string {
  return spkiOf(signingKey(master));
}

/** Whether the key made the signature; false also for what is no key and no signature. */
export function isSignedBy(publicKey: string, bytes: Buffer, signature: Uint8Array): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, bytes, key, signature);
  } catch {
    return false;
  }
}

/** RFC 8410: what precedes the 32 bytes of an Ed25519 key in PKCS #8. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

function signingKey(master: MasterKey): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', master.key, '', 'gatehouse audit heads', 32));
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
}

function spkiOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
}
