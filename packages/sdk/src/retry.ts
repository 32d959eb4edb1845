import { BusinessError, GatewayCallError, NoAnswerError } from './errors.ts';
import type { Repeat } from './operations.ts';
import type { Timing } from './timing.ts';

/** When a failed call is sent again. */
export interface RetryPolicy {
  /** Pauses before the first, second, … retry after a fault or timeout of the gateway (interface specification 7.3). */
  readonly delaysMs: readonly number[];
  /** After HTTP 429 the client waits for `Retry-After` once, if it is no longer than this. */
  readonly longestRetryAfterMs: number;
}

/** Up to 3 retries after 1 s, 2 s, 4 s (interface specification 7.3). */
export const specRetryPolicy: RetryPolicy = { delaysMs: [1000, 2000, 4000], longestRetryAfterMs: 60_000 };

/** Sends once and gives up. */
export const noRetries: RetryPolicy = { delaysMs: [], longestRetryAfterMs: 0 };

/** The wait after a 429 that names none. */
const defaultRetryAfterMs = 1000;

interface RetryContext {
  readonly repeat: Repeat;
  readonly policy: RetryPolicy;
  readonly timing: Timing;
  readonly signal?: AbortSignal | undefined;
  /** Called before each pause. */
  readonly onRetry?: ((error: unknown, delayMs: number) => void) | undefined;
}

/**
 * Runs `attempt` and repeats it as far as the operation and the error allow. Refusals (signature, bad
 * request, no permission, business codes such as 403) are thrown at once.
 */
export async function withRetries<T>(attempt: () => Promise<T>, context: RetryContext): Promise<T> {
  const { policy, timing, signal, onRetry } = context;
  let retries = 0;
  let waited = false;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const pause = pauseAfterLimit(error, policy);
      if (pause !== undefined && !waited) {
        waited = true;
        onRetry?.(error, pause);
        await timing.sleep(pause, signal);
        continue;
      }
      const delay = policy.delaysMs[retries];
      if (delay === undefined || !mayRepeat(error, context.repeat)) throw error;
      retries += 1;
      onRetry?.(error, delay);
      await timing.sleep(delay, signal);
    }
  }
}

function mayRepeat(error: unknown, repeat: Repeat): boolean {
  if (error instanceof BusinessError || repeat === 'never') return false;
  if (error instanceof NoAnswerError) return repeat === 'read' || !error.mayHaveBeenAccepted;
  return error instanceof GatewayCallError && error.retry === 'backoff';
}

/** How long to wait after HTTP 429; undefined for other errors and for waits that are too long. */
function pauseAfterLimit(error: unknown, policy: RetryPolicy): number | undefined {
  if (!(error instanceof GatewayCallError) || error.retry !== 'afterWait') return undefined;
  const pause = error.retryAfterMs ?? defaultRetryAfterMs;
  return pause <= policy.longestRetryAfterMs ? pause : undefined;
}
