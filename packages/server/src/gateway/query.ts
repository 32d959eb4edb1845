import { signPattern } from '@gatehouse/contract/signature';
import { GatewayError } from './gateway-error.ts';

/** The signed envelope in the query string (spec 2.1). */
export interface SignedQuery {
  readonly api: string;
  readonly apiVersion: string;
  readonly apiKey: string;
  /** 64 lowercase hexadecimal digits. */
  readonly sign: string;
}

/** A query string as Fastify parses it: names decoded, a parameter that stands more than once as a list. */
export type ParsedQuery = Readonly<Record<string, string | readonly string[]>>;

/** Check 3: the four parameters present, each once, `sign` in its only form. Other parameters are ignored. */
export function readQuery(query: ParsedQuery): SignedQuery {
  const api = single(query, 'api');
  const apiVersion = single(query, 'apiVersion');
  const apiKey = single(query, 'apiKey');
  const sign = single(query, 'sign');
  if (!signPattern.test(sign)) {
    throw new GatewayError('SIGN_ERROR', { detail: 'sign must be 64 lowercase hexadecimal digits' });
  }
  return { api, apiVersion, apiKey, sign };
}

/** An empty value says nothing and counts as missing; an empty `sign` is a signature of another form. */
function single(query: ParsedQuery, name: keyof SignedQuery): string {
  const value = query[name];
  if (value === undefined || (value === '' && name !== 'sign')) {
    throw new GatewayError('API_INVALID_REQUEST', { detail: `${name} is missing` });
  }
  if (typeof value !== 'string') {
    throw new GatewayError('API_INVALID_REQUEST', { detail: `${name} stands more than once` });
  }
  return value;
}
