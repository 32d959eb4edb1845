import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import type { MasterKey, MasterKeys } from '../lib/secrets.ts';

/**
 * Heads of the chains, signed for keeping elsewhere: whoever rewrites records, blocks and all cannot rewrite what
 * was kept. The key is derived from the master key, so that there is nothing more to keep, and a database alone
 * cannot sign.
 */
const headSchema = z.strictObject({
  tenantId: z.string(),
  number: z.int(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  sealedAt: z.string(),
});
export const signedHead = z.strictObject({
  heads: z.array(headSchema),
  signedAt: z.iso.datetime(),
  masterKeyId: z.string(),
  /** Ed25519, in the form SPKI, base64. */
  publicKey: z.string(),
  signature: z.string(),
});
export type SignedHead = z.infer<typeof signedHead>;

type Unsigned = Pick<SignedHead, 'heads' | 'signedAt'>;

export function signHead(masterKeys: MasterKeys, head: Unsigned): SignedHead {
  const key = signingKey(masterKeys.current);
  return {
    heads: head.heads,
    signedAt: head.signedAt,
    masterKeyId: masterKeys.current.id,
    publicKey: spkiOf(key),
    signature: sign(null, message(head), key).toString('base64'),
  };
}

/** `foreign`: signed by a key that none of these master keys gives; `wrong`: the text is not what was signed. */
export function verifySignedHead(masterKeys: MasterKeys, head: SignedHead): 'ours' | 'foreign' | 'wrong' {
  const master = masterKeys.find(head.masterKeyId);
  if (master === undefined || spkiOf(signingKey(master)) !== head.publicKey) return 'foreign';
  const key = createPublicKey({ key: Buffer.from(head.publicKey, 'base64'), format: 'der', type: 'spki' });
  return verify(null, message(head), key, Buffer.from(head.signature, 'base64')) ? 'ours' : 'wrong';
}

function message({ heads, signedAt }: Unsigned): Buffer {
  const listed = heads.map(({ tenantId, number, hash, sealedAt }) => [tenantId, number, hash, sealedAt]);
  return Buffer.from(`gatehouse audit heads\n${JSON.stringify([signedAt, listed])}`);
}

/** A text of ours that is to be proved outside the deployment, such as the list of what was handed out. */
export interface SignedText {
  readonly masterKeyId: string;
  readonly publicKey: string;
  readonly signature: string;
}

export function signText(masterKeys: MasterKeys, text: string): SignedText {
  const key = signingKey(masterKeys.current);
  return {
    masterKeyId: masterKeys.current.id,
    publicKey: spkiOf(key),
    signature: sign(null, textMessage(text), key).toString('base64'),
  };
}

/** Whether the key that stands beside the signature made it; whose key that is, only who knows it can say. */
export function holdsSignature(text: string, signed: SignedText): boolean {
  return verifies(textMessage(text), signed);
}

/** As `holdsSignature`, of heads. */
export function holdsHeads(head: SignedHead): boolean {
  return verifies(message(head), head);
}

function verifies(bytes: Buffer, { publicKey, signature }: SignedText): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, bytes, key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

function textMessage(text: string): Buffer {
  return Buffer.from(`gatehouse signed text\n${text}`);
}

/** RFC 8410: what stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

function signingKey(master: MasterKey): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', master.key, '', 'gatehouse audit heads', 32));
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
}

function spkiOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
}
