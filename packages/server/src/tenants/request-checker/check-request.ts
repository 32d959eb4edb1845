import { parse as parseQuery } from 'node:querystring';
import {
  parseInput,
  type RequestCheckName,
  type RequestFinding,
  requestChecks,
  type SignedBytes,
} from '@gatehouse/contract';
import type { KeyRecord, OperationRoutes, Route } from '../../gateway/index.ts';
import {
  type CallHeaders,
  checkContentType,
  checkPermission,
  GatewayError,
  isLive,
  operationOfPath,
  type ParsedQuery,
  readDomain,
  readHeaders,
  readIdempotencyKey,
  readQuery,
} from '../../gateway/index.ts';
import { describeFault } from '../../lib/json/json-fault.ts';
import { parseStrictJson } from '../../lib/json/strict-json.ts';
import { type DescribedSign, describeSign } from './signature-diagnosis.ts';

/** A request as somebody pasted it: nothing of it was called. */
export interface WrittenRequest {
  readonly method: string;
  readonly url: string;
  /** A header a line. */
  readonly headers: string;
  readonly body: Uint8Array;
}

/** What it is held against. */
export interface CheckedAgainst {
  /** Where the gateway is reached. */
  readonly baseUrl: string;
  readonly routes: OperationRoutes;
  /** A key of whoever asks; undefined: it is none of theirs. */
  readonly keyOf: (apiKey: string) => KeyRecord | undefined;
  /** Bytes that a body may have. */
  readonly bodyLimit: number;
  readonly now: Date;
}

export interface CheckedRequest {
  readonly findings: readonly RequestFinding[];
  /** Undefined where the key is not known. */
  readonly signed: SignedBytes | undefined;
  readonly apiKey: string | undefined;
}

/**
 * What the gateway would say to a request: the same checks by the same functions, each reported, and those after a refusal
 * too as far as they can be made. Takes no rate, no call and no unit.
 */
export async function checkRequest(
  written: WrittenRequest,
  against: CheckedAgainst,
): Promise<CheckedRequest> {
  const findings = new Findings();
  const address = URL.parse(written.url, against.baseUrl);
  const query = parseQuery(address?.search.slice(1) ?? '') as ParsedQuery;
  const pathOperation = operationOfPath(address?.pathname ?? '', new URL(against.baseUrl).pathname);
  const api = pathOperation ?? textOf(query['api']);
  findings.see('method', () => checkMethod(written.method));
  findings.see('address', () => checkAddress(address, against.baseUrl));
  findings.see('size', () => checkSize(written.body, against.bodyLimit));
  findings.see('query', () => {
    const { api, apiVersion } = readQuery(query, pathOperation);
    return `${api} at version ${apiVersion}`;
  });
  const apiKey = textOf(query['apiKey']);
  const key = apiKey === undefined ? undefined : against.keyOf(apiKey);
  if (apiKey !== undefined) findings.see('key', () => describeKey(apiKey, key, against.now));
  const submitted = textOf(query['sign']);
  const signed = { body: written.body, given: submitted, query: address?.search ?? '', now: against.now };
  const sign = key && (await describeSign(key, signed));
  if (sign !== undefined) findings.see('signature', () => checkSignature(sign, key?.previous?.until));
  const route = findRoute(findings, { api, version: textOf(query['apiVersion']) }, against.routes);
  const headers = readHeaders(rawHeaders(written.headers));
  checkHeaders(findings, headers, { key, api });
  if (key !== undefined) describeKeyLimits(findings, key);
  const checked = () => ({ findings: findings.all(), signed: sign?.signed, apiKey });
  if (written.body.length > against.bodyLimit) return checked();
  const json = parseStrictJson(written.body);
  findings.see('json', () => {
    if (!json.ok) throw new GatewayError('API_INVALID_REQUEST', { detail: describeFault(json.fault) });
    if (route?.operation.idempotencyKey !== 'kept') return 'the body is one JSON object';
    const idempotencyKey = readIdempotencyKey(headers);
    if (idempotencyKey === undefined) return 'the body is one JSON object; no Idempotency-Key';
    return `the body is one JSON object; the Idempotency-Key is ${idempotencyKey}`;
  });
  if (json.ok && route !== undefined) findings.see('fields', () => checkFields(route, json.value));
  return checked();
}

/** One finding for each check, in the gateway's order; what nothing was said of is unknown. */
class Findings {
  readonly #found = new Map<RequestCheckName, RequestFinding>();

  /** Makes a check: it answers what was seen, or refuses as the gateway does. */
  see(check: RequestCheckName, look: () => string): void {
    try {
      this.#found.set(check, { check, state: 'passed', message: look() });
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      const message = `${error.errorName} (${error.apiCode}): ${error.detail ?? ''}`;
      this.#found.set(check, { check, state: 'failed', message });
    }
  }

