import { hmacNow } from '#hmac';
import { bytesOfHex, hmacLater } from './signing.ts';

/** How a webhook's definition signs, and how strictly its receiver looks. */
export interface VerifyWebhookOptions {
  /** The webhook's shared secret; several while it is being changed. */
  readonly secret: string | readonly string[];
  /** The definition's `payloadFormat`; `TIMESTAMP_BODY` unless it says otherwise. */
  readonly payloadFormat?: 'TIMESTAMP_BODY' | 'BODY' | undefined;
  /** The definition's `signatureHeader`; `X-Webhook-Signature` unless it says otherwise. */
  readonly signatureHeader?: string | undefined;
  /** The definition's `timestampHeader`; `X-Webhook-Timestamp` unless it says otherwise. */
  readonly timestampHeader?: string | undefined;
  /** How far the timestamp may be from now, in milliseconds; 5 minutes unless given (interface specification 8). */
  readonly toleranceMs?: number | undefined;
  /** Now, as epoch milliseconds; the system's clock unless given. */
  readonly now?: number | undefined;
}

/** Why a request is not to be believed. */
export type WebhookRejection =
  | 'timestampMissing'
  | 'timestampMalformed'
  | 'timestampOutOfTolerance'
  | 'signatureMissing'
  | 'signatureMalformed'
  | 'signatureMismatch';

export type WebhookVerification =
  | {
      readonly valid: true;
      /** When the attempt was made, epoch milliseconds. */
      readonly timestampMs: number;
      /** `X-Webhook-Id`: the same for every repeat of one delivery. It is not covered by the signature. */
      readonly webhookId: string | undefined;
    }
  | { readonly valid: false; readonly reason: WebhookRejection };

/** Headers as `node:http`, Fastify and Express hold them, or as the web's `Headers`. */
export type WebhookHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | { get(name: string): string | null };

/** A webhook's body as it came, before any parsing; undefined for a request without one (GET, DELETE). */
export type RawBody = Uint8Array | ArrayBuffer | string | undefined;

/**
 * Verifies a webhook's request as its receiver must (interface specification 5.3 rule 4), at once. `rawBody` is the
 * body exactly as it came; do not believe it unless the result says `valid: true`. While a secret is changed, the
 * headers `<signature header>-Next` and `-Previous` count too, so that either side may change first. Throws only on
 * misuse: no secret, a body that was parsed already, or a runtime without `node:crypto`.
 */
export function verifyWebhook(
  rawBody: RawBody,
  headers: WebhookHeaders,
  options: VerifyWebhookOptions,
): WebhookVerification {
  const claim = readClaim(rawBody, headers, options);
  if (typeof claim === 'string') return rejected(claim);
  return compare(
    claim,
    claim.secrets.map((secret) => hmacNow(secret, claim.signed)),
  );
}

/** Does what `verifyWebhook` does, by Web Crypto: on Node, Bun, Deno and at the edge alike. */
export async function verifyWebhookAsync(
  rawBody: RawBody,
  headers: WebhookHeaders,
  options: VerifyWebhookOptions,
): Promise<WebhookVerification> {
  const claim = readClaim(rawBody, headers, options);
  if (typeof claim === 'string') return rejected(claim);
  return compare(claim, await Promise.all(claim.secrets.map((secret) => hmacLater(secret, claim.signed))));
}

/** What a request says of itself, in the forms that a signature has. */
interface Claim {
  readonly timestampMs: number;
  readonly webhookId: string | undefined;
  readonly secrets: readonly string[];
  /** What is signed, in parts. */
  readonly signed: readonly Uint8Array[];
  readonly signatures: readonly Uint8Array[];
}

function readClaim(
  rawBody: RawBody,
  headers: WebhookHeaders,
  options: VerifyWebhookOptions,
): Claim | WebhookRejection {
  const body = bytesOf(rawBody);
  const secrets = secretsOf(options.secret);
  const { timestampHeader = 'X-Webhook-Timestamp', signatureHeader = 'X-Webhook-Signature' } = options;

  const [timestamp, ...furtherTimestamps] = headerValues(headers, timestampHeader);
  if (timestamp === undefined) return 'timestampMissing';
  if (furtherTimestamps.length > 0 || !decimalTimestamp.test(timestamp)) return 'timestampMalformed';
  const timestampMs = Number(timestamp);
  const distance = Math.abs((options.now ?? Date.now()) - timestampMs);
  // Written so that a clock or tolerance that is no number refuses.
  if (!(distance <= (options.toleranceMs ?? defaultToleranceMs))) return 'timestampOutOfTolerance';

  const signatures = readSignatures(headers, signatureHeader);
  if (typeof signatures === 'string') return signatures;
  const prefix = options.payloadFormat === 'BODY' ? [] : [new TextEncoder().encode(`${timestamp}\n`)];
  const webhookId = headerValues(headers, 'X-Webhook-Id')[0];
  return { timestampMs, webhookId, secrets, signed: [...prefix, body], signatures };
}

function readSignatures(headers: WebhookHeaders, name: string): Uint8Array[] | WebhookRejection {
  if (headerValues(headers, name).length === 0) return 'signatureMissing';
  const signatures: Uint8Array[] = [];
  for (const suffix of ['', '-Next', '-Previous']) {
    const [signature, ...further] = headerValues(headers, name + suffix);
    if (signature === undefined) continue;
    if (further.length > 0 || !lowercaseHex.test(signature)) return 'signatureMalformed';
    signatures.push(bytesOfHex(signature));
  }
  return signatures;
}

function compare(claim: Claim, expected: readonly Uint8Array[]): WebhookVerification {
  let matches = 0;
  // Every pair is compared, so that timing reveals nothing about secrets.
  for (const mac of expected) {
    for (const signature of claim.signatures) matches += Number(isSame(mac, signature));
  }
  if (matches === 0) return rejected('signatureMismatch');
  return { valid: true, timestampMs: claim.timestampMs, webhookId: claim.webhookId };
}

/** Compares two digests of 32 bytes; takes the same time wherever they differ. */
function isSame(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index++) difference |= a[index]! ^ (b[index] ?? 0);
  return difference === 0;
}

const defaultToleranceMs = 5 * 60_000;
const decimalTimestamp = /^(?:0|[1-9][0-9]{0,15})$/;
const lowercaseHex = /^[0-9a-f]{64}$/;

function rejected(reason: WebhookRejection): WebhookVerification {
  return { valid: false, reason };
}

function bytesOf(rawBody: unknown): Uint8Array {
  if (rawBody === undefined) return new Uint8Array();
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody);
  if (rawBody instanceof Uint8Array) return rawBody;
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody);
  throw new TypeError('rawBody must be the body as it came, bytes or text, not a parsed one');
}

function secretsOf(secret: string | readonly string[]): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : [...(secret ?? [])];
  if (secrets.length === 0 || secrets.some((each) => typeof each !== 'string' || each === '')) {
    throw new TypeError("secret must be the webhook's shared secret, or a list of them");
  }
  return secrets;
}

/** All values of a header, whatever the case of its name; a header that a server folded is one odd value. */
export function headerValues(headers: WebhookHeaders, name: string): string[] {
  if (typeof headers.get === 'function') {
    const value = (headers as Headers).get(name);
    return value === null ? [] : [value];
  }
  const lowerCase = name.toLowerCase();
  return Object.entries(headers as Record<string, string | string[] | undefined>)
    .filter(([key, value]) => key.toLowerCase() === lowerCase && value !== undefined)
    .flatMap(([, value]) => value!);
}
