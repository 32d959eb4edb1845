import {
  GatewayCallError,
  NoAnswerError,
  type SubmitCandidate,
  SubmitOutcomeUnknownError,
} from './errors.ts';
import type { DataOfCall } from './operations.ts';
import type { Submission } from './results.ts';
import type { RetryPolicy } from './retry.ts';
import type { Timing } from './timing.ts';
import type { Answer } from './transport.ts';

/** One submit and the question about it: each call sends the same bytes, with the key in a header. */
export interface SubmitCalls {
  readonly idempotencyKey: string;
  submit(): Promise<Answer>;
  query(): Promise<Answer>;
  onRetry(error: unknown, delayMs: number): void;
}

interface SubmitContext {
  readonly policy: RetryPolicy;
  readonly timing: Timing;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a submit until it is answered, so that it takes effect once. One that was certainly not accepted is just sent
 * again. One that may have been is sent again where the gateway keeps its key, and where nothing was started.
 */
export async function submitWithRecovery(
  calls: SubmitCalls,
  { policy, timing, signal }: SubmitContext,
): Promise<Submission> {
  const sentAt = timing.now();
  let lost: Error | undefined;
  for (const delay of policy.delaysMs) {
    try {
      return submissionOf(await calls.submit());
    } catch (error) {
      if (!mayBeSentAgain(error)) throw error;
      if (error.mayHaveBeenAccepted) lost = error;
      calls.onRetry(error, delay);
      await timing.sleep(delay, signal);
      if (lost === undefined) continue;
      const found = await findStarted(calls, { lost, sentAt, timing, signal });
      if (found !== undefined) return found;
    }
  }
  return submissionOf(await calls.submit());
}

function submissionOf({ data, headers }: Answer): Submission {
  const isReplayed = headers.get('idempotency-replayed') === 'true';
  return {
    ...(data as DataOfCall<'workflow.apply.submit'>),
    recovered: false,
    ...(isReplayed && { replayed: true }),
  } as Submission;
}

function mayBeSentAgain(error: unknown): error is NoAnswerError | GatewayCallError {
  return error instanceof NoAnswerError || (error instanceof GatewayCallError && error.retry === 'backoff');
}

/**
 * Asks what was started after a submit whose fate is unknown (interface specification 4.2 rule 2). Undefined: it may be
 * sent again. Throws the submit's own error when the question fails.
 */
async function findStarted(
  calls: SubmitCalls,
  submit: { lost: Error; sentAt: number; timing: Timing; signal: AbortSignal | undefined },
): Promise<Submission | undefined> {
  const msSinceSubmit = submit.timing.now() - submit.sentAt;
  const { data, headers } = await calls.query().catch(() => {
    submit.signal?.throwIfAborted();
    throw submit.lost;
  });
  if (keepsKey(headers, calls.idempotencyKey)) return undefined;
  const { executionId, status } = data as DataOfCall<'workflow.apply.query'>;
  if (executionId === '' || status === '') return undefined;
  const startedAt = timeOfId(executionId);
  const now = serverTime(headers);
  if (startedAt !== undefined && now !== undefined && startedAt >= now - msSinceSubmit) {
    return { recovered: true, code: 200, executionId, status, sync: false };
  }
  const candidate: SubmitCandidate = {
    executionId,
    status,
    startedAt: startedAt === undefined ? undefined : new Date(startedAt),
  };
  throw new SubmitOutcomeUnknownError(candidate, {
    cause: submit.lost,
    idempotencyKey: calls.idempotencyKey,
  });
}

/** A gateway that keeps keys repeats the one that a call was sent with; one that was stripped on the way is not kept. */
function keepsKey(headers: Headers, idempotencyKey: string): boolean {
  return headers.get('idempotency-key') === idempotencyKey;
}

/** The server's clock: to the millisecond by the id that it gave the call, else to the second by `Date`. */
function serverTime(headers: Headers): number | undefined {
  const byId = timeOfId(headers.get('x-request-id') ?? '');
  if (byId !== undefined) return byId;
  const byDate = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(byDate) ? undefined : byDate;
}

const uuidOfVersion7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Milliseconds since the epoch at which a UUID of version 7 was made (RFC 9562, 5.7). */
function timeOfId(id: string): number | undefined {
  const match = uuidOfVersion7.exec(id);
  return match === null ? undefined : Number.parseInt(`${match[1]}${match[2]}`, 16);
}
