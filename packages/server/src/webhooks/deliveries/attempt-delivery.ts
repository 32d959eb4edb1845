import type { WebhookDefinition } from '@gatehouse/contract';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Egress } from '../../lib/egress.ts';
import type { Scope } from '../../lib/scope.ts';
import type { MasterKeys } from '../../lib/secrets.ts';
import type { Span, Tracer } from '../../lib/tracing.ts';
import { literalHost } from '../../lib/webhook-host.ts';
import type { PersonalKeys } from '../../personal-keys/index.ts';
import { type AttemptResult, sendAttempt } from '../attempts/index.ts';
import { readWebhook } from '../definitions/index.ts';
import type { AttemptRecord, DeliveryContent } from './delivery-queries.ts';
import { cipherOf } from './sealed-calls.ts';

/** What sending takes. */
export interface SendingTools {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  readonly keys: PersonalKeys;
  readonly egress: Egress;
  readonly clock: Clock;
  /** Undefined: traces are off. */
  readonly tracer?: Tracer | undefined;
  /** Called after each attempt that was made, whatever it came to. */
  readonly onAttempt?: (attempt: AttemptFacts) => void;
}

/** One attempt as metrics and the log tell it: ids and classes, nothing of what was sent. */
export interface AttemptFacts extends Scope {
  readonly webhookId: string;
  readonly deliveryId: string;
  /** Null for a test send. */
  readonly executionId: string | null;
  readonly attempt: number;
  readonly outcome: AttemptRecord['outcome'];
  /** Why it did not succeed; null when it did. */
  readonly failureClass: string | null;
  readonly httpStatus: number | null;
  /** From the start of the call to its end; null where nothing could be sent. */
  readonly ms: number | null;
}

type SpanFacts = Pick<AttemptFacts, 'webhookId' | 'deliveryId' | 'attempt' | 'tenantId' | 'domain'>;

/** One attempt of a delivery that is written down as intended. */
export interface IntendedAttempt {
  readonly deliveryId: string;
  readonly attempt: number;
  readonly content: DeliveryContent;
  /** Whether the definition's retries hold; a decision's hook has one attempt (interface specification 6.2). */
  readonly retries: boolean;
  /** How often it got no slot at the receiver. */
  readonly postponed: number;
  /** Of the node run that sends it; absent: what started the execution is the parent. */
  readonly traceparent?: string | undefined;
}

