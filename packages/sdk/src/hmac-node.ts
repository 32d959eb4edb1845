import { createHmac } from 'node:crypto';

/** HMAC-SHA256 at once; by `#hmac` where `node:crypto` is: Node, Bun, Deno. */
export function hmacNow(secret: string, parts: readonly Uint8Array[]): Uint8Array {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}
