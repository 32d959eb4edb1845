import { signRequest } from '@gatehouse/contract/signature';
import { type AdmissionOptions, createCallAdmission } from './admit-call.ts';
import { bodyTooLarge } from './body.ts';
import type { OperationTable } from './call.ts';
import { CallRecord, createCallRecorder, dataOf, idempotencyOf, recordAnswer } from './call-record.ts';
import { isFault, spanAttributes } from './call-span.ts';
import { refusalOf } from './gateway-error.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { PreparedResponse } from './prepared-response.ts';
import { acceptedBody, acceptedResponse, errorResponse, type WireResponse } from './response.ts';

/** A call that the service makes for somebody who may use the key, but does not get its secret. */
interface KeyCall {
  readonly apiKey: string;
  readonly api: string;
  readonly apiVersion: string;
  readonly domain: string;
  readonly idempotencyKey: string | undefined;
  /** As it would be sent. */
  readonly body: Buffer;
  readonly requestId: string;
}

/** Answers what a caller with the key's secret would get; never rejects. */
export type CallAsKey = (call: KeyCall) => Promise<WireResponse>;

export interface KeyCallOptions
  extends Omit<AdmissionOptions, 'onSigned' | 'isRepeated' | 'checkState' | 'verify'>,
    Pick<GatewayOptions<OperationTable>, 'onCall' | 'tracer'> {
  /** Bytes of a body. */
  readonly bodyLimit: number;
}

/**
 * Signs a call by the key's own secret and takes it through the checks that every signed call goes through, without a
 * connection. It is logged and counted as any call. The last use of the secret stays as it was, since that tells which secret callers have.
 */
export function createKeyCaller(options: KeyCallOptions): CallAsKey {
  const { bodyLimit, keys, logger, routes, tracer } = options;
  const admit = createCallAdmission({ ...options, checkState: () => undefined });
  const recordCall = createCallRecorder(logger, options.onCall);

  async function answer(call: KeyCall, record: CallRecord): Promise<[WireResponse, error?: unknown]> {
    const { api, apiVersion, apiKey, body, requestId } = call;
    const exchange = { requestId, close: false };
    try {
      if (body.length > bodyLimit) throw bodyTooLarge(bodyLimit); // 2
      record.bytes = body.length;
      if (routes.has(api)) record.operation = api;
      const sign = signRequest(keys.find(apiKey)?.secrets[0] ?? '', body);
      const signed = { api, apiVersion, apiKey, sign, body, rawHeaders: rawHeadersOf(call) };
      const answered = await admit(signed, record); // 4 to 14
      recordAnswer(record, answered);
      const data = dataOf(answered);
      const text = data instanceof PreparedResponse ? data.body.toString() : acceptedBody(data);
      return [acceptedResponse({ ...exchange, idempotency: idempotencyOf(record) }, text)];
    } catch (error) {
      const refusal = refusalOf(error);
      record.apiCode = refusal.apiCode;
      record.businessCode = undefined;
      return [errorResponse(exchange, refusal), error ?? refusal];
    }
  }

  return async (call) => {
    const record = new CallRecord(call.requestId);
    const span = tracer?.start('gateway call', { kind: 'server' });
    record.traceparent = span?.traceparent;
    const [response, error] = await answer(call, record);
    span?.end({ attributes: spanAttributes(record), isFailed: isFault(record) });
    recordCall(record, error);
    return response;
  };
}

function rawHeadersOf({ domain, idempotencyKey }: KeyCall): string[] {
  return [
    'content-type',
    'application/json',
    'x-domain',
    domain,
    ...(idempotencyKey === undefined ? [] : ['idempotency-key', idempotencyKey]),
  ];
}
