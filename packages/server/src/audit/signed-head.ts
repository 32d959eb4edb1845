import { z } from 'zod';
import type { MasterKeys } from '../lib/secrets.ts';
import { isSignedBy, signBytes } from './signing-key.ts';
import type { TrustedKeys } from './trusted-keys.ts';

/**
 * Heads of the chains, signed for keeping elsewhere: whoever rewrites records, blocks and all cannot rewrite what
 * was kept.
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

export function signHead(masterKeys: MasterKeys, { heads, signedAt }: Unsigned): SignedHead {
  return { heads, signedAt, ...signedTextOf(masterKeys, message({ heads, signedAt })) };
}

/** `foreign`: signed by a key that may not be believed; `wrong`: the text is not what was signed. */
export function verifySignedHead(trusted: TrustedKeys, head: SignedHead): 'ours' | 'foreign' | 'wrong' {
  if (trusted.get(head.masterKeyId) !== head.publicKey) return 'foreign';
  return verifies(message(head), head) ? 'ours' : 'wrong';
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
  return signedTextOf(masterKeys, textMessage(text));
}

/** Whether the key that is beside the signature made it; whose key that is, only who knows it can say. */
export function holdsSignature(text: string, signed: SignedText): boolean {
  return verifies(textMessage(text), signed);
}

/** As `holdsSignature`, of heads. */
export function holdsHeads(head: SignedHead): boolean {
  return verifies(message(head), head);
}

function verifies(bytes: Buffer, { publicKey, signature }: SignedText): boolean {
  return isSignedBy(publicKey, bytes, Buffer.from(signature, 'base64'));
}

function signedTextOf(masterKeys: MasterKeys, bytes: Buffer): SignedText {
  const { masterKeyId, publicKey, signature } = signBytes(masterKeys, bytes);
  return { masterKeyId, publicKey, signature: signature.toString('base64') };
}

function textMessage(text: string): Buffer {
  return Buffer.from(`gatehouse signed text\n${text}`);
}