export interface MadeAttempt {
  /** To be written down; it names the attempt that follows, if one does. */
  readonly record: AttemptRecord;
  /**
   * Why it failed, for the log of the execution; null where it did not. More people read that than the log of deliveries,
   * so a host that an input named is not in it.
   */
  readonly reason: string | null;
  /** What the answer gave for each output that the definition declares; null for all after a failure. */
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** The attempt was not made and does not count: so many milliseconds later it may get a slot at the receiver. */
export interface PostponedAttempt {
  readonly postponedMs: number;
}

/**
 * Makes one attempt with the address, headers and secrets of this moment, outside any transaction. Everything
 * that can go wrong with the call is an outcome; it throws only when the store fails. `postponed` is how often this
 * attempt got no slot.
 */
export async function attemptDelivery(
  tools: SendingTools,
  scope: Scope,
  intended: IntendedAttempt,
): Promise<MadeAttempt | PostponedAttempt> {
  const { deliveryId, attempt, content, retries, postponed } = intended;
  const { webhookId, shapeVersion, executionId, wrappedKey } = content;
  const cipher = await cipherOf(tools.keys, scope, { deliveryId, wrappedKey });
  const inputs = cipher.openInputs(content.inputs);
  const facts = {
    tenantId: scope.tenantId,
    domain: scope.domain,
    webhookId,
    deliveryId,
    executionId,
    attempt,
  };
  const webhook = await readWebhook(tools, scope.tenantId, { webhookId, shapeVersion });
  if (webhook === undefined || inputs === null || inputs === 'keyless') {
    const outcome = { outcome: 'spent', failureClass: 'removed', httpStatus: null, ms: null } as const;
    tools.onAttempt?.({ ...facts, ...outcome });
    const failure =
      webhook === undefined ? `the tenant no longer has the webhook ${webhookId}` : noInputs(inputs);
    return { record: { ...unsent, deliveryId, attempt, failure }, reason: failure, outputs: {} };
  }
  const { secrets, version, allowedHosts } = webhook;
  const definition = retries ? webhook.definition : { ...webhook.definition, retry: undefined };
  const span = startSpan(tools, intended, facts);
  const result = await sendAttempt(tools, {
    traceparent: span?.traceparent,
    definition,
    secrets,
    inputs,
    allowedHosts,
    attempt,
    isTest: content.kind === 'test',
    // A webhook node's receiver knows repeats by the id; everything else is sent once.
    isIdempotent: retries,
    webhookId: deliveryId,
    slotOf: scope.tenantId,
  });
  const { verdict, error, response, outputs } = result;
  span?.end({
    attributes: { 'http.response.status_code': response?.status, 'error.type': error?.class },
    isFailed: verdict.kind !== 'success',
  });
  if (verdict.kind === 'notMade') return { postponedMs: postponementMs(postponed) };
  tools.onAttempt?.({
    ...facts,
    outcome: outcomes[verdict.kind],
    failureClass: error?.class ?? null,
    httpStatus: response?.status ?? null,
    ms: result.timings?.totalMs ?? null,
  });
  return {
    record: {
      deliveryId,
      attempt,
      outcome: outcomes[verdict.kind],
      httpStatus: response?.status ?? null,
      webhookVersion: version,
      failure: error && `${error.class}: ${error.message}`,
      result: cipher.sealResult(attempt, loggedResult(result)),
      next: verdict.kind === 'retry' ? { attempt: attempt + 1, delayMs: verdict.delayMs } : null,
    },
    reason: error && executionReason(error, definition),
    outputs: verdict.kind === 'success' ? outputs : nothing(definition),
  };
}

function noInputs(inputs: unknown): string {
  return inputs === null
    ? 'its inputs were deleted at the end of the retention period'
    : 'its inputs cannot be read: their key was deleted, or not restored with the database';
}

/** Undefined where traces are off, or no traced call started the execution. */
function startSpan(
  { tracer }: SendingTools,
  { content, traceparent }: IntendedAttempt,
  { webhookId, deliveryId, attempt, tenantId, domain }: SpanFacts,
): Span | undefined {
  const parent = traceparent ?? content.traceparent;
  if (tracer === undefined || parent === null) return undefined;
  return tracer.start(content.kind === 'hook' ? 'decision hook' : 'webhook attempt', {
    kind: 'client',
    parent,
    attributes: {
      'gatehouse.tenant': tenantId,
      'gatehouse.domain': domain,
      'gatehouse.webhook': webhookId,
      'gatehouse.delivery_id': deliveryId,
      'gatehouse.attempt': attempt,
    },
  });
}

/** Classes of failures whose messages are of the answer, not of where it was asked for. */
const answerClasses: ReadonlySet<string> = new Set(['status', 'outputs']);

function executionReason(
  { class: failureClass, message }: NonNullable<AttemptResult['error']>,
  { url }: WebhookDefinition,
): string {
  const tellsNoHost = literalHost(url) !== undefined || answerClasses.has(failureClass);
  return `${failureClass}: ${tellsNoHost ? message : 'the delivery has the message, as an input named the host'}`;
}

/**
 * How long an attempt stays away that got no slot: about as long as it has waited already, so that of many that wait for
 * a slow receiver each asks a few times, and not all at once.
 */
function postponementMs(postponed: number): number {
  const longest = Math.min(60_000, 500 * 2 ** Math.min(postponed, 10));
  return Math.round(longest * (0.5 + Math.random() / 2));
}

/** An attempt that nothing can be sent for. */
export const unsent = {
  outcome: 'spent',
  httpStatus: null,
  webhookVersion: null,
  result: null,
  next: null,
} as const;

const outcomes = { success: 'succeeded', retry: 'retry', final: 'spent' } as const;

function nothing(definition: WebhookDefinition): Record<string, null> {
  return Object.fromEntries(definition.outputs.map(({ paramName }) => [paramName, null]));
}

/** The result as the log keeps it: the answer's body as text, without the character that the store refuses. */
function loggedResult({ request, response, resolvedAddress, timings, error }: AttemptResult): unknown {
  const body = response && new TextDecoder().decode(response.body).replaceAll('\u0000', '\ufffd');
  return { request, response: response && { ...response, body }, resolvedAddress, timings, error };
}
