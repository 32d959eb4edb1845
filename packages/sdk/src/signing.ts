/** Makes the `sign` of a body (spec 5.1). */
export type Signer = (body: Uint8Array<ArrayBuffer>) => Promise<string>;

/**
 * A signer for one API secret: lowercase hex HMAC-SHA256 of the exact body bytes, keyed by the secret's
 * UTF-8 bytes. The secret is kept as a key that cannot be read back. Uses WebCrypto, which Node has built in.
 */
export function createSigner(secret: string): Signer {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const secretBytes = new TextEncoder().encode(secret);
  let key: ReturnType<typeof crypto.subtle.importKey> | undefined;
  return async (body) => {
    key ??= crypto.subtle.importKey('raw', secretBytes, algorithm, false, ['sign']);
    return Buffer.from(await crypto.subtle.sign('HMAC', await key, body)).toString('hex');
  };
}

/** Refuses to run where the API secret could be read by an end user (spec 5.1 rule 4). */
export function requireServer(
  scope: { readonly document?: unknown; readonly process?: unknown } = globalThis,
): void {
  const versions = (scope.process as { versions?: { node?: string } } | undefined)?.versions;
  if (versions?.node !== undefined && scope.document === undefined) return;
  throw new Error(
    '@gatehouse/sdk runs on a server only: the API secret must never be in a browser or an app (spec 5.1)',
  );
}
