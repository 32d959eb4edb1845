import { hexOf, hmacLater } from '../signing.ts';

/** What a request of the service carries beside its body. */
export interface SignEventOptions {
  readonly secret: string;
  /** The next secret or the one before, while it is changed. */
  readonly nextSecret?: string | undefined;
  readonly previousSecret?: string | undefined;
  readonly payloadFormat?: 'TIMESTAMP_BODY' | 'BODY' | undefined;
  readonly signatureHeader?: string | undefined;
  readonly timestampHeader?: string | undefined;
  /** Epoch milliseconds; the system's clock unless given. */
  readonly now?: number | undefined;
  readonly webhookId?: string | undefined;
  /** From 1. */
  readonly attempt?: number | undefined;
  readonly isTest?: boolean | undefined;
}

/** A request as the service sends it: the body to send, byte by byte, and its headers. */
export interface SignedEvent {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Signs the inputs of a webhook as the service does (interface specification 5.3); without inputs, a request without a
 * body.
 */
export async function signEvent(
  inputs: Readonly<Record<string, unknown>> | undefined,
  options: SignEventOptions,
): Promise<SignedEvent> {
  const body = inputs === undefined ? '' : JSON.stringify(inputs);
  const timestamp = String(options.now ?? Date.now());
  const { signatureHeader = 'X-Webhook-Signature', timestampHeader = 'X-Webhook-Timestamp' } = options;
  const signed = new TextEncoder().encode(options.payloadFormat === 'BODY' ? body : `${timestamp}\n${body}`);
  const headers: Record<string, string> = {
    ...(inputs !== undefined && { 'Content-Type': 'application/json; charset=utf-8' }),
    'X-Webhook-Id': options.webhookId ?? crypto.randomUUID(),
    'X-Webhook-Attempt': String(options.attempt ?? 1),
    ...(options.isTest === true && { 'X-Webhook-Test': 'true' }),
    [timestampHeader]: timestamp,
  };
  const secrets = { '': options.secret, '-Next': options.nextSecret, '-Previous': options.previousSecret };
  for (const [suffix, secret] of Object.entries(secrets)) {
    if (secret === undefined) continue;
    headers[signatureHeader + suffix] = hexOf(await hmacLater(secret, [signed]));
  }
  return { body, headers };
}
