import { createHash } from 'node:crypto';

/** SHA-256 of a text in UTF-8: what the store keeps in place of a token. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
