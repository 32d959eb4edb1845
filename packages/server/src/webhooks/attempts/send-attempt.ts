import { type WebhookDefinition, wordPhrases } from '@gatehouse/contract';
import { type WebhookSecrets, webhookSignatureHeaders } from '@gatehouse/contract/signature';
import type { Clock } from '../../lib/clock.ts';
import type { Egress, EgressResult, EgressTimings } from '../../lib/egress.ts';
import { egressFailureClasses } from '../../lib/egress-failure.ts';
import { hostFault } from '../../lib/webhook-host.ts';
import { type RequestRecord, type ResponseRecord, recordRequest, recordResponse } from './attempt-record.ts';
import { type FoundOutputs, outputsFault, readOutputsAside, type WebhookOutputs } from './webhook-outputs.ts';
import type { WebhookInputs } from './webhook-placeholders.ts';
import {
  type AttemptNumber,
  makeWebhookRequest,
  type RequestResult,
  type WebhookRequest,
} from './webhook-request.ts';
import { type AttemptEnd, evaluateAttempt, type Verdict } from './webhook-retry.ts';

export interface AttemptContext {
  readonly egress: Egress;
  readonly clock: Clock;
}

/** One attempt that is due. */
export interface Attempt extends AttemptNumber {
  readonly definition: WebhookDefinition;
  /** The signature's secrets; needed where the definition signs. */
  readonly secrets: WebhookSecrets | undefined;
  readonly inputs: WebhookInputs;
  /** Whether the receiver may get this attempt twice, after it closed a connection that was used before. */
  readonly isIdempotent: boolean;
  /** Hosts that the tenant lets webhooks call; null: any. */
  readonly allowedHosts?: readonly string[] | null;
  /** Whose calls share the slots at the receiver; without it the attempt waits for a free connection until its deadline. */
  readonly slotOf?: string | undefined;
  /** Ends the attempt early, with its fate unknown: `sendAttempt` then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Why an attempt failed: a status that is no 2xx, no answer, a definition or input that cannot be sent, or outputs that
 * are too large to keep.
 */
export const attemptErrorClasses = [...egressFailureClasses, 'status', 'invalidRequest', 'outputs'] as const;

type AttemptErrorClass = (typeof attemptErrorClasses)[number];

/** What the delivery log keeps of an attempt, and what follows from it. */
export interface AttemptResult {
  /** `notMade`: other calls of the same tenant keep the receiver busy, nothing left, and it is due again later. */
  readonly verdict: Verdict | { readonly kind: 'notMade' };
  /** On success the outputs (interface specification 6.2); otherwise empty. */
  readonly outputs: WebhookOutputs;
  /** Null where no request could be made. */
  readonly request: RequestRecord | null;
  readonly response: ResponseRecord | null;
  /** The address that was reached, where it came to that. */
  readonly resolvedAddress: string | null;
  /** Null where no request could be made. */
  readonly timings: EgressTimings | null;
  readonly error: { readonly class: AttemptErrorClass; readonly message: string } | null;
}

/** How long an attempt that is due waits here for a slot at a receiver. */
const slotWaitMs = 1000;

/**
 * Makes, signs and sends one attempt of a webhook, and evaluates its end. Timestamp and signature are made anew
 * for these very bytes (interface specification 5.3). Never waits for a retry and stores nothing: the caller keeps the
 * intent before and the result after, and may repeat an attempt that a crash cut off under the same ids.
 */
export async function sendAttempt(context: AttemptContext, attempt: Attempt): Promise<AttemptResult> {
  const { definition } = attempt;
  const made = makeAllowedRequest(attempt);
  if (made.kind === 'fault') {
    return {
      ...nothingSent,
      verdict: evaluateAttempt({ kind: 'fault' }, attempt.attempt, definition.retry),
      error: { class: 'invalidRequest', message: made.message },
    };
  }
  const body = Buffer.from(made.request.bodyText ?? '', 'utf8');
  const request = signed(made.request, body, { attempt, clock: context.clock });
  const result = await context.egress.send({
    ...request,
    body: request.bodyText === undefined ? undefined : body,
    isIdempotent: attempt.isIdempotent,
    deadlineMs: definition.timeoutMs,
    slot: attempt.slotOf === undefined ? undefined : { of: attempt.slotOf, waitMs: slotWaitMs },
    signal: attempt.signal,
  });
  if (result.kind === 'failure' && result.class === 'busy') {
    const { message, timings } = result;
    return { ...nothingSent, verdict: { kind: 'notMade' }, timings, error: { class: 'busy', message } };
  }
  const end = endOf(result);
  const evaluated = evaluateAttempt(end, attempt.attempt, definition.retry);
  const found: FoundOutputs =
    result.kind === 'response' && evaluated.kind === 'success'
      ? await readOutputsAside(definition, { bytes: result.body, truncated: result.truncated })
      : { outputs: {} };
  const { outputs } = found;
  const fault = found.fault ?? outputsFault(outputs);
  // The receiver took it: asked again, it would answer the same.
  const verdict = fault === undefined ? evaluated : ({ kind: 'final' } as const);
  return {
    verdict,
    outputs: fault === undefined ? outputs : {},
    request: recordRequest(request, body, definition),
    response: result.kind === 'response' ? recordResponse(result) : null,
    resolvedAddress: result.resolvedAddress,
    timings: result.timings,
    error: errorOf(verdict, { result, fault }),
  };
}

/** Checks the address as it is called: a placeholder may have named its host. */
function makeAllowedRequest(attempt: Attempt): RequestResult {
  const made = makeWebhookRequest(attempt.definition, attempt.inputs, attempt);
  if (made.kind === 'fault' || !URL.canParse(made.request.url)) return made;
  const fault = hostFault(new URL(made.request.url).hostname, attempt.allowedHosts ?? null);
  return fault === undefined ? made : { kind: 'fault', message: wordPhrases(fault) };
}

const nothingSent = {
  outputs: {},
  request: null,
  response: null,
  resolvedAddress: null,
  timings: null,
} satisfies Partial<AttemptResult>;

/** The request with its signature headers, where the definition signs. */
function signed(
  request: WebhookRequest,
  body: Uint8Array,
  { attempt: { definition, secrets }, clock }: { attempt: Attempt; clock: Clock },
): WebhookRequest {
  const { signature } = definition;
  if (signature === undefined || signature.type === 'NONE') return request;
  if (secrets === undefined) throw new Error(`webhook ${definition.id} signs, but its secret was not given`);
  const timestamp = String(clock.now().getTime());
  const payload = { body, timestamp, payloadFormat: signature.payloadFormat };
  return {
    ...request,
    headers: [...request.headers, ...webhookSignatureHeaders(secrets, payload, signature)],
  };
}

function endOf(result: EgressResult): AttemptEnd {
  return result.kind === 'response'
    ? { kind: 'status', status: result.status }
    : { kind: 'failure', class: result.class };
}

function errorOf(
  verdict: Verdict,
  { result, fault }: { readonly result: EgressResult; readonly fault: string | undefined },
): AttemptResult['error'] {
  if (fault !== undefined) return { class: 'outputs', message: fault };
  if (verdict.kind === 'success') return null;
  if (result.kind === 'failure') return { class: result.class, message: result.message };
  const { status } = result;
  const redirect = status >= 300 && status <= 399 ? '; redirects are not followed' : '';
  return { class: 'status', message: `the receiver answered ${status}${redirect}` };
}