  /** What only a call can tell. */
  leave(check: RequestCheckName, message: string): void {
    this.#found.set(check, { check, state: 'unknown', message });
  }

  all(): RequestFinding[] {
    return requestChecks.map(
      (check) =>
        this.#found.get(check) ?? {
          check,
          state: 'unknown',
          message: 'not checked: earlier checks have to pass first',
        },
    );
  }
}

function checkMethod(method: string): string {
  if (method !== 'POST') {
    throw new GatewayError('API_INVALID_REQUEST', { detail: `the method is ${method}, and must be POST` });
  }
  return 'POST';
}

function checkAddress(address: URL | null, baseUrl: string): string {
  const base = new URL(baseUrl);
  if (address === null) throw invalid('the URL cannot be read');
  const isAlias = operationOfPath(address.pathname, base.pathname) !== undefined;
  if (address.pathname !== base.pathname && !isAlias) {
    throw invalid(`the path is ${address.pathname}, and must be ${base.pathname}`);
  }
  return address.origin === base.origin
    ? `${base.origin}${address.pathname}`
    : `sent to ${address.origin}; the public URL of this service is ${base.origin}`;
}

function checkSize({ length }: Uint8Array, limit: number): string {
  if (length <= limit) return `${length} bytes`;
  throw invalid(`the body has ${length} bytes; the limit is ${limit} (status 413)`);
}

function describeKey(apiKey: string, key: KeyRecord | undefined, now: Date): string {
  if (key === undefined) {
    throw new GatewayError('TENANT_NOT_FOUND', {
      detail: `${apiKey} is not a key of this tenant, or was revoked`,
    });
  }
  if (isLive(key, now)) return apiKey;
  const why = key.enabled && key.tenantEnabled ? 'has expired' : 'is disabled';
  throw new GatewayError('TENANT_NOT_FOUND', { detail: `${apiKey} ${why}` });
}

/** A look takes nothing of what a key may spend, and so cannot tell what is left at the time of a call. */
function describeKeyLimits(findings: Findings, { rate, callsLimited }: KeyRecord): void {
  const bounds = [
    ...(rate === undefined ? [] : [`${rate.requests} requests in ${rate.seconds} s`]),
    ...(callsLimited ? ['a total number of calls'] : []),
  ];
  if (bounds.length === 0) findings.see('budgets', () => 'the key has no limit');
  else
    findings.leave(
      'budgets',
      `the key is limited to ${bounds.join(' and ')}: only a call shows what remains`,
    );
}

function checkSignature(
  { signed: { madeWith, madeOf, given: submitted }, triedAll }: DescribedSign,
  previousUntil: Date | undefined,
): string {
  if (madeWith === 'current') return 'valid for this body, with the current secret';
  if (madeWith === 'previous') return 'valid for this body, with the previous secret, which expires soon';
  if (madeWith === 'ended') {
    const detail = `made with the previous secret, which expired at ${previousUntil?.toISOString()}`;
    throw new GatewayError('SIGN_ERROR', { detail });
  }
  if (submitted === null) throw new GatewayError('SIGN_ERROR', { detail: 'sign is missing' });
  const unknown = triedAll
    ? 'made with another secret, or for a body that does not resemble this one'
    : 'made with another secret or for another body; a body this large or deeply nested is not compared with the usual variants';
  throw new GatewayError('SIGN_ERROR', { detail: madeOf?.words ?? unknown });
}

function findRoute(
  findings: Findings,
  { api, version }: { readonly api: string | undefined; readonly version: string | undefined },
  routes: OperationRoutes,
): Route | undefined {
  if (api === undefined || version === undefined) return undefined;
  let route: Route | undefined;
  findings.see('operation', () => {
    route = routes.find(api, version);
    return route.operation.title;
  });
  return route;
}

function checkHeaders(
  findings: Findings,
  headers: CallHeaders,
  { key, api }: { readonly key: KeyRecord | undefined; readonly api: string | undefined },
): void {
  findings.see('contentType', () => {
    checkContentType(headers);
    return headers.contentType;
  });
  findings.see('domain', () => readDomain(headers));
  const domain = headers.domain.trim();
  if (key === undefined || api === undefined || domain === '') return;
  findings.see('permission', () => {
    checkPermission(key, domain, api);
    return `the key may call ${api} for ${domain}`;
  });
}

function checkFields(route: Route, body: unknown): string {
  const input = parseInput(route.schema, body);
  if (!input.ok) throw invalid(input.bad.message);
  return 'all fields are present and of the right type; the operation checks their values only in a call';
}

function invalid(detail: string): GatewayError {
  return new GatewayError('API_INVALID_REQUEST', { detail });
}

function textOf(value: ParsedQuery[string] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Names and values in turn, as Node hands them on. */
function rawHeaders(text: string): string[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.includes(':'))
    .flatMap((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    });
}
