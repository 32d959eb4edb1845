import { type BadInput, businessCodes, type Operation, parseInput } from '@gatehouse/contract';
import type { Scope } from '../lib/scope.ts';
import type { Call, Idempotency } from './call.ts';
import { GatewayError } from './gateway-error.ts';
import type { Route } from './operation-routes.ts';
import { PreparedResponse } from './prepared-response.ts';
import { Refusal } from './refusal.ts';
import { ReplayedResponse } from './replayed-response.ts';

export interface CallFacts {
  readonly apiVersion: string;
  readonly scope: Scope;
  readonly apiKey: string;
  readonly requestId: string;
  readonly receivedAt: Date;
  readonly idempotency: Idempotency | undefined;
  readonly traceparent: string | undefined;
}

export interface RunOptions {
  /** Checks every answer by the contract: for tests and development. */
  readonly checkOutput: boolean;
  /** Gets what a handler threw after its time was up and its caller answered. */
  readonly onLateFailure: (error: unknown, call: Call<string>) => void;
}

/** Check 14: the body by the contract, then the handler within its time. Returns `data`. */
export async function runOperation(
  route: Route,
  facts: CallFacts,
  body: unknown,
  options: RunOptions,
): Promise<unknown> {
  const { operation } = route;
  const input = parseInput(route.schema, body);
  if (!input.ok) return refuseBadInput(operation, input.bad, facts.requestId);
  const call = new RunningCall(operation.name, facts);
  const result = await withinTime(route, call, input.value, options);
  const data = result instanceof Refusal ? wordRefusal(operation, result, facts.requestId) : result;
  if (options.checkOutput) checkOutput(operation, readableData(data));
  return data;
}

function readableData(data: unknown): unknown {
  if (data instanceof PreparedResponse) return data.read();
  return data instanceof ReplayedResponse ? data.data : data;
}

/** docs/interface.md 3. */
function refuseBadInput(operation: Operation, bad: BadInput, requestId: string): unknown {
  if (bad.kind === 'shape' && operation.missingField === 'gateway') {
    throw new GatewayError('API_INVALID_REQUEST', { detail: bad.message });
  }
  return operation.refuse(businessCodes.badParameter, bad.message, requestId);
}

function wordRefusal(operation: Operation, { reason }: Refusal, requestId: string): unknown {
  if (reason.kind === 'badInput') return refuseBadInput(operation, reason.bad, requestId);
  return operation.refuse(reason.code, reason.message, requestId);
}

function checkOutput(operation: Operation, data: unknown): void {
  const result = operation.output.safeParse(data);
  if (!result.success) {
    throw new Error(`${operation.name} answered what its contract does not allow`, { cause: result.error });
  }
}

/** The signal is created only for handlers that read it: most answer long before. */
class RunningCall implements Call<string> {
  readonly operation: string;
  readonly apiVersion: string;
  readonly scope: Scope;
  readonly apiKey: string;
  readonly requestId: string;
  readonly receivedAt: Date;
  readonly idempotency: Idempotency | undefined;
  readonly traceparent: string | undefined;
  #abort: AbortController | undefined;
  #timedOut: GatewayError | undefined;

  constructor(operation: string, facts: CallFacts) {
    this.operation = operation;
    this.apiVersion = facts.apiVersion;
    this.scope = facts.scope;
    this.apiKey = facts.apiKey;
    this.requestId = facts.requestId;
    this.receivedAt = facts.receivedAt;
    this.idempotency = facts.idempotency;
    this.traceparent = facts.traceparent;
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController();
      if (this.#timedOut !== undefined) this.#abort.abort(this.#timedOut);
    }
    return this.#abort.signal;
  }

  get timedOut(): boolean {
    return this.#timedOut !== undefined;
  }

  /** Ends the call's time; the reason is also what a handler that follows the signal will throw. */
  expire(timeoutMs: number): GatewayError {
    this.#timedOut = new GatewayError('SERVICE_TIME_OUT', {
      detail: `${this.operation} did not answer within ${timeoutMs} ms`,
    });
    this.#abort?.abort(this.#timedOut);
    return this.#timedOut;
  }
}

function withinTime(route: Route, call: RunningCall, input: unknown, options: RunOptions): Promise<unknown> {
  const { timeoutMs } = route.operation;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(call.expire(timeoutMs)), timeoutMs);
    const succeed = (result: unknown) => {
      clearTimeout(timer);
      resolve(result);
    };
    const fail = (error: unknown) => {
      clearTimeout(timer);
      if (!call.timedOut) reject(error);
      else if (error !== call.signal.reason) options.onLateFailure(error, call);
    };
    try {
      route.handler(call, input as never).then(succeed, fail);
    } catch (error) {
      fail(error);
    }
  });
}
