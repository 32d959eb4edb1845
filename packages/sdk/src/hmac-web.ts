/** What `#hmac` is elsewhere: Web Crypto answers later only. Throws always. */
export function hmacNow(_secret: string, _parts: readonly Uint8Array[]): Uint8Array {
  throw new Error(
    'this runtime has no node:crypto: use verifyWebhookAsync or constructEventAsync, which need Web Crypto alone',
  );
}
