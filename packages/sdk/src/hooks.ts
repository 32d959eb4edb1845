/** A request that is about to be sent. */
export interface RequestEvent {
  readonly operation: string;
  /** From 1; further ones are repeats of the same bytes. */
  readonly attempt: number;
  readonly domain: string;
  readonly idempotencyKey: string | undefined;
  /** What is sent beside the signed body: a hook may add to it, such as `traceparent`. */
  readonly headers: Headers;
}

/** The outcome of one request. Bodies and secrets are in none of these events. */
export interface ResponseEvent {
  readonly operation: string;
  readonly attempt: number;
  readonly durationMs: number;
  /** Undefined where no answer came. */
  readonly httpStatus: number | undefined;
  /** `x-request-id`. */
  readonly requestId: string | undefined;
  /** What the call ends with, unless it is repeated; undefined for an accepted one. */
  readonly error: unknown;
}

/** A call that will be sent again. */
export interface RetryEvent {
  readonly operation: string;
  /** The attempt that failed. */
  readonly attempt: number;
  /** The pause before the next one. */
  readonly delayMs: number;
  readonly error: unknown;
}

/** Where logs, metrics and traces are fed. What a hook throws is ignored: no call fails for its log. */
export interface CallHooks {
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}

/** Runs a hook where there is one. */
export function runHook<Event>(hook: ((event: Event) => void) | undefined, event: Event): void {
  try {
    hook?.(event);
  } catch {
    // Ignored, as `CallHooks` says.
  }
}
