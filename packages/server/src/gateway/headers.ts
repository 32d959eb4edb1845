import { idempotencyKeyPattern } from '@gatehouse/contract';
import { GatewayError } from './gateway-error.ts';

/** Headers of a call that the checks 8 to 10 want. */
export interface CallHeaders {
  contentTypes: number;
  contentType: string;
  contentEncoded: boolean;
  domains: number;
  domain: string;
  idempotencyKeys: number;
  idempotencyKey: string;
}

/** Reads the raw list, because Node folds a repeated header into one value or drops the later ones. */
export function readHeaders(raw: readonly string[]): CallHeaders {
  const found: CallHeaders = {
    contentTypes: 0,
    contentType: '',
    contentEncoded: false,
    domains: 0,
    domain: '',
    idempotencyKeys: 0,
    idempotencyKey: '',
  };
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!;
    const value = raw[i + 1]!;
    if (name.length === 12 && name.toLowerCase() === 'content-type') {
      found.contentTypes++;
      found.contentType = value;
    } else if (name.length === 16 && name.toLowerCase() === 'content-encoding') {
      found.contentEncoded = true;
    } else if (name.length === 8 && name.toLowerCase() === 'x-domain') {
      found.domains++;
      found.domain = value;
    } else if (name.length === 15 && name.toLowerCase() === 'idempotency-key') {
      found.idempotencyKeys++;
      found.idempotencyKey = value;
    }
  }
  return found;
}

const jsonType = /^application\/json[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8")[ \t]*)?$/i;

/** Check 8: `application/json`, at most followed by `charset=utf-8`, and no `Content-Encoding`. */
export function checkContentType(headers: CallHeaders): void {
  if (headers.contentTypes !== 1) {
    throw unsupported(
      headers.contentTypes === 0 ? 'Content-Type is missing' : 'Content-Type appears more than once',
    );
  }
  if (headers.contentType !== 'application/json' && !jsonType.test(headers.contentType)) {
    throw unsupported('Content-Type must be application/json');
  }
  if (headers.contentEncoded) throw unsupported('Content-Encoding is not supported');
}

/** Check 9: exactly one `x-domain` that says something. */
export function readDomain(headers: CallHeaders): string {
  if (headers.domains > 1) {
    throw new GatewayError('API_INVALID_REQUEST', { detail: 'x-domain appears more than once' });
  }
  const domain = headers.domain.trim();
  if (domain === '') throw new GatewayError('API_INVALID_REQUEST', { detail: 'x-domain is missing' });
  return domain;
}

/** Check 13, of an operation that keeps keys: at most one `Idempotency-Key`, of its form; undefined where there is none. */
export function readIdempotencyKey(headers: CallHeaders): string | undefined {
  if (headers.idempotencyKeys === 0) return undefined;
  if (headers.idempotencyKeys > 1) {
    throw new GatewayError('API_INVALID_REQUEST', { detail: 'Idempotency-Key appears more than once' });
  }
  if (!idempotencyKeyPattern.test(headers.idempotencyKey)) {
    const submitted = JSON.stringify(headers.idempotencyKey.slice(0, 40));
    const detail = `Idempotency-Key ${submitted} must be 1 to 255 visible ASCII characters`;
    throw new GatewayError('API_INVALID_REQUEST', { detail });
  }
  return headers.idempotencyKey;
}

/** The key that the answer repeats, of an operation that keeps none itself. */
export function repeatableIdempotencyKey(headers: CallHeaders): string | undefined {
  const isOne = headers.idempotencyKeys === 1 && idempotencyKeyPattern.test(headers.idempotencyKey);
  return isOne ? headers.idempotencyKey : undefined;
}

function unsupported(detail: string): GatewayError {
  return new GatewayError('API_INVALID_REQUEST', { httpStatus: 415, detail });
}
