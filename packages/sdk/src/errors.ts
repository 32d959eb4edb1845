import {
  type GatewayErrorName,
  gatewayErrorName,
  gatewayErrors,
  type RetryClass,
} from '@gatehouse/contract/errors';

/** An error's name on a gateway's answer, or a code for an answer without a readable envelope. */
export type GatewayCallErrorName = GatewayErrorName | 'UNREADABLE_ANSWER' | 'UNKNOWN_ERROR';

/** What a call's answer said besides its body. */
export interface AnswerFacts {
  readonly operation: string;
  readonly httpStatus: number;
  /** `x-request-id`: quote it to the operator of the gateway. */
  readonly requestId: string | undefined;
  /** The key that the call was sent with. */
  readonly idempotencyKey?: string | undefined;
}

interface Refusal extends AnswerFacts {
  readonly apiCode: number | undefined;
  readonly apiMsg: string | undefined;
  readonly detail: string | undefined;
  readonly retryAfterMs: number | undefined;
}

/**
 * The gateway did not accept the call (interface specification 7.1), or something in front of it answered in its place.
 */
export class GatewayCallError extends Error {
  /** The error's name in the interface, e.g. `SIGN_ERROR`. */
  override readonly name: GatewayCallErrorName;
  readonly operation: string;
  /** Undefined when the answer had no readable envelope. */
  readonly apiCode: number | undefined;
  readonly httpStatus: number;
  /** The gateway's `x-error-detail`: what exactly was wrong. */
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
  /** What may be done about it (interface specification 7.3). */
  readonly retry: RetryClass;
  /** The answer's `Retry-After`. */
  readonly retryAfterMs: number | undefined;
  /** The key that a submit was sent with: the same submit with the same key may be sent again at any time. */
  readonly idempotencyKey: string | undefined;

  constructor(refusal: Refusal) {
    const known = refusal.apiCode === undefined ? undefined : gatewayErrorName(refusal.apiCode);
    const name = known ?? (refusal.apiCode === undefined ? 'UNREADABLE_ANSWER' : 'UNKNOWN_ERROR');
    super(describe(refusal, name));
    this.name = name;
    this.operation = refusal.operation;
    this.apiCode = refusal.apiCode;
    this.httpStatus = refusal.httpStatus;
    this.detail = refusal.detail;
    this.requestId = refusal.requestId;
    this.retry = retryClassOf(refusal.httpStatus, known);
    this.retryAfterMs = refusal.retryAfterMs;
    this.idempotencyKey = refusal.idempotencyKey;
  }

  /**
   * Whether the operation may have taken effect anyway: the gateway ran into a fault or a timeout instead of
   * refusing. SERVICE_NOT_FOUND is answered before an operation begins.
   */
  get mayHaveBeenAccepted(): boolean {
    return this.retry === 'backoff' && this.name !== 'SERVICE_NOT_FOUND';
  }
}

/** Whether the gateway refused a call by one of these errors of its catalogue; by any of them where none is named. */
export function isGatewayError<Name extends GatewayCallErrorName>(
  error: unknown,
  ...names: Name[]
): error is GatewayCallError & { readonly name: Name } {
  return (
    error instanceof GatewayCallError && (names.length === 0 || names.some((name) => name === error.name))
  );
}

/** No answer came back: the network failed, or the operation's timeout (interface specification 8) passed. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly operation: string;
  readonly timedOut: boolean;
  /** False only when no connection came about, so that the request cannot have reached the gateway. */
  readonly mayHaveBeenAccepted: boolean;
  /** The key that a submit was sent with: the same submit with the same key may be sent again at any time. */
  readonly idempotencyKey: string | undefined;

  constructor(
    operation: string,
    failure: { cause: unknown; timedOutAfterMs?: number; idempotencyKey?: string | undefined },
  ) {
    const timedOut = failure.timedOutAfterMs !== undefined;
    const reason = timedOut
      ? `no answer within ${failure.timedOutAfterMs} ms`
      : innermostMessage(failure.cause);
    super(`${operation}: ${reason}`, { cause: failure.cause });
    this.operation = operation;
    this.timedOut = timedOut;
    this.mayHaveBeenAccepted = timedOut || !neverConnected(failure.cause);
    this.idempotencyKey = failure.idempotencyKey;
  }
}

