import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signRequest, signWebhook, verifyRequest, webhookSignatureHeaders } from './signature.ts';

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

const hex = '[0-9a-f]{64}';

describe('signWebhook', () => {
  const body = Buffer.from('{"customerId":"c1"}');
  const timestamp = '1763636400000';

  it('signs timestamp, newline and body, or the body alone (interface specification 5.3 rule 2)', () => {
    const whole = Buffer.concat([Buffer.from('1763636400000\n'), body]);
    expect(signWebhook('whsec', { body, timestamp })).toBe(signRequest('whsec', whole));
    expect(signWebhook('whsec', { body, timestamp, payloadFormat: 'TIMESTAMP_BODY' })).toBe(
      signRequest('whsec', whole),
    );
    expect(signWebhook('whsec', { body, timestamp, payloadFormat: 'BODY' })).toBe(signRequest('whsec', body));
  });

  it('is the value that another implementation of HMAC computes', () => {
    // printf '1763636400000\n{"customerId":"c1"}' | openssl dgst -sha256 -hmac whsec
    expect(signWebhook('whsec', { body, timestamp })).toBe(
      'efd2d52357111025945686d28792c0469a3ee37fb8442bbc828315b57da90984',
    );
  });

  it('changes with every byte of what it covers', () => {
    fc.assert(
      fc.property(fc.string(), fc.uint8Array({ minLength: 1 }), fc.nat(), (secret, bytes, at) => {
        const changed = Uint8Array.from(bytes);
        changed[at % bytes.length]! ^= 1;
        const signature = signWebhook(secret, { body: bytes, timestamp });
        expect(signature).toMatch(new RegExp(`^${hex}$`));
        expect(signWebhook(secret, { body: changed, timestamp })).not.toBe(signature);
        expect(signWebhook(secret, { body: bytes, timestamp: '1763636400001' })).not.toBe(signature);
      }),
    );
  });
});

describe('webhookSignatureHeaders', () => {
  const payload = { body, timestamp: '1763636400000' };
  const names = { signatureHeader: 'X-Sign', timestampHeader: 'X-At' };

  it('are the timestamp and one signature', () => {
    expect(webhookSignatureHeaders({ current: 'a' }, payload, names)).toEqual([
      ['X-At', '1763636400000'],
      ['X-Sign', signWebhook('a', payload)],
    ]);
  });

  it('carry each secret of a change under a header of its own', () => {
    expect(webhookSignatureHeaders({ current: 'a', next: 'b', previous: 'c' }, payload, names)).toEqual([
      ['X-At', '1763636400000'],
      ['X-Sign', signWebhook('a', payload)],
      ['X-Sign-Next', signWebhook('b', payload)],
      ['X-Sign-Previous', signWebhook('c', payload)],
    ]);
  });
});
