import { signPattern } from '@gatehouse/contract/signature';
import { GatewayError } from './gateway-error.ts';

/** The signed envelope in the query string (interface specification 2.1). */
export interface SignedQuery {
  readonly api: string;
  readonly apiVersion: string;
  readonly apiKey: string;
  /** 64 lowercase hexadecimal digits. */
  readonly sign: string;
}

/** A query string as Fastify parses it: names decoded, a repeated parameter as a list. */
export type ParsedQuery = Readonly<Record<string, string | readonly string[]>>;

/**
 * Check 3: the four parameters present, each once, `sign` in its only form. Other parameters are ignored. Where the path
 * names the operation, `api` may be absent, else it is the same.
 */
export function readQuery(query: ParsedQuery, pathOperation?: string): SignedQuery {
  const api = readOperation(query, pathOperation);
  const apiVersion = single(query, 'apiVersion');
  const apiKey = single(query, 'apiKey');
  const sign = single(query, 'sign');
  if (!signPattern.test(sign)) {
    throw new GatewayError('SIGN_ERROR', { detail: 'sign must be 64 lowercase hexadecimal digits' });
  }
  return { api, apiVersion, apiKey, sign };
}

/**
 * The operation that a path names: `quickscan.submit` of `/gateway/quickscan.submit` below `/gateway`. Undefined where it
 * names none, also with a further part.
 */
export function operationOfPath(path: string, base: string): string | undefined {
  if (!path.startsWith(`${base}/`)) return undefined;
  const name = path.slice(base.length + 1);
  if (name === '' || name.includes('/')) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function readOperation(query: ParsedQuery, pathOperation: string | undefined): string {
  if (pathOperation === undefined) return single(query, 'api');
  const { api = '' } = query;
  if (api === '') return pathOperation;
  if (single(query, 'api') === pathOperation) return pathOperation;
  throw new GatewayError('API_INVALID_REQUEST', { detail: 'api is not the operation that the path names' });
}

/** An empty value says nothing and counts as missing; an empty `sign` is a signature of another form. */
function single(query: ParsedQuery, name: keyof SignedQuery): string {
  const value = query[name];
  if (value === undefined || (value === '' && name !== 'sign')) {
    throw new GatewayError('API_INVALID_REQUEST', { detail: `${name} is missing` });
  }
  if (typeof value !== 'string') {
    throw new GatewayError('API_INVALID_REQUEST', { detail: `${name} appears more than once` });
  }
  return value;
}
