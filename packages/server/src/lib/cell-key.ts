import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { type MasterKey, type MasterKeys, openSecret, type SecretContext, sealSecret } from './secrets.ts';

/**
 * Sealing for another deployment: by a public key of X25519 that is derived from its master key, so that there is nothing more
 * to keep, and nobody else opens what is sealed. Each text has a pair of keys of its own.
 */

/** What was sealed, with the public half of the pair that sealed it: base64. */
interface SealedForCell {
  readonly masterKeyId: string;
  readonly ephemeralKey: string;
  readonly envelope: string;
}

/** By which another deployment seals for this one: the id of the master key behind it, and the key (SPKI, base64). */
export interface SealingKey {
  readonly masterKeyId: string;
  readonly publicKey: string;
}

export function sealingKeyOf(master: MasterKey): SealingKey {
  return { masterKeyId: master.id, publicKey: spkiOf(privateKeyOf(master)) };
}

/** @throws Error for what is no public key of X25519 */
export function sealForCell(recipient: SealingKey, place: SecretContext, text: string): SealedForCell {
  const publicKey = publicKeyFrom(recipient.publicKey);
  const pair = generateKeyPairSync('x25519');
  const ephemeralKey = spkiOf(pair.privateKey);
  const key = sharedKey({ privateKey: pair.privateKey, publicKey }, [ephemeralKey, recipient.publicKey]);
  return {
    masterKeyId: recipient.masterKeyId,
    ephemeralKey,
    envelope: sealSecret(key, place, text).toString('base64'),
  };
}

/** Undefined where the master key that it is sealed for is not given. @throws Error when it was changed or is of another place */
export function openForCell(
  masterKeys: MasterKeys,
  place: SecretContext,
  sealed: SealedForCell,
): string | undefined {
  const master = masterKeys.find(sealed.masterKeyId);
  if (master === undefined) return undefined;
  const privateKey = privateKeyOf(master);
  const key = sharedKey({ privateKey, publicKey: publicKeyFrom(sealed.ephemeralKey) }, [
    sealed.ephemeralKey,
    spkiOf(privateKey),
  ]);
  return openSecret(key, place, Buffer.from(sealed.envelope, 'base64'));
}

/** RFC 8410: what precedes the 32 bytes of an X25519 key in PKCS #8. */
const pkcs8Prefix = Buffer.from('302e020100300506032b656e04220420', 'hex');

function privateKeyOf(master: MasterKey): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', master.key, '', 'gatehouse sealing for this deployment', 32));
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
}

function publicKeyFrom(spki: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'x25519') throw new Error('this is no key of X25519');
  return key;
}

function spkiOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
}

/** Both public keys are in it: what was sealed by one pair for one key opens for no other. */
function sharedKey(
  keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject },
  publicKeys: readonly string[],
): KeyObject {
  const salt = Buffer.from(JSON.stringify(publicKeys));
  return createSecretKey(
    Buffer.from(hkdfSync('sha256', diffieHellman(keys), salt, 'gatehouse sealed for a deployment', 32)),
  );
}
