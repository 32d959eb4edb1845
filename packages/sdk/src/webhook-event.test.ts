import { describe, expect, it } from 'vitest';
import { hmacNow } from './hmac-web.ts';
import { signEvent } from './testing.ts';
import { verifyWebhook, verifyWebhookAsync } from './webhook.ts';
import { constructEvent, constructEventAsync, WebhookVerificationError } from './webhook-event.ts';

const secret = 'whsec';
const inputs = { customerId: '客户-1', amount: null };

describe('constructEvent', () => {
  it.each([
    ['at once', constructEvent],
    ['later', constructEventAsync],
  ])('verifies a request and reads it, %s', async (_, construct) => {
    const now = Date.now();
    const { body, headers } = await signEvent(inputs, {
      secret,
      webhookId: 'w1',
      attempt: 3,
      isTest: true,
      now,
    });
    expect(await construct<typeof inputs>(body, headers, { secret })).toEqual({
      body: inputs,
      webhookId: 'w1',
      attempt: 3,
      isTest: true,
      timestampMs: now,
    });
  });

  it('reads a request without a body as undefined', async () => {
    const { body, headers } = await signEvent(undefined, { secret });
    expect(headers).not.toHaveProperty('Content-Type');
    expect(constructEvent(body, headers, { secret })).toMatchObject({
      body: undefined,
      attempt: 1,
      isTest: false,
    });
  });

  it.each([
    ['another secret', { secret: 'other' }, 'signatureMismatch'],
    ['an old request', { secret, now: Date.now() + 600_000 }, 'timestampOutOfTolerance'],
    ['another header', { secret, signatureHeader: 'X-Sign' }, 'signatureMissing'],
  ])('throws on %s', async (_, options, reason) => {
    const { body, headers } = await signEvent(inputs, { secret });
    expect(() => constructEvent(body, headers, options)).toThrow(expect.objectContaining({ reason }));
    await expect(constructEventAsync(body, headers, options)).rejects.toBeInstanceOf(
      WebhookVerificationError,
    );
  });

  it('throws on a signed body that is no JSON', async () => {
    const { headers } = await signEvent(undefined, { secret, payloadFormat: 'BODY' });
    const { subtle } = globalThis.crypto;
    const key = await subtle.importKey(
      'raw',
      new TextEncoder().encode(secret),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    );
    const mac = Buffer.from(await subtle.sign('HMAC', key, new TextEncoder().encode('{'))).toString('hex');
    const given = { ...headers, 'X-Webhook-Signature': mac };
    expect(() => constructEvent('{', given, { secret, payloadFormat: 'BODY' })).toThrow(
      expect.objectContaining({ reason: 'bodyMalformed' }),
    );
  });
});

describe('signEvent', () => {
  it.each(['TIMESTAMP_BODY', 'BODY'] as const)('signs as the service does: %s', async (payloadFormat) => {
    const names = { payloadFormat, signatureHeader: 'X-Sign', timestampHeader: 'X-At' };
    const { body, headers } = await signEvent(inputs, { secret, nextSecret: 'next', ...names });
    for (const each of [secret, 'next']) {
      const options = { secret: each, ...names };
      expect(verifyWebhook(body, headers, options)).toMatchObject({ valid: true });
      expect(await verifyWebhookAsync(body, headers, options)).toEqual(verifyWebhook(body, headers, options));
    }
    expect(verifyWebhook(`${body} `, headers, { secret, ...names })).toMatchObject({ valid: false });
  });
});

describe('a runtime without node:crypto', () => {
  it('is asked to verify later', () => {
    expect(() => hmacNow(secret, [])).toThrow('use verifyWebhookAsync or constructEventAsync');
  });
});
