import { accepted } from '@gatehouse/contract';
import type { Logger } from 'pino';
import { GatewayError } from './gateway-error.ts';
import { ReplayedResponse } from './replayed-response.ts';
import type { Exchange } from './response.ts';

/** What is known of a call so far; filled as the checks pass, so that nothing unproven is ever logged. */
export class CallRecord {
  readonly requestId: string;
  readonly startedAt = performance.now();
  bytes = 0;
  /** Only a name that is an operation's. */
  operation: string | undefined;
  apiVersion: string | undefined;
  /** Only a key that exists: an unknown one may be a secret in the wrong place. */
  apiKey: string | undefined;
  tenantId: string | undefined;
  domain: string | undefined;
  /** Whether checks 1 to 5 are passed. */
  isAuthenticated = false;
  /** Whether the key sent this very body to this process before, of operations that do something anew each time. */
  isRepeated = false;
  /** Undefined when the client went away before there was anything to answer. */
  apiCode: number | undefined;
  /** `data.code`, where the operation has one. */
  businessCode: number | undefined;
  /** `data.executionId`, where the operation answers one. */
  executionId: string | undefined;
  isClientGone = false;
  /** The `Idempotency-Key` that the answer repeats. */
  idempotencyKey: string | undefined;
  /** Of the call's span; undefined where traces are off. */
  traceparent: string | undefined;
  /** Whether the answer is that of an earlier call of the same key. */
  isReplayed = false;

  constructor(requestId: string) {
    this.requestId = requestId;
  }
}

/** One call, for metrics. Every field is of few values. */
export interface CallOutcome {
  /** Undefined for a name that is no operation's. */
  readonly operation: string | undefined;
  /** Undefined when the client went away before it had sent its whole request. */
  readonly apiCode: number | undefined;
  readonly businessCode: number | undefined;
  readonly ms: number;
  /** The key sent the same body before. */
  readonly repeated: boolean;
  /** The client did not wait for its answer. */
  readonly clientGone: boolean;
}

/** Ends a call's record: one log line, one outcome. `error` is what it was refused with. */
export type RecordCall = (record: CallRecord, error?: unknown) => void;

/** The query string, the body, the signature and what was wrong with a value never come into the log. */
export function createCallRecorder(logger: Logger, onCall?: (outcome: CallOutcome) => void): RecordCall {
  return (record, error) => {
    const ms = performance.now() - record.startedAt;
    const { operation, apiCode, businessCode } = record;
    onCall?.({
      operation,
      apiCode,
      businessCode,
      ms,
      repeated: record.isRepeated,
      clientGone: record.isClientGone,
    });
    const level = levelOf(error);
    if (!logger.isLevelEnabled(level)) return;
    logger[level](
      {
        requestId: record.requestId,
        operation,
        version: record.apiVersion,
        tenant: record.tenantId,
        domain: record.domain,
        key: record.apiKey,
        apiCode,
        businessCode,
        executionId: record.executionId,
        ms: Math.round(ms * 1000) / 1000,
        bytes: record.bytes,
        repeated: record.isRepeated ? true : undefined,
        clientGone: record.isClientGone ? true : undefined,
        replayed: record.isReplayed ? true : undefined,
        err: level === 'info' ? undefined : error,
      },
      'call',
    );
  };
}

/** An error with nothing behind it is an ordinary answer; with a cause, or none of ours, somebody must look. */
function levelOf(error: unknown): 'info' | 'warn' | 'error' {
  if (error === undefined) return 'info';
  if (!(error instanceof GatewayError) || error.errorName === 'GATEWAY_ERROR') return 'error';
  return error.cause === undefined ? 'info' : 'warn';
}

/** `data` of what a handler answered, also where it is that of an earlier call. */
export function dataOf(answered: unknown): unknown {
  return answered instanceof ReplayedResponse ? answered.data : answered;
}

/** Notes what an accepted call was answered. */
export function recordAnswer(record: CallRecord, answered: unknown): void {
  const data = dataOf(answered);
  record.isReplayed = answered instanceof ReplayedResponse;
  record.apiCode = accepted.apiCode;
  record.businessCode = businessCodeOf(data);
  record.executionId = executionIdOf(data);
}

/** What the answer says of the call's `Idempotency-Key`. */
export function idempotencyOf({ idempotencyKey, isReplayed }: CallRecord): Exchange['idempotency'] {
  return idempotencyKey === undefined ? undefined : { key: idempotencyKey, isReplayed };
}

function businessCodeOf(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('code' in data)) return undefined;
  return typeof data.code === 'number' ? data.code : undefined;
}

/** The execution that an answer is about, so that the log leads from the call to it. */
function executionIdOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('executionId' in data)) return undefined;
  return typeof data.executionId === 'string' && data.executionId !== '' ? data.executionId : undefined;
}
