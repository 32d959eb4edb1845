import { createHmac, timingSafeEqual } from 'node:crypto';
import { rotationSuffixes } from './webhook-headers.ts';

/** The form of a `sign`: 64 lowercase hexadecimal digits (interface specification 2.1). */
export const signPattern = /^[0-9a-f]{64}$/;

/**
 * Signs a gateway request (interface specification 5.1): lowercase hex HMAC-SHA256 of the exact body bytes, keyed by
 * the secret's UTF-8 bytes. Sign the very bytes that are sent.
 */
export function signRequest(secret: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** Whether `sign` is the signature of `body`, compared in constant time; a `sign` of another form is false. */
export function verifyRequest(secret: string, body: Uint8Array, sign: string): boolean {
  if (!signPattern.test(sign)) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(sign, 'hex'));
}

/** What an attempt of a webhook signs (interface specification 5.3). */
export interface WebhookPayload {
  /** The body's bytes as sent; empty for GET and DELETE. */
  readonly body: Uint8Array;
  /** The timestamp header's text: Unix epoch in milliseconds, decimal (rule 1). */
  readonly timestamp: string;
  /** `TIMESTAMP_BODY` unless the definition says otherwise. */
  readonly payloadFormat?: 'TIMESTAMP_BODY' | 'BODY' | undefined;
}

/**
 * Signs one attempt of a webhook (interface specification 5.3 rules 2 and 3): lowercase hex HMAC-SHA256, keyed by the
 * secret's UTF-8 bytes, of the body, or of timestamp, newline and body. The same secret always keys one header only.
 */
export function signWebhook(secret: string, payload: WebhookPayload): string {
  const hmac = createHmac('sha256', secret);
  if (payload.payloadFormat !== 'BODY') hmac.update(`${payload.timestamp}\n`);
  return hmac.update(payload.body).digest('hex');
}

/** A webhook's secrets: the active one, and those before and after a change, while it lasts (docs/webhooks.md). */
export interface WebhookSecrets {
  readonly current: string;
  readonly next?: string | undefined;
  readonly previous?: string | undefined;
}

/** Header names of a webhook's signature; each rotated secret signs under a name of its own. */
export interface WebhookSignatureHeaders {
  readonly signatureHeader: string;
  readonly timestampHeader: string;
}

/**
 * The headers that sign one attempt, in the order they are sent: timestamp, signature, and while a secret is
 * changed `<signature header>-Next` or `-Previous`. Each carries exactly one value of 64 hex digits.
 */
export function webhookSignatureHeaders(
  secrets: WebhookSecrets,
  payload: WebhookPayload,
  { signatureHeader, timestampHeader }: WebhookSignatureHeaders,
): [name: string, value: string][] {
  const headers: [string, string][] = [
    [timestampHeader, payload.timestamp],
    [signatureHeader, signWebhook(secrets.current, payload)],
  ];
  for (const [stage, suffix] of Object.entries(rotationSuffixes)) {
    const secret = secrets[stage as keyof typeof rotationSuffixes];
    if (secret !== undefined) headers.push([signatureHeader + suffix, signWebhook(secret, payload)]);
  }
  return headers;
}
