import { BusinessError, GatewayCallError } from './errors.ts';

/** Reads an answer in the order of interface specification 7: HTTP status, `apiCode`, then `data.code`. */
export function readAnswer(
  { operation, idempotencyKey }: { operation: string; idempotencyKey?: string | undefined },
  response: Response,
  text: string,
): unknown {
  const facts = {
    operation,
    idempotencyKey,
    httpStatus: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
  };
  const envelope = parseEnvelope(text);
  if (!response.ok || envelope?.apiCode !== 200) {
    throw new GatewayCallError({
      ...facts,
      apiCode: envelope?.apiCode,
      apiMsg: envelope?.apiMsg,
      detail: response.headers.get('x-error-detail') ?? undefined,
      retryAfterMs: readRetryAfter(response.headers),
    });
  }
  const { data } = envelope;
  // The interface specification lists no `code` for a screening submit (4.2), so its absence is no failure.
  if (isRecord(data) && typeof data['code'] === 'number' && data['code'] !== 200) {
    throw new BusinessError(facts, data['code'], data);
  }
  return data;
}

interface Envelope {
  apiCode: number;
  apiMsg: string | undefined;
  data: unknown;
}

function parseEnvelope(text: string): Envelope | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || typeof value['apiCode'] !== 'number') return undefined;
  const apiMsg = typeof value['apiMsg'] === 'string' ? value['apiMsg'] : undefined;
  return { apiCode: value['apiCode'], apiMsg, data: value['data'] };
}

/** `Retry-After` in milliseconds, given as seconds or as a date (RFC 9110, 10.2.3). */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : Math.max(0, instant - Date.now());
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
