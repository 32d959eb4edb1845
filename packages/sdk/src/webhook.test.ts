import { signWebhook } from '@gatehouse/contract/signature';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type VerifyWebhookOptions, verifyWebhook, type WebhookHeaders } from './webhook.ts';

const body = Buffer.from('{"customerId":"c1"}');
const now = 1_763_636_400_000;
const secret = 'whsec';

function headers(
  overrides: Record<string, string | string[] | undefined> = {},
): Record<string, string | string[]> {
  const all = {
    'x-webhook-timestamp': String(now),
    'x-webhook-signature': signWebhook(secret, { body, timestamp: String(now) }),
    'x-webhook-id': 'w1',
    ...overrides,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
}

function verify(given: WebhookHeaders, options: Partial<VerifyWebhookOptions> = {}) {
  return verifyWebhook(body, given, { secret, now, ...options });
}

/** Headers signed at another instant. */
function signedAt(instant: number | string): Record<string, string | string[]> {
  const timestamp = String(instant);
  return headers({
    'x-webhook-timestamp': timestamp,
    'x-webhook-signature': signWebhook(secret, { body, timestamp }),
  });
}

describe('verifyWebhook', () => {
  it('takes what the service signs and tells timestamp and id', () => {
    const expected = { valid: true, timestampMs: now, webhookId: 'w1' };
    expect(verify(headers())).toEqual(expected);
    expect(verify(new Headers(headers() as Record<string, string>))).toEqual(expected);
    expect(verifyWebhook(body.toString(), headers(), { secret, now })).toEqual(expected);
    expect(verifyWebhook(Uint8Array.from(body).buffer, headers(), { secret, now })).toEqual(expected);
  });

  it('takes a request without a body, as GET and DELETE send it', () => {
    const signature = signWebhook(secret, { body: Buffer.alloc(0), timestamp: String(now) });
    const given = headers({ 'x-webhook-signature': signature });
    for (const none of [undefined, '', new Uint8Array()]) {
      expect(verifyWebhook(none, given, { secret, now })).toMatchObject({ valid: true });
    }
  });

  it('takes header names in any case, and other names and formats as defined', () => {
    const timestamp = String(now);
    const given = {
      'X-AT': timestamp,
      'x-Sign': signWebhook(secret, { body, timestamp, payloadFormat: 'BODY' }),
    };
    const names = { signatureHeader: 'X-Sign', timestampHeader: 'x-at' };
    expect(verify(given, { ...names, payloadFormat: 'BODY' })).toMatchObject({ valid: true });
    expect(verify(given, names)).toEqual({ valid: false, reason: 'signatureMismatch' });
  });

  it('takes a timestamp up to five minutes away, in either direction, and none beyond', () => {
    for (const distance of [300_000, -300_000]) {
      expect(verify(signedAt(now + distance))).toMatchObject({ valid: true });
      expect(verify(signedAt(now + distance + Math.sign(distance)))).toEqual({
        valid: false,
        reason: 'timestampOutOfTolerance',
      });
    }
    expect(verify(signedAt(now - 1001), { toleranceMs: 1000 })).toMatchObject({ valid: false });
    expect(verify(signedAt(now), { now: Number.NaN })).toMatchObject({ valid: false });
    expect(verify(signedAt(now), { toleranceMs: Number.NaN })).toMatchObject({ valid: false });
  });

  it.each([
    '',
    ' ',
    `${now} `,
    ` ${now}`,
    `+${now}`,
    `-${now}`,
    `${now}.0`,
    '1.7e12',
    '0x19a',
    `0${now}`,
    'now',
    '१',
  ])('refuses the timestamp %j, signed as it is', (timestamp) => {
    expect(verify(signedAt(timestamp))).toEqual({ valid: false, reason: 'timestampMalformed' });
  });

  it('refuses every other form of the right signature', () => {
    const right = headers()['x-webhook-signature'] as string;
    const forms = [
      right.toUpperCase(),
      `${right}0`,
      right.slice(1),
      ` ${right}`,
      `${right}\n`,
      `sha256=${right}`,
      '',
    ];
    for (const form of [...forms, `${right}, ${right}`, `${right.slice(0, 63)}g`]) {
      expect(verify(headers({ 'x-webhook-signature': form }))).toEqual({
        valid: false,
        reason: 'signatureMalformed',
      });
    }
  });

  it('refuses headers that are missing or stand twice', () => {
    const right = headers()['x-webhook-signature'] as string;
    expect(verify(headers({ 'x-webhook-timestamp': undefined }))).toEqual({
      valid: false,
      reason: 'timestampMissing',
    });
    expect(verify(headers({ 'x-webhook-signature': undefined }))).toEqual({
      valid: false,
      reason: 'signatureMissing',
    });
    expect(verify(headers({ 'x-webhook-signature': [right, right] }))).toMatchObject({
      reason: 'signatureMalformed',
    });
    expect(verify(headers({ 'X-Webhook-Signature': right }))).toMatchObject({ reason: 'signatureMalformed' });
    expect(verify(headers({ 'x-webhook-timestamp': [String(now), String(now)] }))).toMatchObject({
      reason: 'timestampMalformed',
    });
    expect(verify({})).toEqual({ valid: false, reason: 'timestampMissing' });
    expect(verify(Object.create(headers()) as WebhookHeaders)).toMatchObject({ valid: false });
  });

  it('believes either secret while one is changed, on either side', () => {
    const payload = { body, timestamp: String(now) };
    const staged = headers({
      'x-webhook-signature': signWebhook('old', payload),
      'x-webhook-signature-next': signWebhook('new', payload),
    });
    const promoted = headers({
      'x-webhook-signature': signWebhook('new', payload),
      'x-webhook-signature-previous': signWebhook('old', payload),
    });
    for (const given of [staged, promoted]) {
      for (const known of ['old', 'new', ['other', 'new'], ['old', 'other']]) {
        expect(verify(given, { secret: known })).toMatchObject({ valid: true });
      }
      expect(verify(given, { secret: ['other', 'another'] })).toEqual({
        valid: false,
        reason: 'signatureMismatch',
      });
    }
    expect(verify({ ...staged, 'x-webhook-signature-next': 'new' })).toMatchObject({
      reason: 'signatureMalformed',
    });
  });

  it('throws on misuse: no secret, or a body that was parsed already', () => {
    for (const none of ['', [], ['a', ''], undefined as never]) {
      expect(() => verify(headers(), { secret: none })).toThrow(/secret must be/);
    }
    expect(() => verifyWebhook({ customerId: 'c1' } as never, headers(), { secret })).toThrow(
      /rawBody must be/,
    );
  });

  it('takes every body that was signed, and no other body, instant or secret', () => {
    const text = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(
        text,
        text,
        fc.uint8Array(),
        fc.uint8Array(),
        fc.boolean(),
        (key, other, bytes, more, plain) => {
          fc.pre(key !== other);
          const payloadFormat = plain ? 'BODY' : 'TIMESTAMP_BODY';
          const signature = signWebhook(key, { body: bytes, timestamp: String(now), payloadFormat });
          const given = { 'x-webhook-timestamp': String(now), 'x-webhook-signature': signature };
          const options = { secret: key, now, payloadFormat } as const;
          expect(verifyWebhook(bytes, given, options).valid).toBe(true);
          expect(verifyWebhook(bytes, given, { ...options, secret: other }).valid).toBe(sameKey(key, other));
          const longer = Buffer.concat([bytes, more]);
          expect(verifyWebhook(longer, given, options).valid).toBe(more.length === 0);
          const later = { ...given, 'x-webhook-timestamp': String(now + 1) };
          expect(verifyWebhook(bytes, later, options).valid).toBe(plain);
        },
      ),
    );
  });
});

/** HMAC pads keys with zero bytes, so that keys which differ in those alone are one. */
function sameKey(one: string, other: string): boolean {
  const trimmed = (key: string) => key.replace(/\0+$/, '');
  return trimmed(one) === trimmed(other);
}
