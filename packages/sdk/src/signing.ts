/** Makes the `sign` of a body (interface specification 5.1). */
export type Signer = (body: Uint8Array<ArrayBuffer>) => Promise<string>;

const algorithm = { name: 'HMAC', hash: 'SHA-256' };

/**
 * A signer for one API secret: lowercase hex HMAC-SHA256 of the exact body bytes, keyed by the secret's
 * UTF-8 bytes. The secret is kept as a key that cannot be read back. Uses Web Crypto, which every runtime has.
 */
export function createSigner(secret: string): Signer {
  const secretBytes = new TextEncoder().encode(secret);
  let key: ReturnType<typeof crypto.subtle.importKey> | undefined;
  return async (body) => {
    key ??= crypto.subtle.importKey('raw', secretBytes, algorithm, false, ['sign']);
    return hexOf(new Uint8Array(await crypto.subtle.sign('HMAC', await key, body)));
  };
}

/** HMAC-SHA256 of the parts one after the other, by Web Crypto. */
export async function hmacLater(secret: string, parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const secretBytes = new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey('raw', secretBytes, algorithm, false, ['sign']);
  const message = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let length = 0;
  for (const part of parts) {
    message.set(part, length);
    length += part.length;
  }
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, message));
}

/** Bytes as lowercase hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes that an even number of hexadecimal digits encodes. */
export function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** What distinguishes a browser or an app from a server, as `globalThis` has it. */
interface Scope {
  readonly document?: unknown;
  readonly navigator?: unknown;
}

/** Refuses to run where the API secret could be read by an end user (interface specification 5.1 rule 4). */
export function requireServer(scope: Scope = globalThis as Scope): void {
  const { userAgent = '', product = '' } = (scope.navigator ?? {}) as {
    userAgent?: string;
    product?: string;
  };
  // Workers of browsers have no document; every browser names Mozilla first.
  const isBrowser = scope.document !== undefined || userAgent.startsWith('Mozilla/');
  if (!isBrowser && product !== 'ReactNative') return;
  throw new Error(
    '@gatehouse/sdk runs on a server only: the API secret must never be in a browser or an app (interface specification 5.1)',
  );
}
