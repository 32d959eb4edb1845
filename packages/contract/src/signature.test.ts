import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signRequest, verifyRequest } from './signature.ts';

const body = Buffer.from('{"executionId":"x"}');

describe('signRequest', () => {
  it('is the HMAC-SHA256 of RFC 4231 test case 2', () => {
    expect(signRequest('Jefe', Buffer.from('what do ya want for nothing?'))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });
});

describe('verifyRequest', () => {
  it('takes its own signature and no other, whatever secret and bytes', () => {
    fc.assert(
      fc.property(fc.string(), fc.uint8Array(), fc.nat(31), (secret, bytes, position) => {
        const sign = signRequest(secret, bytes);
        expect(verifyRequest(secret, bytes, sign)).toBe(true);
        const flipped =
          sign.slice(0, position) + (sign[position] === '0' ? '1' : '0') + sign.slice(position + 1);
        expect(verifyRequest(secret, bytes, flipped)).toBe(false);
      }),
    );
  });

  it('refuses every other form of the right signature', () => {
    const sign = signRequest('secret', body);
    for (const form of [sign.toUpperCase(), `${sign}0`, `${sign} `, sign.slice(0, 63), '', `0x${sign}`]) {
      expect(verifyRequest('secret', body, form)).toBe(false);
    }
  });
});
