import { readAnswer } from './envelope.ts';
import { BusinessError, GatewayCallError, NoAnswerError } from './errors.ts';
import { type CallHooks, runHook } from './hooks.ts';
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
  /** Sent with every call. */
  readonly headers: Readonly<Record<string, string>>;
  readonly hooks: CallHooks;
}

/** A call that is ready to go, any number of times: the body was serialised and signed once. */
export interface SignedCall {
  readonly operation: string;
  readonly url: URL;
  readonly domain: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly timeoutMs: number;
  readonly idempotencyKey: string | undefined;
  readonly attempts: Attempts;
}

/** How often a request was sent. */
interface Attempts {
  count: number;
}

/** An accepted call's answer. */
export interface Answer {
  readonly data: unknown;
  readonly headers: Headers;
}

/** Serialises `input` once and signs those bytes (interface specification 5.1 rule 2). */
export async function signCall(
  endpoint: Endpoint,
  call: {
    operation: string;
    version: string;
    input: unknown;
    timeoutMs: number;
    domain?: string | undefined;
    headers?: Readonly<Record<string, string>> | undefined;
    idempotencyKey?: string | undefined;
  },
): Promise<SignedCall> {
  const body = new TextEncoder().encode(JSON.stringify(call.input));
  const url = new URL(endpoint.baseUrl);
  url.searchParams.set('api', call.operation);
  url.searchParams.set('apiVersion', call.version);
  url.searchParams.set('apiKey', endpoint.apiKey);
  url.searchParams.set('sign', await endpoint.sign(body));
  const { operation, timeoutMs } = call;
  return {
    operation,
    url,
    domain: call.domain === undefined ? endpoint.domain : checkDomain(call.domain),
    headers: { ...endpoint.headers, ...checkCallHeaders(call.headers) },
    body,
    timeoutMs,
    idempotencyKey: checkIdempotencyKey(call.idempotencyKey),
    attempts: { count: 0 },
  };
}

/** Fails at once on a domain that no header can carry. */
export function checkDomain(domain: string): string {
  if (!/^[\x21-\x7e]+$/.test(domain ?? '')) throw new TypeError('domain must name the business domain');
  return domain;
}

/** Headers that carry the call itself. */
const ownHeaders = new Set(['content-length', 'content-type', 'host', 'idempotency-key', 'x-domain']);

/** A caller's headers by their names in lower case. Fails at once on those that the SDK sets itself. */
export function checkCallHeaders(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const own = entries.find(([name]) => ownHeaders.has(name));
  if (own !== undefined) throw new TypeError(`headers may not have ${own[0]}: the SDK sets it`);
  return Object.fromEntries(entries);
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
    ...call.headers,
    'content-type': 'application/json',
    'x-domain': call.domain,
    ...(call.idempotencyKey !== undefined && { 'idempotency-key': call.idempotencyKey }),
  };
  return sendRequest(endpoint, { ...call, headers, init: { body: call.body } }, signal);
}

/** A POST whose answer is the gateway's envelope. */
export interface EnvelopeRequest {
  readonly operation: string;
  readonly url: URL;
  readonly timeoutMs: number;
  readonly domain: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly init: RequestInit;
  readonly idempotencyKey?: string | undefined;
  readonly attempts: Attempts;
}

/**
 * Sends a request once. Returns the answer of an accepted call; throws `GatewayCallError`, `BusinessError`,
 * `NoAnswerError`, or the reason of `signal` when that was aborted.
 */
export async function sendRequest(
  { fetch, hooks }: Pick<Endpoint, 'fetch' | 'hooks'>,
  call: EnvelopeRequest,
  signal?: AbortSignal,
): Promise<Answer> {
  const { operation, domain, idempotencyKey } = call;
  call.attempts.count += 1;
  const attempt = call.attempts.count;
  const headers = new Headers(call.headers);
  runHook(hooks.onRequest, { operation, attempt, domain, idempotencyKey, headers });
  const sentAt = performance.now();
  let response: Response | undefined;
  const notify = (error: unknown): void =>
    runHook(hooks.onResponse, {
      operation,
      attempt,
      durationMs: performance.now() - sentAt,
      httpStatus: response?.status,
      requestId: response?.headers.get('x-request-id') ?? undefined,
      error,
    });
  const timeout = AbortSignal.timeout(call.timeoutMs);
  try {
    response = await fetch(call.url, {
      ...call.init,
      headers,
      method: 'POST',
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const data = readAnswer(call, response, await response.text());
    notify(undefined);
    return { data, headers: response.headers };
  } catch (error) {
    const failure = failureOf(call, error, { signal, hasTimedOut: timeout.aborted });
    notify(failure);
    throw failure;
  }
}

/** What a call ends with: a refusal as it is, the caller's own reason for ending it, or that nobody answered. */
function failureOf(
  call: EnvelopeRequest,
  error: unknown,
  { signal, hasTimedOut }: { signal: AbortSignal | undefined; hasTimedOut: boolean },
): unknown {
  if (error instanceof GatewayCallError || error instanceof BusinessError) return error;
  if (signal?.aborted) return signal.reason;
  return new NoAnswerError(call.operation, {
    cause: error,
    idempotencyKey: call.idempotencyKey,
    ...(hasTimedOut && { timedOutAfterMs: call.timeoutMs }),
  });
}
