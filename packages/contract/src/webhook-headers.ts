/** Headers of ours on every attempt: an id that retries and replays share, and the attempt's number from 1. */
export const webhookIdHeader = 'X-Webhook-Id';
export const webhookAttemptHeader = 'X-Webhook-Attempt';
/** `true` on a test send, so that a receiver does not take sample values for a customer's. */
export const webhookTestHeader = 'X-Webhook-Test';

/** Names of the signature's headers unless a definition says otherwise (interface specification 5.3). */
export const defaultSignatureHeaders = {
  signatureHeader: 'X-Webhook-Signature',
  timestampHeader: 'X-Webhook-Timestamp',
} as const;

/** Stand behind the signature header's name while a secret is changed: two secrets cannot share one header. */
export const rotationSuffixes = { next: '-Next', previous: '-Previous' } as const;
