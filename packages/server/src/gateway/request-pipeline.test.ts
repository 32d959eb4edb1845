import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallRequest, keyRecord, startTestGateway, type TestGateway } from './gateway.fixture.ts';

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const keys = [
  keyRecord(),
  keyRecord({ apiKey: 'ak_rated', rate: { requests: 1, seconds: 1 } }),
  keyRecord({ apiKey: 'ak_spent', callsLimited: true }),
  keyRecord({ apiKey: 'ak_rated_spent', rate: { requests: 1, seconds: 1 }, callsLimited: true }),
  keyRecord({
    apiKey: 'ak_domainless',
    domains: new Set(['corporate']),
    rate: { requests: 1, seconds: 1 },
    callsLimited: true,
  }),
  keyRecord({ apiKey: 'ak_narrow', operations: new Set(['workflow.execution.status']) }),
];

/** Faults of a call, in the order of docs/interface.md 2. Each row can be put on a call together with any other. */
const faults: readonly {
  check: string;
  answer: [apiCode: number, apiMsg: string, status: number];
  put: (call: Mutable) => void;
}[] = [
  { check: '1 method', answer: [999301, 'API_INVALID_REQUEST', 405], put: (call) => (call.method = 'PUT') },
  {
    check: '2 body size',
    answer: [999301, 'API_INVALID_REQUEST', 413],
    put: (call) => (call.body = `{"word":"${'x'.repeat(2000)}"}`),
  },
  {
    check: '3 query parameter',
    answer: [999301, 'API_INVALID_REQUEST', 400],
    put: (call) => (call.moreQuery = '&api=open.operation'),
  },
  {
    check: '3 form of sign',
    answer: [999001, 'SIGN_ERROR', 403],
    put: (call) => (call.query['sign'] = 'A'.repeat(64)),
  },
  {
    check: '4 key',
    answer: [999305, 'TENANT_NOT_FOUND', 401],
    put: (call) => (call.query['apiKey'] = 'ak_nobody'),
  },
  { check: '5 signature', answer: [999001, 'SIGN_ERROR', 403], put: (call) => (call.secret = 'wrong') },
  {
    check: '6 api',
    answer: [999302, 'API_NOT_FOUND', 404],
    put: (call) => (call.query['api'] = 'constructor'),
  },
  {
    check: '7 apiVersion',
    answer: [999302, 'API_NOT_FOUND', 404],
    put: (call) => (call.query['apiVersion'] = '1.0'),
  },
  {
    check: '8 content type',
    answer: [999301, 'API_INVALID_REQUEST', 415],
    put: (call) => (call.headers['content-type'] = 'text/plain'),
  },
  {
    check: '9 x-domain present',
    answer: [999301, 'API_INVALID_REQUEST', 400],
    put: (call) => (call.headers['x-domain'] = undefined),
  },
  {
    check: '10 permission for the domain',
    answer: [999303, 'API_NON_AUTHORIZED', 403],
    put: (call) => (call.query['apiKey'] ??= 'ak_domainless'),
  },
  {
    check: '11 rate limit',
    answer: [999304, 'RATE_LIMIT_TRY_AGAIN', 429],
    put: (call) => (call.query['apiKey'] ??= 'ak_rated_spent'),
  },
  {
    check: '12 call quota',
    answer: [999501, 'REQUEST_API_EXCEED_LIMIT', 403],
    put: (call) => (call.query['apiKey'] ??= 'ak_spent'),
  },
  {
    check: '13 body',
    answer: [999301, 'API_INVALID_REQUEST', 400],
    put: (call) => (call.body = `${call.body ?? '{}'},`),
  },
];

interface Mutable {
  method?: string;
  body?: string;
  moreQuery?: string;
  secret?: string;
  query: Record<string, string | undefined>;
  headers: Record<string, string | undefined>;
}

function callWith(...put: readonly ((call: Mutable) => void)[]): CallRequest {
  const call: Mutable = { query: {}, headers: {} };
  for (const fault of put) fault(call);
  return call;
}

let testGateway: TestGateway;
beforeAll(async () => {
  testGateway = await startTestGateway({
    keys,
    settings: { bodyLimit: 1000, clientRate: { calls: 1_000_000, seconds: 60 } },
    options: {
      keyLimits: {
        deductRate: async () => ({ allowed: false, retryAfterSeconds: 2.2 }),
        deductCall: async () => false,
      },
    },
  });
});
afterAll(() => testGateway.close());

describe('an accepted call', () => {
  it('is answered with the envelope, its data and a request id', async () => {
    const answer = await testGateway.call();
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('{"apiCode":200,"apiMsg":"OK","data":{"code":200,"word":"good"}}');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('x-request-id')).toMatch(uuid7);
    expect(answer.detail).toBeNull();
  });

  it('has the request id of its header in its data and in its log line', async () => {
    const answer = await testGateway.call({
      query: { api: 'workflow.apply.submit', apiVersion: '2.0.0' },
      body: '{"eventType":"KYC_EVENT","source":"API","data":{"customerId":"c"}}',
    });
    const requestId = answer.headers.get('x-request-id');
    expect(answer.data).toMatchObject({ code: 200, requestId });
    expect(testGateway.lines.find((line) => line['requestId'] === requestId)).toMatchObject({ apiCode: 200 });
  });
});

describe('the order of checks', () => {
  it.each(faults)('answers $check with $answer', async ({ answer: [apiCode, apiMsg, status], put }) => {
    const answer = await testGateway.call(callWith(put));
    expect(answer.status).toBe(status);
    expect(answer.text).toBe(`{"apiCode":${apiCode},"apiMsg":"${apiMsg}","data":null}`);
    expect(answer.headers.get('x-request-id')).toMatch(uuid7);
    expect(answer.detail).toMatch(/^[\x20-\x7e]{1,256}$/);
  });

  const pairs = faults.flatMap((earlier, i) =>
    faults.slice(i + 1).map((later) => ({ earlier, later, title: `${earlier.check} before ${later.check}` })),
  );
  it.each(pairs)('answers $title', async ({ earlier, later }) => {
    const answer = await testGateway.call(callWith(earlier.put, later.put));
    expect([answer.apiCode, answer.apiMsg, answer.status]).toEqual(earlier.answer);
  });

  it('tells the seconds to wait when the rate limit is reached', async () => {
    const answer = await testGateway.call({ query: { apiKey: 'ak_rated' } });
    expect(answer.headers.get('retry-after')).toBe('3');
  });

  it('names the allowed method to every other one, known to HTTP or rare', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'SEARCH', 'LOCK']) {
      const answer = await testGateway.call({ method });
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'POST']);
      expect(answer.headers.get('x-request-id')).toMatch(uuid7);
      if (method !== 'HEAD') expect(answer.apiCode).toBe(999301);
    }
  });

  it('refuses an operation that the key may not call', async () => {
    const answer = await testGateway.call({ query: { apiKey: 'ak_narrow' } });
    expect([answer.status, answer.apiCode]).toEqual([403, 999303]);
  });
});
