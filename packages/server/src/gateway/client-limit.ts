import type { IncomingMessage } from 'node:http';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { type ClientKey, clientKeyReader, type TrustProxy } from './client-address.ts';
import { GatewayError } from './gateway-error.ts';

export interface ClientLimitSettings {
  /** So many calls that failed checks 1 to 5 in so many seconds. */
  readonly clientRate: { readonly calls: number; readonly seconds: number };
  readonly trustProxy?: TrustProxy | undefined;
}

/**
 * The blind limiter: counts only calls that failed checks 1 to 5, so that signed calls never use it up, and
 * keeps an address that used it up from the checks that cost something until its window ends.
 */
export interface ClientLimit {
  /** Before check 4. Throws RATE_LIMIT_TRY_AGAIN for an address that is over the limit. */
  check(request: IncomingMessage): void;
  countFailure(request: IncomingMessage): void;
}

export function createClientLimit(settings: ClientLimitSettings): ClientLimit {
  const { calls, seconds } = settings.clientRate;
  const clientKey = clientKeyReader(settings.trustProxy);
  const limiter = new RateLimiterMemory({ points: calls, duration: seconds });
  /** Addresses over the limit and when their window ends (`performance.now()`): honest calls meet an empty map. */
  const blockedUntil = new Map<ClientKey, number>();

  function block(key: ClientKey, milliseconds: number): void {
    blockedUntil.set(key, performance.now() + milliseconds);
    setTimeout(() => blockedUntil.delete(key), milliseconds).unref();
  }

  return {
    check(request) {
      if (blockedUntil.size === 0) return;
      const until = blockedUntil.get(clientKey(request));
      if (until === undefined) return;
      throw new GatewayError('RATE_LIMIT_TRY_AGAIN', {
        detail: 'too many refused calls came from this address',
        retryAfterSeconds: (until - performance.now()) / 1000,
      });
    },
    countFailure(request) {
      const key = clientKey(request);
      // It rejects with the same state once the points are spent: calls that were under way meanwhile.
      limiter.consume(key).then(note, note);

      function note({ remainingPoints, msBeforeNext }: RateLimiterRes): void {
        if (remainingPoints === 0 && !blockedUntil.has(key)) block(key, msBeforeNext);
      }
    },
  };
}
