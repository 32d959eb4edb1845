import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { accepted } from '@gatehouse/contract';
import { describeFault } from '../lib/json/json-fault.ts';
import { parseStrictJson } from '../lib/json/strict-json.ts';
import type { SpanAttributes } from '../lib/tracing.ts';
import { authenticate } from './authenticate.ts';
import { checkPermission, enforceKeyLimits } from './authorize.ts';
import { ClientGone, readBody } from './body.ts';
import type { Idempotency, OperationTable } from './call.ts';
import { CallRecord, createCallRecorder } from './call-record.ts';
import { createClientLimit } from './client-limit.ts';
import { GatewayError, refusalOf } from './gateway-error.ts';
import type { GatewayOptions, GatewayState } from './gateway-options.ts';
import {
  type CallHeaders,
  checkContentType,
  readDomain,
  readHeaders,
  readIdempotencyKey,
  repeatableIdempotencyKey,
} from './headers.ts';
import { createOperationRoutes, type Route } from './operation-routes.ts';
import { acceptsGzip, PreparedResponse } from './prepared-response.ts';
import { type ParsedQuery, readQuery } from './query.ts';
import { ReplayDetector } from './replay-detector.ts';
import { ReplayedResponse } from './replayed-response.ts';
import { acceptedBody, type Exchange, sendAccepted, sendError, sendPrepared } from './response.ts';
import { type RunOptions, runOperation } from './run-operation.ts';

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
  const { keys, keyLimits, clock, logger, settings, state, verify } = options;
  const routes = createOperationRoutes(options.operations, options.handlers, settings.wireApiVersions);
  const clientLimit = createClientLimit(settings);
  const bodyLimits = { bytes: settings.bodyLimit, milliseconds: settings.bodyTimeoutMs ?? 15_000 };
  const recordCall = createCallRecorder(logger, options.onCall);
  const repeated = new ReplayDetector();
  const runOptions: RunOptions = {
    checkOutput: options.checkOutput ?? false,
    onLateFailure: (err, { requestId, operation }) =>
      logger.warn({ requestId, operation, err }, 'the operation failed after its time was up'),
  };

  async function admit(
    { request, query, pathOperation }: IncomingRequest,
    record: CallRecord,
  ): Promise<unknown> {
    checkMethod(request); // 1
    const body = await readBody(request, bodyLimits); // 2
    record.bytes = body.length;
    const { api, apiVersion, apiKey, sign } = readQuery(query, pathOperation); // 3
    if (routes.has(api)) record.operation = api;
    clientLimit.check(request);
    const receivedAt = clock.now();
    const found = keys.find(apiKey);
    record.apiKey = found?.apiKey;
    const use = authenticate(found, { sign, body, receivedAt }, verify); // 4, 5
    const { key } = use;
    options.onSigned?.(use);
    record.isAuthenticated = true;
    record.tenantId = key.tenantId;
    if (settings.countsRepeats?.has(api)) record.isRepeated = repeated.record(apiKey, sign);
    const route = routes.find(api, apiVersion); // 6, 7
    record.apiVersion = apiVersion;
    const headers = readHeaders(request.rawHeaders);
    checkContentType(headers); // 8
    const domain = readDomain(headers); // 9
    checkPermission(key, domain, api); // 10
    record.domain = domain;
    checkState(state());
    if (key.rate !== undefined || key.callsLimited) await enforceKeyLimits(keyLimits, key); // 11, 12
    const idempotency = readIdempotency(route, headers, { apiVersion, body }); // 13
    record.idempotencyKey = idempotency?.key ?? repeatedKey(route, headers);
    const json = parseStrictJson(body);
    if (!json.ok) throw new GatewayError('API_INVALID_REQUEST', { detail: describeFault(json.fault) });
    const scope = { tenantId: key.tenantId, domain };
    const { requestId, traceparent } = record;
    const facts = { apiVersion, scope, apiKey, requestId, receivedAt, idempotency, traceparent };
    return runOperation(route, facts, json.value, runOptions); // 14
  }

  /** Sends what `admit` came to; answers what the call failed with, if it did. */
  async function answer(arrival: IncomingRequest, record: CallRecord): Promise<unknown> {
    const { request, response, requestId } = arrival;
    try {
      const answered = await admit(arrival, record);
      record.isReplayed = answered instanceof ReplayedResponse;
      const data = answered instanceof ReplayedResponse ? answered.data : answered;
      const send = sendingOf(data, request);
      record.apiCode = accepted.apiCode;
      record.businessCode = businessCodeOf(data);
      record.executionId = executionIdOf(data);
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

function spanAttributes(record: CallRecord): SpanAttributes {
  return {
    'gatehouse.operation': record.operation,
    'gatehouse.request_id': record.requestId,
    'gatehouse.tenant': record.tenantId,
    'gatehouse.domain': record.domain,
    'gatehouse.api_code': record.apiCode,
    'gatehouse.business_code': record.businessCode,
    'gatehouse.execution_id': record.executionId,
  };
}

/** Refusals of what the caller sent are ordinary answers. */
function isFault({ apiCode }: CallRecord): boolean {
  return apiCode === 999_000 || (apiCode !== undefined && apiCode >= 999_400 && apiCode < 999_500);
}

/** The call's `Idempotency-Key`, for an operation that keeps such keys. */
function readIdempotency(
  { operation }: Route,
  headers: CallHeaders,
  { apiVersion, body }: { readonly apiVersion: string; readonly body: Buffer },
): Idempotency | undefined {
  if (operation.idempotencyKey !== 'kept') return undefined;
  const key = readIdempotencyKey(headers);
  if (key === undefined) return undefined;
  return { key, requestDigest: createHash('sha256').update(`${apiVersion}\n`).update(body).digest('hex') };
}

function repeatedKey({ operation }: Route, headers: CallHeaders): string | undefined {
  return operation.idempotencyKey === 'repeated' ? repeatableIdempotencyKey(headers) : undefined;
}

function idempotencyOf({ idempotencyKey, isReplayed }: CallRecord): Exchange['idempotency'] {
  return idempotencyKey === undefined ? undefined : { key: idempotencyKey, isReplayed };
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

/** The execution that an answer is about, so that the log leads from the call to it. */
function executionIdOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('executionId' in data)) return undefined;
  return typeof data.executionId === 'string' && data.executionId !== '' ? data.executionId : undefined;
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

function businessCodeOf(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('code' in data)) return undefined;
  return typeof data.code === 'number' ? data.code : undefined;
}
