import { describe, expect, it } from 'vitest';
import { reservedHeaderFault, webhookDefinition } from './webhook.ts';

const least = { id: 'wh_crm', name: 'CRM', url: 'https://crm.acme.test/hooks' };

/** Path and message of every fault of a definition. */
function faultsOf(definition: unknown): string[] {
  const result = webhookDefinition.safeParse(definition);
  return result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

describe('a webhook definition', () => {
  it('has the defaults of the interface (interface specification 2.8, 5.3, 8)', () => {
    expect(webhookDefinition.parse({ ...least, retry: {}, signature: {} })).toEqual({
      ...least,
      method: 'POST',
      headers: [],
      inputs: [],
      outputs: [],
      timeoutMs: 10_000,
      retry: { maxAttempts: 1, backoffMs: 500, retryOnStatus: [] },
      signature: {
        type: 'NONE',
        payloadFormat: 'TIMESTAMP_BODY',
        signatureHeader: 'X-Webhook-Signature',
        timestampHeader: 'X-Webhook-Timestamp',
      },
    });
  });

  it.each([0, 6, 1.5])('refuses %s attempts', (maxAttempts) => {
    expect(faultsOf({ ...least, retry: { maxAttempts } })).toHaveLength(1);
  });

  it('wants a secret where it signs', () => {
    expect(faultsOf({ ...least, signature: { type: 'HMAC_SHA256' } })).toEqual([
      'signature.secret: is missing: HMAC_SHA256 signs with a secret',
    ]);
  });

  it.each([
    'Host',
    'content-type',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Expect',
    'Upgrade',
    'Proxy-Authorization',
    'X-Webhook-Signature',
    'x-webhook-signature-next',
    'X-Webhook-Signature-Previous',
    'X-Webhook-Timestamp',
    'X-Webhook-Id',
    'X-Webhook-Attempt',
  ])('refuses the reserved header %s', (name) => {
    expect(faultsOf({ ...least, headers: [{ name }] })).toEqual([
      expect.stringMatching(/^headers\.0\.name: .* is reserved: /),
    ]);
  });

  it('reserves the names that its own signature has, in place of the usual ones', () => {
    const names = { signatureHeader: 'X-Sign', timestampHeader: 'X-At' };
    expect(reservedHeaderFault('x-sign', names)?.code).toBe('findings.headerOfService');
    expect(reservedHeaderFault('X-AT', names)?.code).toBe('findings.headerOfService');
    expect(reservedHeaderFault('X-Webhook-Timestamp', names)).toBeUndefined();
    expect(reservedHeaderFault('Authorization', names)).toBeUndefined();
  });

  it.each(['X Source', 'X-Source:', 'X-Quelle-ü', '', 'X\r\nY'])('refuses the header name %j', (name) => {
    expect(faultsOf({ ...least, headers: [{ name }] })).toHaveLength(1);
  });

  it.each(['a\r\nX-Evil: 1', 'a\u0000'])('refuses the header value %j', (defaultValue) => {
    expect(faultsOf({ ...least, headers: [{ name: 'X-Source', defaultValue }] })).toHaveLength(1);
  });

  it('refuses signature headers that would meet others', () => {
    const signature = { type: 'NONE', signatureHeader: 'X-Sign', timestampHeader: 'X-Sign-Next' };
    expect(faultsOf({ ...least, signature })).toEqual([
      'signature.timestampHeader: must differ from the signature headers',
    ]);
    expect(faultsOf({ ...least, signature: { signatureHeader: 'Content-Length' } })).toEqual([
      'signature.signatureHeader: Content-Length is reserved for something else',
    ]);
  });

  it('refuses a name that occurs twice', () => {
    const output = { paramName: 'tier', jsonPath: '$.tier' };
    expect(
      faultsOf({
        ...least,
        headers: [{ name: 'X-Source' }, { name: 'x-source' }],
        inputs: ['a', 'b', 'a'],
        outputs: [output, output],
      }),
    ).toEqual([
      'headers.1.name: occurs twice',
      'inputs.2: occurs twice',
      'outputs.1.paramName: occurs twice',
    ]);
  });
});
