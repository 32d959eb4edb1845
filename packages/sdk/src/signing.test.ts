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
  it('passes on Node and refuses where there is a document or no Node', () => {
    const process = { versions: { node: '20.0.0' } };
    expect(() => requireServer()).not.toThrow();
    expect(() => requireServer({ process, document: {} })).toThrow(/on a server only/);
    expect(() => requireServer({})).toThrow(/on a server only/);
  });
});
