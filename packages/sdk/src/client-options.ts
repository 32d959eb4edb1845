import type { CallHooks } from './hooks.ts';
import type { RetryPolicy } from './retry.ts';
import { createSigner } from './signing.ts';
import type { Timing } from './timing.ts';
import { checkCallHeaders, checkDomain, type Endpoint, type Fetch } from './transport.ts';
import { userAgentOf } from './user-agent.ts';
import type { OperationName } from './wire-types.ts';

export interface ClientOptions {
  /** The gateway's address, e.g. `https://gatehouse.example/gateway`. */
  readonly baseUrl: string;
  /** Where files go; `baseUrl` with `/storage` in place of `/gateway` when absent. */
  readonly storageUrl?: string | undefined;
  /** The public key, `ak_…`. */
  readonly apiKey: string;
  /** The key's secret. Keep it on your server. */
  readonly secret: string;
  /** The business domain, sent as `x-domain`. */
  readonly domain: string;
  /**
   * What the deployment calls a cancelled execution; without it, none is taken for cancelled (interface specification
   * 3.1).
   */
  readonly cancelledStatus?: string | undefined;
  /** Replaces the global `fetch`, e.g. by one with a proxy or client certificates. */
  readonly fetch?: Fetch | undefined;
  /**
   * Milliseconds to wait for one answer, by operation; those of the interface (interface specification 8) and 2 s for the way
   * otherwise.
   */
  readonly timeouts?: Partial<Record<OperationName, number>> | undefined;
  /** Replaces the retry rules of the interface (interface specification 7.3); `false` sends everything once. */
  readonly retry?: Partial<RetryPolicy> | false | undefined;
  /** Headers of every call beside the SDK's own, such as those of a proxy. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Your program and its version, such as `onboarding/3.1`: the first part of `User-Agent`. */
  readonly application?: string | undefined;
  /** What feeds logs, metrics and traces. */
  readonly hooks?: CallHooks | undefined;
  /** Replaces the clock, for tests. */
  readonly timing?: Timing | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Another business domain than the client's. */
  readonly domain?: string | undefined;
  /** Milliseconds to wait for one answer of this call. */
  readonly timeoutMs?: number | undefined;
  /** Further headers of this call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of a method that makes several calls; its `timeoutMs` is for all of them. */
export type ManyCallsOptions = Omit<CallOptions, 'timeoutMs'>;

export interface SubmitOptions extends CallOptions {
  /**
   * Sent as `Idempotency-Key`: 1 to 255 visible ASCII characters. A submit with the same key and data starts one
   * execution in seven days, from any sender. A new random one when absent.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Checks what does not depend on the gateway. Throws `TypeError` on what cannot work. */
export function endpointOf(options: ClientOptions): Endpoint {
  const baseUrl = URL.canParse(options.baseUrl) ? new URL(options.baseUrl) : undefined;
  if (baseUrl === undefined || !/^https?:$/.test(baseUrl.protocol)) {
    throw new TypeError('baseUrl must be the http(s) address of the gateway, e.g. https://host/gateway');
  }
  if (!/^ak_\S+$/.test(options.apiKey ?? ''))
    throw new TypeError('apiKey must be a public key that begins with ak_');
  if ((options.secret ?? '') === '') throw new TypeError("secret must be the API key's secret");
  return {
    baseUrl,
    apiKey: options.apiKey,
    domain: checkDomain(options.domain),
    sign: createSigner(options.secret),
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    headers: { 'user-agent': userAgentOf(options.application), ...checkCallHeaders(options.headers) },
    hooks: options.hooks ?? {},
  };
}

/** A deployment has both below one origin; behind a proxy that separates them, the caller gives both. */
export function storageUrlOf({ baseUrl, storageUrl }: ClientOptions): URL {
  if (storageUrl === undefined) {
    const url = new URL(baseUrl);
    url.search = '';
    url.pathname = url.pathname.replace(/(?:\/gateway)?\/?$/, '/storage');
    return url;
  }
  const url = URL.canParse(storageUrl) ? new URL(storageUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('storageUrl must be the http(s) address of the storage, e.g. https://host/storage');
  }
  return url;
}
