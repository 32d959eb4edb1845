import { setTimeout as sleep } from 'node:timers/promises';
import type { Egress } from '../lib/egress.ts';
import type { SearchLimits } from './search-provider.ts';

export type JsonResponse =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly reason: string };

export interface JsonRequest {
  readonly url: URL;
  readonly headers?: readonly (readonly [string, string])[];
  /** What particular statuses mean here, for whoever runs the deployment. */
  readonly meanings?: Readonly<Record<number, string>>;
}

const maxBytes = 4 * 1024 * 1024;
const pauseMs = 300;
/** Failures of the way, which may be over at the next moment. */
const transientFailures = new Set(['dns', 'connect', 'protocol']);

/**
 * Asks a provider by GET and reads its JSON. What may be over at the next moment (no connection, 5xx) is tried a
 * second time while there is time; anything else fails at once.
 */
export async function fetchJson(
  egress: Egress,
  question: JsonRequest,
  { deadlineMs, signal }: SearchLimits,
): Promise<JsonResponse> {
  const endsAt = performance.now() + deadlineMs;
  for (let attempt = 1; ; attempt += 1) {
    const left = Math.floor(endsAt - performance.now());
    if (left <= 0)
      return { kind: 'failed', reason: `${question.url.host}: no answer within ${deadlineMs} ms` };
    const outcome = await sendOnce(egress, question, { deadlineMs: left, signal });
    if (outcome.kind !== 'passing') return outcome;
    if (attempt === 2 || endsAt - performance.now() < pauseMs * 2) {
      return { kind: 'failed', reason: outcome.reason };
    }
    await sleep(pauseMs, undefined, { signal });
  }
}

async function sendOnce(
  egress: Egress,
  { url, headers = [], meanings = {} }: JsonRequest,
  limits: SearchLimits,
): Promise<JsonResponse | { kind: 'passing'; reason: string }> {
  const result = await egress.send({
    method: 'GET',
    url: url.href,
    headers: [['Accept', 'application/json'], ['User-Agent', 'Gatehouse'], ...headers],
    body: undefined,
    isIdempotent: true,
    maxResponseBytes: maxBytes,
    ...limits,
  });
  // Never the whole address: it holds the subject's name, and the reason is kept with the scan and logged.
  const where = url.host;
  if (result.kind === 'failure') {
    const reason = `${where}: ${result.message}`;
    return { kind: transientFailures.has(result.class) ? 'passing' : 'failed', reason };
  }
  if (result.status >= 500) return { kind: 'passing', reason: `${where} answered HTTP ${result.status}` };
  if (result.status !== 200) {
    const meaning = meanings[result.status];
    const words = meaning === undefined ? '' : `: ${meaning}`;
    return { kind: 'failed', reason: `${where} answered HTTP ${result.status}${words}` };
  }
  if (result.truncated) return { kind: 'failed', reason: `${where} answered more than ${maxBytes} bytes` };
  try {
    return { kind: 'answer', value: JSON.parse(result.body.toString('utf8')) };
  } catch {
    return { kind: 'failed', reason: `${where} answered something that is no JSON` };
  }
}