/** An execution that `workflow.apply.query` names and that this submit did not start, as far as can be known. */
export interface SubmitCandidate {
  readonly executionId: string;
  readonly status: 'APPROVED' | 'RUNNING';
  /** When it was started, by its id; undefined where the id has no time. */
  readonly startedAt: Date | undefined;
}

/**
 * Whether a submit was accepted is unknown, and the only execution that the gateway names was there before it: it is
 * no answer to this submit, and may be about other data of the customer. Nothing was sent again. Only at gateways that
 * keep no idempotency keys.
 */
export class SubmitOutcomeUnknownError extends Error {
  override readonly name = 'SubmitOutcomeUnknownError';
  readonly operation = 'workflow.apply.submit';
  readonly candidate: SubmitCandidate;
  readonly idempotencyKey: string;

  /** @param cause why the submit's own answer is missing */
  constructor(
    candidate: SubmitCandidate,
    { cause, idempotencyKey }: { cause: Error; idempotencyKey: string },
  ) {
    const { executionId, status, startedAt } = candidate;
    const age =
      startedAt === undefined ? 'whose age its id does not show' : 'which is older than this submit';
    super(
      `whether the submit was accepted is unknown (${cause.message}); workflow.apply.query names ` +
        `execution ${executionId} (${status}), ${age}. Look up what was started before you submit again`,
      { cause },
    );
    this.candidate = candidate;
    this.idempotencyKey = idempotencyKey;
  }
}

/**
 * The gateway accepted the call and the operation refused it: `data.code` was not 200 (interface specification 7.2).
 * Thrown, so that what a method returns is always a success with all its fields.
 */
export class BusinessError extends Error {
  override readonly name = 'BusinessError';
  readonly operation: string;
  /** 400 bad parameter, 403 quota or credits used up, 404 unknown scan, 500 failed and nothing was kept. */
  readonly code: number;
  /** The whole `data` of the answer. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;

  constructor(facts: AnswerFacts, code: number, data: Readonly<Record<string, unknown>>) {
    const said = data['message'] ?? data['msg'];
    super(
      `${facts.operation}: ${code} ${typeof said === 'string' && said !== '' ? said : 'without a message'}`,
    );
    this.operation = facts.operation;
    this.code = code;
    this.data = data;
    this.requestId = facts.requestId;
  }
}

/** Interface specification 7.3 names HTTP 500 whatever the code; the catalogue decides otherwise. */
function retryClassOf(httpStatus: number, known: GatewayErrorName | undefined): RetryClass {
  if (httpStatus === 500) return 'backoff';
  if (known !== undefined) return gatewayErrors[known].retry;
  if (httpStatus === 429) return 'afterWait';
  return httpStatus > 500 ? 'backoff' : 'never';
}

function describe(refusal: Refusal, name: GatewayCallErrorName): string {
  const code = refusal.apiCode === undefined ? '' : ` ${refusal.apiCode}`;
  const meaning =
    refusal.detail ??
    (name === 'UNREADABLE_ANSWER'
      ? 'the answer is not an envelope of the gateway; check baseUrl'
      : name === 'UNKNOWN_ERROR'
        ? (refusal.apiMsg ?? 'without a message')
        : gatewayErrors[name].meaning);
  return `${refusal.operation}: ${name}${code} (HTTP ${refusal.httpStatus}): ${meaning}`;
}

const codesBeforeConnecting = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
/** These end open connections, too. */
const codesWhileConnecting = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);

function isBeforeConnecting(error: unknown): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  return (
    codesBeforeConnecting.has(String(code)) ||
    (codesWhileConnecting.has(String(code)) && syscall === 'connect')
  );
}

function neverConnected(failure: unknown): boolean {
  for (let cause = failure; cause instanceof Error; cause = cause.cause) {
    const errors: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
    if (errors.length > 0 && errors.every(isBeforeConnecting)) return true;
  }
  return false;
}

function innermostMessage(failure: unknown): string {
  let message = String(failure);
  for (let cause = failure; cause instanceof Error; cause = cause.cause) {
    if (cause.message !== '') message = cause.message;
  }
  return message;
}
