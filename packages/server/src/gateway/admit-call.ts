import { createHash } from 'node:crypto';
import { describeFault } from '../lib/json/json-fault.ts';
import { parseStrictJson } from '../lib/json/strict-json.ts';
import { authenticate } from './authenticate.ts';
import { checkPermission, enforceKeyLimits } from './authorize.ts';
import type { Idempotency, OperationTable } from './call.ts';
import type { CallRecord } from './call-record.ts';
import { GatewayError } from './gateway-error.ts';
import type { GatewayOptions } from './gateway-options.ts';
import {
  type CallHeaders,
  checkContentType,
  readDomain,
  readHeaders,
  readIdempotencyKey,
  repeatableIdempotencyKey,
} from './headers.ts';
import type { OperationRoutes, Route } from './operation-routes.ts';
import type { SignedQuery } from './query.ts';
import { type RunOptions, runOperation } from './run-operation.ts';

/** A call that was read, whatever it came by. */
interface SignedCall extends SignedQuery {
  readonly body: Buffer;
  /** Names and values in turn, as Node hands them on. */
  readonly rawHeaders: readonly string[];
}

/** Takes a call through checks 4 to 14, noting in its record what was proven; answers as `runOperation`. */
export type AdmitCall = (call: SignedCall, record: CallRecord) => Promise<unknown>;

export interface AdmissionOptions
  extends Pick<
    GatewayOptions<OperationTable>,
    'keys' | 'keyLimits' | 'clock' | 'logger' | 'onSigned' | 'checkOutput' | 'verify'
  > {
  readonly routes: OperationRoutes;
  /** Whether the key sent the very same call before; asked once of each call that is signed. */
  readonly isRepeated?: (call: SignedQuery) => boolean;
  /** Refuses while operations do not run. */
  readonly checkState: () => void;
}

/** The checks of docs/interface.md 2 that a signed call goes through once its bytes are there, in their order. */
export function createCallAdmission(options: AdmissionOptions): AdmitCall {
  const { keys, keyLimits, clock, logger, routes, verify } = options;
  const runOptions: RunOptions = {
    checkOutput: options.checkOutput ?? false,
    onLateFailure: (err, { requestId, operation }) =>
      logger.warn({ requestId, operation, err }, 'the operation failed after its time was up'),
  };
  return async (call, record) => {
    const { api, apiVersion, apiKey, sign, body, rawHeaders } = call;
    const receivedAt = clock.now();
    const found = keys.find(apiKey);
    record.apiKey = found?.apiKey;
    const use = authenticate(found, { sign, body, receivedAt }, verify); // 4, 5
    const { key } = use;
    options.onSigned?.(use);
    record.isAuthenticated = true;
    record.tenantId = key.tenantId;
    record.isRepeated = options.isRepeated?.(call) ?? false;
    const route = routes.find(api, apiVersion); // 6, 7
    record.apiVersion = apiVersion;
    const headers = readHeaders(rawHeaders);
    checkContentType(headers); // 8
    const domain = readDomain(headers); // 9
    checkPermission(key, domain, api); // 10
    record.domain = domain;
    options.checkState();
    if (key.rate !== undefined || key.callsLimited) await enforceKeyLimits(keyLimits, key); // 11, 12
    const idempotency = readIdempotency(route, headers, { apiVersion, body }); // 13
    record.idempotencyKey = idempotency?.key ?? repeatedKey(route, headers);
    const json = parseStrictJson(body);
    if (!json.ok) throw new GatewayError('API_INVALID_REQUEST', { detail: describeFault(json.fault) });
    const scope = { tenantId: key.tenantId, domain };
    const { requestId, traceparent } = record;
    const facts = { apiVersion, scope, apiKey, requestId, receivedAt, idempotency, traceparent };
    return runOperation(route, facts, json.value, runOptions); // 14
  };
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
