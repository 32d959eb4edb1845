import { signRequest } from '@gatehouse/contract/signature';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSigner, requireServer } from './signing.ts';

describe('createSigner', () => {
  it("makes the gateway's own signature for every secret and body", async () => {
    const secrets = fc.string({ unit: 'grapheme', minLength: 1 });
    await fc.assert(
      fc.asyncProperty(secrets, fc.string({ unit: 'binary' }), async (secret, text) => {
        const body = new TextEncoder().encode(text);
        expect(await createSigner(secret)(body)).toBe(signRequest(secret, body));
      }),
    );
  });

  it('makes the signature that openssl makes', async () => {
    const body = new TextEncoder().encode('{}');
    await expect(createSigner('key')(body)).resolves.toBe(
      'a777724d943eb48dc69bca8a4a6d57a04db3f9ec7e1de4e581e860265bdf3032',
    );
  });
});

describe('requireServer', () => {
  it.each([
    {},
    { navigator: { userAgent: 'Node.js/24' } },
    { navigator: { userAgent: 'Bun/1.4.5' } },
    { navigator: { userAgent: 'Cloudflare-Workers' } },
  ])('passes on servers and at the edge: %j', (scope) => {
    expect(() => requireServer(scope)).not.toThrow();
  });

  it('passes here', () => {
    expect(() => requireServer()).not.toThrow();
  });

  it.each([
    { document: {} },
    { navigator: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' } },
    { navigator: { product: 'ReactNative' } },
  ])('refuses pages, their workers and apps: %j', (scope) => {
    expect(() => requireServer(scope)).toThrow(/on a server only/);
  });
});
