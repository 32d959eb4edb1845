import {
  headerValues,
  type RawBody,
  type VerifyWebhookOptions,
  verifyWebhook,
  verifyWebhookAsync,
  type WebhookHeaders,
  type WebhookRejection,
  type WebhookVerification,
} from './webhook.ts';

/** A webhook's request that was verified and read. */
export interface WebhookEvent<Body> {
  /** The inputs of the call: every declared one is there, null where the call has none. Undefined without a body. */
  readonly body: Body;
  /** `X-Webhook-Id`: the same for every repeat of one delivery. Not covered by the signature. */
  readonly webhookId: string | undefined;
  /** From 1; the signature does not cover it either. */
  readonly attempt: number;
  /** Whether the console sent it to try the definition. */
  readonly isTest: boolean;
  /** When the attempt was made, epoch milliseconds. */
  readonly timestampMs: number;
}

/** A webhook's request is not the service's, or its body is not the JSON of one. Answer 401, and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: WebhookRejection | 'bodyMalformed';

  constructor(reason: WebhookRejection | 'bodyMalformed', options?: ErrorOptions) {
    super(`the webhook's request is not to be believed: ${reason}`, options);
    this.reason = reason;
  }
}

/**
 * Verifies a webhook's request as `verifyWebhook` does, and reads its body. `Body` is what `gatehouse webhook-types`
 * writes for the definition; the shape is the sender's word and not checked again. Throws `WebhookVerificationError`.
 */
export function constructEvent<Body = Readonly<Record<string, unknown>>>(
  rawBody: RawBody,
  headers: WebhookHeaders,
  options: VerifyWebhookOptions,
): WebhookEvent<Body> {
  return eventOf<Body>(verifyWebhook(rawBody, headers, options), rawBody, headers);
}

/** Does what `constructEvent` does, by Web Crypto: on Node, Bun, Deno and at the edge alike. */
export async function constructEventAsync<Body = Readonly<Record<string, unknown>>>(
  rawBody: RawBody,
  headers: WebhookHeaders,
  options: VerifyWebhookOptions,
): Promise<WebhookEvent<Body>> {
  return eventOf<Body>(await verifyWebhookAsync(rawBody, headers, options), rawBody, headers);
}

function eventOf<Body>(
  verification: WebhookVerification,
  rawBody: RawBody,
  headers: WebhookHeaders,
): WebhookEvent<Body> {
  if (!verification.valid) throw new WebhookVerificationError(verification.reason);
  const { timestampMs, webhookId } = verification;
  const attempt = Number(headerValues(headers, 'X-Webhook-Attempt')[0] ?? 1);
  const isTest = headerValues(headers, 'X-Webhook-Test')[0] === 'true';
  return { body: readBody(rawBody) as Body, webhookId, attempt, isTest, timestampMs };
}

function readBody(rawBody: RawBody): unknown {
  const text = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody);
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new WebhookVerificationError('bodyMalformed', { cause });
  }
}
