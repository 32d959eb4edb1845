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

const names = ['api', 'apiVersion', 'apiKey', 'sign'] as const;
type Name = (typeof names)[number];

/** Check 3: the four parameters present, each once, `sign` in its only form. Other parameters are ignored. */
export function readQuery(url: string): SignedQuery {
  const found = collect(url);
  for (const name of names) {
    const value = found[name];
    if (value === undefined || (value === '' && name !== 'sign')) throw invalid(`${name} is missing`);
  }
  const query = found as SignedQuery;
  if (!signPattern.test(query.sign)) {
    throw new GatewayError('SIGN_ERROR', { detail: 'sign must be 64 lowercase hexadecimal digits' });
  }
  return query;
}

function collect(url: string): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  let start = url.indexOf('?') + 1;
  if (start === 0) return found;
  while (start <= url.length) {
    let end = url.indexOf('&', start);
    if (end === -1) end = url.length;
    let equals = url.indexOf('=', start);
    if (equals === -1 || equals > end) equals = end;
    const name = knownName(url.slice(start, equals));
    if (name !== undefined) {
      if (found[name] !== undefined) throw invalid(`${name} stands more than once`);
      const value = decode(url.slice(equals + 1, end));
      if (value === undefined) throw invalid(`${name} is not percent-encoded UTF-8`);
      found[name] = value;
    }
    start = end + 1;
  }
  return found;
}

/** Names are compared decoded, so that `%61pi` is a second `api` and not a stranger. */
function knownName(raw: string): Name | undefined {
  const name = decode(raw) as Name;
  return names.includes(name) ? name : undefined;
}

function decode(raw: string): string | undefined {
  if (!raw.includes('%') && !raw.includes('+')) return raw;
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function invalid(detail: string): GatewayError {
  return new GatewayError('API_INVALID_REQUEST', { detail });
}
