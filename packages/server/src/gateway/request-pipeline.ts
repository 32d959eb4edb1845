import type { IncomingMessage, ServerResponse } from 'node:http';
import { createCallAdmission } from './admit-call.ts';
import { ClientGone, readBody } from './body.ts';
import type { OperationTable } from './call.ts';
import { CallRecord, createCallRecorder, dataOf, idempotencyOf, recordAnswer } from './call-record.ts';
import { isFault, spanAttributes } from './call-span.ts';
import { createClientLimit } from './client-limit.ts';
import { GatewayError, refusalOf } from './gateway-error.ts';
import type { GatewayOptions, GatewayState } from './gateway-options.ts';
import { createOperationRoutes } from './operation-routes.ts';
import { acceptsGzip, PreparedResponse } from './prepared-response.ts';
import { type ParsedQuery, readQuery } from './query.ts';
import { ReplayDetector } from './replay-detector.ts';
import { acceptedBody, type Exchange, sendAccepted, sendError, sendPrepared } from './response.ts';

/** Answers one request of the gateway's path, whatever it is; never rejects. */
export type Serve = (arrival: IncomingRequest) => Promise<void>;

export interface IncomingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly query: ParsedQuery;
  /** The operation that the path names, where it is the alias. */
  readonly pathOperation?: string | undefined;
}

/** A call through all checks of docs/interface.md 2, in its order; the first that fails answers. */
export function createRequestPipeline<Table extends OperationTable>(options: GatewayOptions<Table>): Serve {
  const { logger, settings, state } = options;
  const routes = createOperationRoutes(options.operations, options.handlers, settings.wireApiVersions);
  const repeated = new ReplayDetector();
  const admitSigned = createCallAdmission({
    ...options,
    routes,
    isRepeated: ({ api, apiKey, sign }) =>
      settings.countsRepeats?.has(api) === true && repeated.record(apiKey, sign),
    checkState: () => checkState(state()),
  });
  const clientLimit = createClientLimit(settings);
  const bodyLimits = { bytes: settings.bodyLimit, milliseconds: settings.bodyTimeoutMs ?? 15_000 };
  const recordCall = createCallRecorder(logger, options.onCall);

  async function admit(
    { request, query, pathOperation }: IncomingRequest,
    record: CallRecord,
  ): Promise<unknown> {
    checkMethod(request); // 1
    const body = await readBody(request, bodyLimits); // 2
    record.bytes = body.length;
    const signed = readQuery(query, pathOperation); // 3
    if (routes.has(signed.api)) record.operation = signed.api;
    clientLimit.check(request);
    return admitSigned({ ...signed, body, rawHeaders: request.rawHeaders }, record); // 4 to 14
  }

  /** Sends what `admit` came to; answers what the call failed with, if it did. */
  async function answer(arrival: IncomingRequest, record: CallRecord): Promise<unknown> {
    const { request, response, requestId } = arrival;
    try {
      const answered = await admit(arrival, record);
      const data = dataOf(answered);
      const send = sendingOf(data, request);
      recordAnswer(record, answered);
      record.isClientGone = hasGone(request, response);
      if (!record.isClientGone) {
        await send({
          response,
          requestId,
          close: isStopping(state()),
          idempotency: idempotencyOf(record),
        });
      }
      return undefined;
    } catch (error) {
      if (error instanceof ClientGone) {
        record.isClientGone = true;
        return undefined;
      }
      const refusal = refusalOf(error);
      if (failedBlindly(record, refusal)) clientLimit.countFailure(request);
      record.apiCode = refusal.apiCode;
      record.businessCode = undefined;
      record.isClientGone = hasGone(request, response);
      if (!record.isClientGone) {
        const close = refusal.httpStatus === 408 || isStopping(state());
        sendError({ response, requestId, close }, refusal);
      }
      return error ?? refusal;
    }
  }

  return async (arrival) => {
    const record = new CallRecord(arrival.requestId);
    const span = options.tracer?.start('gateway call', {
      kind: 'server',
      parent: arrival.request.headers['traceparent'] as string | undefined,
    });
    record.traceparent = span?.traceparent;
    const error = await answer(arrival, record);
    span?.end({ attributes: spanAttributes(record), isFailed: isFault(record) });
    recordCall(record, error);
  };
}

/** How an answer goes out; what JSON cannot hold fails here, before anything is said. */
function sendingOf(data: unknown, request: IncomingMessage): (exchange: Exchange) => Promise<void> | void {
  if (data instanceof PreparedResponse) {
    const isGzipped = acceptsGzip(request.headers['accept-encoding']);
    return (exchange) => sendPrepared(exchange, data, isGzipped);
  }
  const body = acceptedBody(data);
  return (exchange) => sendAccepted(exchange, body);
}

function hasGone(request: IncomingMessage, response: ServerResponse): boolean {
  return response.destroyed || request.socket.destroyed;
}

function checkMethod(request: IncomingMessage): void {
  if (request.method !== 'POST') {
    throw new GatewayError('API_INVALID_REQUEST', { httpStatus: 405, detail: 'the method must be POST' });
  }
}

/** Before a limit is counted, so that a call which cannot run costs nothing. */
function isStopping(state: GatewayState): boolean {
  return state === 'leaving' || state === 'draining';
}

function checkState(state: GatewayState): void {
  if (state === 'ready' || state === 'leaving') return;
  const detail = state === 'starting' ? 'the service is starting' : 'the service is about to stop';
  throw new GatewayError('SERVICE_NOT_FOUND', { detail });
}

/** Whether a refusal counts against the client's address: checks 1 to 5, not the limit itself, not our faults. */
function failedBlindly(record: CallRecord, refusal: GatewayError): boolean {
  return !record.isAuthenticated && refusal.httpStatus < 500 && refusal.errorName !== 'RATE_LIMIT_TRY_AGAIN';
}
