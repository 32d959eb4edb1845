import { defaultWebhookRetry, type WebhookRetry } from '@gatehouse/contract';
import type { EgressFailureClass } from '../../lib/egress.ts';

/** How an attempt ended: with an answer, without one, or before it could leave. */
export type AttemptEnd =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'failure'; readonly class: EgressFailureClass }
  | { readonly kind: 'fault' };

/** What follows from an attempt. */
export type Verdict =
  | { readonly kind: 'success' }
  /** Failed; the next attempt may start after so many milliseconds. */
  | { readonly kind: 'retry'; readonly delayMs: number }
  /** Failed, and no further attempt would be allowed or help. */
  | { readonly kind: 'final' };

/**
 * Network errors and timeouts are tried again (interface specification 6.2); what never left would only fail the same
 * way.
 */
const isNetworkError: Readonly<Record<EgressFailureClass, boolean>> = {
  dns: true,
  connect: true,
  tls: true,
  timeout: true,
  protocol: true,
  tooLarge: true,
  blockedAddress: false,
  badRequest: false,
  busy: true,
};

/**
 * Evaluates attempt number `attempt` (from 1) by the table of interface specification 6.2 and the limits of section 8.
 */
export function evaluateAttempt(end: AttemptEnd, attempt: number, retry: WebhookRetry | undefined): Verdict {
  const rules = retry ?? defaultWebhookRetry;
  if (end.kind === 'status' && end.status >= 200 && end.status <= 299) return { kind: 'success' };
  if (attempt >= rules.maxAttempts || !mayRetry(end, rules.retryOnStatus)) return { kind: 'final' };
  return { kind: 'retry', delayMs: retryDelayMs(attempt, rules.backoffMs) };
}

/** Interface specification 8: the delay before retry n is backoffMs times 2 to the power (n-1). */
export function retryDelayMs(retry: number, backoffMs: number): number {
  return backoffMs * 2 ** (retry - 1);
}

function mayRetry(end: AttemptEnd, retryOnStatus: readonly number[]): boolean {
  switch (end.kind) {
    case 'status':
      return (end.status >= 500 && end.status <= 599) || retryOnStatus.includes(end.status);
    case 'failure':
      return isNetworkError[end.class];
    case 'fault':
      return false;
  }
}
