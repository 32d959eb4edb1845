import { BusinessError, GatewayCallError, NoAnswerError } from './errors.ts';
import type { Signer } from './signing.ts';

/** The part of the standard `fetch` that the client uses. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/** One caller at one gateway. */
export interface Endpoint {
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly domain: string;
  readonly sign: Signer;
  readonly fetch: Fetch;
}

/** A call that is ready to go, any number of times: the body was serialised and signed once. */
export interface SignedCall {
  readonly operation: string;
  readonly url: URL;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly timeoutMs: number;
  readonly idempotencyKey: string | undefined;
}

/** An accepted call's answer. */
export interface Answer {
  readonly data: unknown;
  readonly headers: Headers;
}

/** Serialises `input` once and signs those bytes (spec 5.1 rule 2). */
export async function signCall(
  endpoint: Endpoint,
  call: {
    operation: string;
    version: string;
    input: unknown;
    timeoutMs: number;
    idempotencyKey?: string | undefined;
  },
): Promise<SignedCall> {
  const body = new TextEncoder().encode(JSON.stringify(call.input));
  const url = new URL(endpoint.baseUrl);
  url.searchParams.set('api', call.operation);
  url.searchParams.set('apiVersion', call.version);
  url.searchParams.set('apiKey', endpoint.apiKey);
  url.searchParams.set('sign', await endpoint.sign(body));
  const { operation, timeoutMs, idempotencyKey } = call;
  return { operation, url, body, timeoutMs, idempotencyKey: checkIdempotencyKey(idempotencyKey) };
}

/** Fails at once on a key that the gateway would refuse. */
function checkIdempotencyKey(key: string | undefined): string | undefined {
  if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new TypeError('idempotencyKey must be 1 to 255 visible ASCII characters');
  }
  return key;
}

/** Sends a call once; see `sendRequest`. */
export function sendCall(endpoint: Endpoint, call: SignedCall, signal?: AbortSignal): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    'x-domain': endpoint.domain,
    ...(call.idempotencyKey !== undefined && { 'idempotency-key': call.idempotencyKey }),
  };
  return sendRequest(endpoint.fetch, { ...call, init: { headers, body: call.body } }, signal);
}

/** A POST whose answer is the gateway's envelope. */
export interface EnvelopeRequest {
  readonly operation: string;
  readonly url: URL;
  readonly timeoutMs: number;
  readonly init: RequestInit;
  readonly idempotencyKey?: string | undefined;
}

/**
 * Sends a request once. Returns the answer of an accepted call; throws `GatewayCallError`, `BusinessError`,
 * `NoAnswerError`, or the reason of `signal` when that was aborted.
 */
export async function sendRequest(
  fetch: Fetch,
  call: EnvelopeRequest,
  signal?: AbortSignal,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(call.timeoutMs);
  try {
    const response = await fetch(call.url, {
      ...call.init,
      method: 'POST',
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return { data: readAnswer(call, response, await response.text()), headers: response.headers };
  } catch (error) {
    if (error instanceof GatewayCallError || error instanceof BusinessError) throw error;
    signal?.throwIfAborted();
    throw new NoAnswerError(call.operation, {
      cause: error,
      idempotencyKey: call.idempotencyKey,
      ...(timeout.aborted && { timedOutAfterMs: call.timeoutMs }),
    });
  }
}

/** Reads an answer in the order of spec 7: HTTP status, `apiCode`, then `data.code`. */
function readAnswer(
  { operation, idempotencyKey }: EnvelopeRequest,
  response: Response,
  text: string,
): unknown {
  const facts = {
    operation,
    idempotencyKey,
    httpStatus: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
  };
  const envelope = parseEnvelope(text);
  if (!response.ok || envelope?.apiCode !== 200) {
    throw new GatewayCallError({
      ...facts,
      apiCode: envelope?.apiCode,
      apiMsg: envelope?.apiMsg,
      detail: response.headers.get('x-error-detail') ?? undefined,
      retryAfterMs: readRetryAfter(response.headers),
    });
  }
  const { data } = envelope;
  // The spec lists no `code` for a screening submit (4.2), so its absence is no failure.
  if (isRecord(data) && typeof data['code'] === 'number' && data['code'] !== 200) {
    throw new BusinessError(facts, data['code'], data);
  }
  return data;
}

interface Envelope {
  apiCode: number;
  apiMsg: string | undefined;
  data: unknown;
}

function parseEnvelope(text: string): Envelope | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || typeof value['apiCode'] !== 'number') return undefined;
  const apiMsg = typeof value['apiMsg'] === 'string' ? value['apiMsg'] : undefined;
  return { apiCode: value['apiCode'], apiMsg, data: value['data'] };
}

/** `Retry-After` in milliseconds, given as seconds or as a date (RFC 9110, 10.2.3). */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : Math.max(0, instant - Date.now());
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
