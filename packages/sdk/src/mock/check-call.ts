import { type GatewayErrorName, gatewayErrors } from '@gatehouse/contract/errors';
import { isOperationName } from '../operations.ts';
import { bytesOfHex, createSigner } from '../signing.ts';
import type { OperationName } from '../wire-types.ts';

/** A request as it came. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: URL;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Who may call. */
export interface MockKey {
  readonly apiKey: string;
  readonly secret: string;
  readonly domains: readonly string[];
}

/** A call that passed every check. */
export interface MockCall {
  readonly operation: OperationName;
  readonly version: string;
  readonly domain: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The parsed body. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly body: Uint8Array;
}

/** Refuses a call as a gateway does. */
export class MockRefusal extends Error {
  readonly error: GatewayErrorName;
  readonly httpStatus: number;

  constructor(error: GatewayErrorName, detail: string, httpStatus: number = gatewayErrors[error].httpStatus) {
    super(detail);
    this.error = error;
    this.httpStatus = httpStatus;
  }
}

/** Bytes that a body may have. */
export const bodyLimit = 1_048_576;

/** The versions that an operation is called by; absent: any N.N.N. */
export const versions: Partial<Record<OperationName, readonly string[]>> = {
  'sdk.launch.link.generate': ['1.0.0'],
  'workflow.apply.submit': ['1.0.0', '2.0.0'],
  'workflow.execution.status': ['1.0.0'],
  'workflow.apply.query': ['1.0.0'],
  'quickscan.submit': ['1.0.0'],
  'quickscan.detail': ['1.0.0'],
  'quickscan.hits': ['1.0.0'],
};

/** The gateway's checks, in its order. Throws `MockRefusal` at the first that fails. */
export async function checkCall(request: ReceivedRequest, key: MockKey): Promise<MockCall> {
  if (request.method !== 'POST') throw new MockRefusal('API_INVALID_REQUEST', 'the method must be POST', 405);
  if (request.body.length > bodyLimit) {
    throw new MockRefusal('API_INVALID_REQUEST', `the body may have ${bodyLimit} bytes`, 413);
  }
  const query = readQuery(request.url.searchParams);
  if (query.apiKey !== key.apiKey) {
    throw new MockRefusal('TENANT_NOT_FOUND', 'apiKey is unknown, disabled or expired');
  }
  if (!(await isSignedBy(key.secret, request.body, query.sign))) {
    throw new MockRefusal(
      'SIGN_ERROR',
      'sign is not the HMAC-SHA256 of the body as received, keyed by the secret of apiKey',
    );
  }
  const operation = readOperation(query);
  const domain = readDomain(request.headers, key);
  return {
    operation,
    version: query.apiVersion,
    domain,
    headers: request.headers,
    input: readBody(request.body),
    body: request.body,
  };
}

function readQuery(query: URLSearchParams): Record<'api' | 'apiVersion' | 'apiKey' | 'sign', string> {
  const [api, apiVersion, apiKey, sign] = ['api', 'apiVersion', 'apiKey', 'sign'].map((name) => {
    const [value, ...further] = query.getAll(name);
    if (value === undefined || (value === '' && name !== 'sign')) {
      throw new MockRefusal('API_INVALID_REQUEST', `${name} is missing`);
    }
    if (further.length > 0) throw new MockRefusal('API_INVALID_REQUEST', `${name} appears more than once`);
    return value;
  }) as [string, string, string, string];
  if (!/^[0-9a-f]{64}$/.test(sign)) {
    throw new MockRefusal('SIGN_ERROR', 'sign must be 64 lowercase hexadecimal digits');
  }
  return { api, apiVersion, apiKey, sign };
}

async function isSignedBy(secret: string, body: Uint8Array<ArrayBuffer>, sign: string): Promise<boolean> {
  const expected = bytesOfHex(await createSigner(secret)(body));
  const given = bytesOfHex(sign);
  return expected.reduce((difference, byte, index) => difference | (byte ^ given[index]!), 0) === 0;
}

function readOperation({ api, apiVersion }: { api: string; apiVersion: string }): OperationName {
  if (!isOperationName(api)) throw new MockRefusal('API_NOT_FOUND', 'api is not an operation');
  const accepted = versions[api];
  const isAccepted = accepted?.includes(apiVersion) ?? /^\d+\.\d+\.\d+$/.test(apiVersion);
  if (!isAccepted) {
    const wanted = accepted?.join(' or ') ?? 'of the form N.N.N';
    throw new MockRefusal('API_NOT_FOUND', `apiVersion of ${api} must be ${wanted}`);
  }
  return api;
}

function readDomain(headers: ReceivedRequest['headers'], { domains }: MockKey): string {
  const type = headers['content-type'] ?? '';
  if (!/^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    throw new MockRefusal('API_INVALID_REQUEST', 'Content-Type must be application/json', 415);
  }
  const domain = headers['x-domain'];
  if (domain === undefined || domain === '') {
    throw new MockRefusal('API_INVALID_REQUEST', 'x-domain is missing');
  }
  if (!domains.includes(domain)) {
    throw new MockRefusal('API_NON_AUTHORIZED', 'the key may not use this x-domain');
  }
  return domain;
}

function readBody(body: Uint8Array): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    throw new MockRefusal('API_INVALID_REQUEST', 'body is not acceptable JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MockRefusal('API_INVALID_REQUEST', 'body is not acceptable JSON: an object is expected');
  }
  return value as Readonly<Record<string, unknown>>;
}
