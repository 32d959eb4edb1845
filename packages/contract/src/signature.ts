import { createHmac, timingSafeEqual } from 'node:crypto';

/** The form of a `sign`: 64 lowercase hexadecimal digits (spec 2.1). */
export const signPattern = /^[0-9a-f]{64}$/;

/**
 * Signs a gateway request (spec 5.1): lowercase hex HMAC-SHA256 of the exact body bytes, keyed by the
 * secret's UTF-8 bytes. Sign the very bytes that are sent.
 */
export function signRequest(secret: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** Whether `sign` is the signature of `body`, compared in constant time; a `sign` of another form is false. */
export function verifyRequest(secret: string, body: Uint8Array, sign: string): boolean {
  if (!signPattern.test(sign)) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(sign, 'hex'));
}
