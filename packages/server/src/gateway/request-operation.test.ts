import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  keyRecord,
  secret,
  signedPath,
  startTestGateway,
  type TestGateway,
  type TestGatewayChange,
} from './gateway.fixture.ts';
import { GatewayError, refuse, refuseInput } from './index.ts';

let testGateway: TestGateway;
async function open(change: TestGatewayChange = {}): Promise<TestGateway> {
  testGateway = await startTestGateway(change);
  return testGateway;
}
afterEach(() => testGateway.close());

const submit = {
  query: { api: 'workflow.apply.submit', apiVersion: '2.0.0' },
  body: '{"eventType":"KYC_EVENT","source":"API","data":{"customerId":"c"}}',
};
const free = { query: { api: 'free.operation' } };

describe('the version of an operation', () => {
  it.each(['0.0.0', '1.0.0', '12.345.6789'])(
    'that the interface leaves open may be %s',
    async (apiVersion) => {
      await open();
      expect((await testGateway.call({ query: { apiVersion } })).status).toBe(200);
    },
  );

  it.each(['1', '1.0', '1.0.0.0', 'v1.0.0', '1.0.0-a', '1.0.0 ', '1.0.x', '-1.0.0', '1..0', '１.0.0'])(
    'that the interface leaves open may not be %s',
    async (apiVersion) => {
      await open();
      const answer = await testGateway.call({ query: { apiVersion } });
      expect([answer.status, answer.apiCode, answer.detail]).toEqual([
        404,
        999302,
        'apiVersion of open.operation must be N.N.N',
      ]);
    },
  );

  it('that the interface leaves open can be pinned to one', async () => {
    await open({ settings: { wireApiVersions: { 'open.operation': '3.1.0' } } });
    expect((await testGateway.call({ query: { apiVersion: '3.1.0' } })).status).toBe(200);
    expect((await testGateway.call({ query: { apiVersion: '1.0.0' } })).apiCode).toBe(999302);
  });

  it('that the interface names cannot be pinned away', async () => {
    await open({ settings: { wireApiVersions: { 'workflow.apply.submit': '9.0.0' } } });
    expect((await testGateway.call(submit)).status).toBe(200);
    expect(
      (await testGateway.call({ ...submit, query: { ...submit.query, apiVersion: '9.0.0' } })).apiCode,
    ).toBe(999302);
  });

  it('reaches the handler and decides the schema', async () => {
    const seen: unknown[] = [];
    await open({
      handlers: {
        'workflow.apply.submit': async (call, input) => {
          seen.push([call.apiVersion, input.workflowId]);
          return refuse(400, 'no');
        },
      },
    });
    const body = submit.body.replace('{', '{"workflowId":"wf@1",');
    await testGateway.call({ ...submit, body });
    await testGateway.call({ ...submit, body, query: { ...submit.query, apiVersion: '1.0.0' } });
    expect(seen).toEqual([
      ['2.0.0', 'wf@1'],
      ['1.0.0', undefined],
    ]);
  });
});

describe('bad input', () => {
  it.each([
    ['missing', '{"source":"API","data":{"customerId":"c"}}', 'eventType is missing'],
    ['null', '{"eventType":null,"source":"API","data":{"customerId":"c"}}', 'eventType is missing'],
    [
      'nested and missing',
      '{"eventType":"KYC_EVENT","source":"API","data":{}}',
      'data.customerId is missing',
    ],
  ])('of a gateway operation is refused by the gateway: %s', async (_title, body, detail) => {
    await open();
    const answer = await testGateway.call({ ...submit, body });
    expect([answer.status, answer.apiCode, answer.data, answer.detail]).toEqual([400, 999301, null, detail]);
  });

  it('of a wrong type is refused by the gateway, naming the field', async () => {
    await open();
    const answer = await testGateway.call({ ...submit, body: submit.body.replace('"c"', '7') });
    expect([answer.status, answer.apiCode]).toEqual([400, 999301]);
    expect(answer.detail).toMatch(/^data\.customerId 7: /);
  });

  it('of a value that is not acceptable is refused inside data', async () => {
    await open();
    const answer = await testGateway.call({ ...submit, body: submit.body.replace('KYC_EVENT', 'TEA_EVENT') });
    expect([answer.status, answer.apiCode]).toEqual([200, 200]);
    expect(answer.data).toMatchObject({ code: 400, executionId: '', status: '', sync: false });
    expect((answer.data as { message: string }).message).toMatch(/^eventType "TEA_EVENT": must be one of /);
  });

  it.each([
    ['missing', '{}', 'word is missing'],
    ['not acceptable', '{"word":"bad"}', 'word "bad": must be a good word'],
  ])('of an operation with a business envelope is refused inside data: %s', async (_title, body, message) => {
    await open();
    const answer = await testGateway.call({ body });
    expect([answer.status, answer.apiCode, answer.data]).toEqual([200, 200, { code: 400, message }]);
  });

  it('that only the handler finds goes the same ways', async () => {
    const shape = { kind: 'shape', message: 'data.amount is missing' } as const;
    const value = { kind: 'value', message: 'data.amount -1: must not be negative' } as const;
    let bad: typeof shape | typeof value = shape;
    await open({
      handlers: {
        'workflow.apply.submit': async () => refuseInput(bad),
        'open.operation': async () => refuseInput(bad),
      },
    });
    const gateway = await testGateway.call(submit);
    expect([gateway.status, gateway.apiCode, gateway.detail]).toEqual([400, 999301, shape.message]);
    expect((await testGateway.call()).data).toEqual({ code: 400, message: shape.message });
    bad = value;
    expect((await testGateway.call(submit)).data).toMatchObject({ code: 400, message: value.message });
    expect((await testGateway.call()).data).toEqual({ code: 400, message: value.message });
  });

  it('in fields nobody declared is ignored', async () => {
    await open();
    const answer = await testGateway.call({ body: '{"word":"good","more":{"__proto__":{"isAdmin":true}}}' });
    expect(answer.status).toBe(200);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });

  it('in a header is printable ASCII and at most 256 characters', async () => {
    await open();
    const answer = await testGateway.call({
      ...submit,
      body: `{"eventType":["${'密é\\n'.repeat(200)}"],"source":"API","data":{"customerId":"c"}}`,
    });
    expect([answer.status, answer.apiCode]).toEqual([400, 999301]);
    expect(answer.detail).toMatch(/^[\x20-\x7e]{1,256}$/);
    expect(answer.detail).toContain('\\u5bc6');
  });
});

describe('a refusal by value', () => {
  it.each([400, 403, 404, 500] as const)('is answered inside data with code %i', async (code) => {
    await open({ handlers: { 'workflow.apply.submit': async () => refuse(code, 'because') } });
    const answer = await testGateway.call(submit);
    expect([answer.status, answer.apiCode]).toEqual([200, 200]);
    expect(answer.data).toEqual({
      code,
      message: 'because',
      executionId: '',
      status: '',
      requestId: answer.headers.get('x-request-id'),
      sync: false,
    });
    expect(testGateway.lines).toMatchObject([{ apiCode: 200, businessCode: code }]);
    expect(testGateway.outcomes).toMatchObject([{ apiCode: 200, businessCode: code }]);
  });
});

describe('a failing operation', () => {
  it.each([
    ['SERVICE_INVOKE_ERROR', 502, 999402],
    ['SERVICE_NOT_FOUND', 503, 999403],
    ['SERVICE_RESPONSE_FORMAT_ERROR', 502, 999404],
    ['API_NON_AUTHORIZED', 403, 999303],
  ] as const)('may refuse with %s', async (name, status, apiCode) => {
    await open({
      handlers: {
        'free.operation': () => Promise.reject(new GatewayError(name, { detail: 'a part failed' })),
      },
    });
    const answer = await testGateway.call(free);
    expect([answer.status, answer.apiCode, answer.apiMsg]).toEqual([status, apiCode, name]);
    expect(answer.detail).toBe('a part failed');
  });

  it.each([
    ['throws', () => Promise.reject(new Error('password=hunter2 at /srv/x.ts'))],
    [
      'throws at once',
      () => {
        throw new TypeError('password=hunter2 at /srv/x.ts');
      },
    ],
    ['throws no error', () => Promise.reject('password=hunter2 at /srv/x.ts' as unknown as Error)],
    ['throws nothing', () => Promise.reject(undefined as unknown as Error)],
    ['answers nothing', async () => undefined],
    ['answers what JSON cannot hold', async () => ({ amount: 1n })],
  ])('that %s is answered 500 without a word of why, and logged once', async (_title, handler) => {
    await open({ handlers: { 'free.operation': handler } });
    const answer = await testGateway.call(free);
    expect(answer.status).toBe(500);
    expect(answer.text).toBe('{"apiCode":999000,"apiMsg":"GATEWAY_ERROR","data":null}');
    expect(JSON.stringify([...answer.headers])).not.toContain('hunter2');
    expect(answer.detail).toBeNull();
    expect(testGateway.lines).toHaveLength(1);
    expect(testGateway.lines[0]).toMatchObject({ level: 50, apiCode: 999000 });
    expect(testGateway.lines[0]?.['err']).toBeDefined();
    expect((await testGateway.call()).status).toBe(200);
  });

  it('whose answer breaks its contract is a bug, where answers are checked', async () => {
    const handlers: TestGatewayChange['handlers'] = {
      'workflow.execution.status': async () => ({ code: 200 }) as unknown as '',
    };
    const status = { query: { api: 'workflow.execution.status' }, body: '{"executionId":"e"}' };
    await open({ handlers });
    expect((await testGateway.call(status)).apiCode).toBe(999000);
    await testGateway.close();
    await open({ handlers, options: { checkOutput: false } });
    expect((await testGateway.call(status)).data).toEqual({ code: 200 });
  });

  it('logs the cause of a remote part that failed as a warning', async () => {
    await open({
      handlers: {
        'free.operation': () =>
          Promise.reject(
            new GatewayError('SERVICE_INVOKE_ERROR', { cause: new Error('connect ECONNREFUSED') }),
          ),
      },
    });
    await testGateway.call(free);
    expect(testGateway.lines).toMatchObject([{ level: 40, apiCode: 999402 }]);
    expect(JSON.stringify(testGateway.lines)).toContain('ECONNREFUSED');
  });
});

describe('an operation that takes too long', () => {
  it('is answered 504 and told by its signal', async () => {
    let reason: unknown;
    await open({
      handlers: {
        'free.operation': (call) =>
          new Promise((_, reject) => {
            call.signal.addEventListener('abort', () => {
              reason = call.signal.reason;
              reject(call.signal.reason as Error);
            });
          }),
      },
    });
    const answer = await testGateway.call(free);
    expect([answer.status, answer.apiCode, answer.apiMsg]).toEqual([504, 999401, 'SERVICE_TIME_OUT']);
    expect(answer.detail).toBe('free.operation did not answer within 200 ms');
    expect(reason).toBeInstanceOf(GatewayError);
    expect(testGateway.lines).toHaveLength(1);
  });

  it('finds its signal aborted even when it looks only afterwards', async () => {
    let look = (): boolean => false;
    await open({
      handlers: {
        'free.operation': (call) => {
          look = () => call.signal.aborted;
          return new Promise(() => {});
        },
      },
    });
    expect((await testGateway.call(free)).status).toBe(504);
    expect(look()).toBe(true);
  });

  it('may fail later without harm, and is logged once more', async () => {
    let fail = () => {};
    await open({
      handlers: {
        'free.operation': () =>
          new Promise((_, reject) => {
            fail = () => reject(new Error('too late'));
          }),
      },
    });
    expect((await testGateway.call(free)).status).toBe(504);
    fail();
    await expect.poll(() => testGateway.lines.length).toBe(2);
    expect(testGateway.lines[1]).toMatchObject({ level: 40, operation: 'free.operation' });
    expect(JSON.stringify(testGateway.lines[1])).toContain('too late');
  });
});

describe('the state of the service', () => {
  it.each([
    ['starting', 'the service is starting'],
    ['draining', 'the service is about to stop'],
  ] as const)('%s refuses operations and counts against no limit', async (state, detail) => {
    let taken = 0;
    await open({
      keys: [keyRecord({ callsLimited: true })],
      options: {
        state: () => state,
        keyLimits: {
          deductRate: async () => ({ allowed: true }),
          deductCall: async () => ++taken > 0,
        },
      },
    });
    const answer = await testGateway.call();
    expect([answer.status, answer.apiCode, answer.apiMsg]).toEqual([503, 999403, 'SERVICE_NOT_FOUND']);
    expect(answer.detail).toBe(detail);
    expect(answer.headers.get('connection')).toBe(state === 'draining' ? 'close' : 'keep-alive');
    expect(taken).toBe(0);
    expect((await testGateway.call({ secret: 'wrong' })).apiMsg).toBe('SIGN_ERROR');
  });

  it('leaving runs operations and keeps no connection', async () => {
    await open({ options: { state: () => 'leaving' } });
    const answer = await testGateway.call();
    expect([answer.status, answer.apiCode]).toEqual([200, 200]);
    expect(answer.headers.get('connection')).toBe('close');
  });

  it('draining lets a call that runs finish and closes its connection', async () => {
    let state: 'ready' | 'draining' = 'ready';
    await open({
      handlers: {
        'free.operation': async () => {
          state = 'draining';
          void testGateway.server.close();
          await new Promise((resolve) => setTimeout(resolve, 50));
          return { done: true };
        },
      },
      options: { state: () => state },
    });
    const answer = await testGateway.call(free);
    expect([answer.status, answer.data]).toEqual([200, { done: true }]);
    expect(answer.headers.get('connection')).toBe('close');
  });
});

describe('a server that closes', () => {
  it('answers a call whose headers were under way with the envelope', async () => {
    let state: 'ready' | 'draining' = 'ready';
    await open({ options: { state: () => state } });
    const body = '{"word":"good"}';
    const socket = connect(testGateway.port, '127.0.0.1');
    const connection = once(testGateway.server.server, 'connection') as Promise<[Socket]>;
    socket.write(`POST ${signedPath(body)} HTTP/1.1\r\nHost: a\r\nX-Domain: retail\r\n`);
    const [accepted] = await connection;
    await expect.poll(() => accepted.bytesRead).toBeGreaterThan(0);
    state = 'draining';
    const closed = testGateway.server.close();
    socket.write(`Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/\{"apiCode":999403,"apiMsg":"SERVICE_NOT_FOUND","data":null\}$/);
    await closed;
  });
});

describe('the limits of a key', () => {
  it('are asked for only where the key has the limit', async () => {
    const requested: string[] = [];
    await open({
      keys: [
        keyRecord(),
        keyRecord({ apiKey: 'ak_rate', rate: { requests: 1, seconds: 1 } }),
        keyRecord({ apiKey: 'ak_calls', callsLimited: true }),
      ],
      options: {
        keyLimits: {
          deductRate: async ({ apiKey }) => {
            requested.push(`rate ${apiKey}`);
            return { allowed: true };
          },
          deductCall: async ({ apiKey }) => {
            requested.push(`call ${apiKey}`);
            return true;
          },
        },
      },
    });
    for (const apiKey of ['ak_acme', 'ak_rate', 'ak_calls']) {
      expect((await testGateway.call({ query: { apiKey } })).status).toBe(200);
    }
    expect(requested).toEqual(['rate ak_rate', 'call ak_calls']);
  });

  it('that cannot be read are an outage, answered 500', async () => {
    await open({
      keys: [keyRecord({ callsLimited: true })],
      options: {
        keyLimits: {
          deductRate: async () => ({ allowed: true }),
          deductCall: () => Promise.reject(new Error('the database is away')),
        },
      },
    });
    expect((await testGateway.call()).apiCode).toBe(999000);
    expect(testGateway.lines).toMatchObject([{ level: 50 }]);
  });
});

describe('the log', () => {
  it('has one line a call with what is known of it', async () => {
    await open();
    const answer = await testGateway.call();
    expect(testGateway.lines).toHaveLength(1);
    const line = testGateway.lines[0]!;
    expect(line).toMatchObject({
      level: 30,
      requestId: answer.headers.get('x-request-id'),
      operation: 'open.operation',
      version: '1.0.0',
      tenant: 'acme',
      domain: 'retail',
      key: 'ak_acme',
      apiCode: 200,
      businessCode: 200,
      bytes: 15,
    });
    expect(typeof line['ms']).toBe('number');
    expect(testGateway.outcomes).toEqual([
      {
        operation: 'open.operation',
        apiCode: 200,
        businessCode: 200,
        ms: expect.any(Number) as number,
        repeated: false,
        clientGone: false,
      },
    ]);
  });

  it('counts a signed body that comes again, of operations that do something each time', async () => {
    const { call, outcomes, lines } = await open({
      settings: { countsRepeats: new Set(['open.operation']) },
    });
    for (const word of ['a', 'a', 'b']) {
      const body = JSON.stringify({ word });
      await call({ body, query: { api: 'open.operation' } });
      await call({ body, query: { api: 'free.operation' } });
    }
    expect(outcomes.map(({ operation, repeated }) => `${operation} ${repeated}`)).toEqual([
      'open.operation false',
      'free.operation false',
      'open.operation true',
      'free.operation false',
      'open.operation false',
      'free.operation false',
    ]);
    expect(lines.map((line) => line['repeated'] ?? false)).toEqual([false, false, true, false, false, false]);
  });

  it('never holds the query, the body, the signature, or what a stranger sent as a name', async () => {
    await open();
    await testGateway.call({ body: '{"word":"private-word"}' });
    await testGateway.call({ body: '{"word":7,"private-name":1}' });
    await testGateway.call({ ...submit, body: '{"eventType":"private-event","source":["private-source"]}' });
    await testGateway.call({ query: { api: 'private-api' } });
    await testGateway.call({ query: { apiKey: 'private-key' } });
    await testGateway.call({ query: { apiVersion: 'private-version' } });
    await testGateway.call({ headers: { 'x-domain': 'private-domain' } });
    await testGateway.call({ moreQuery: '&token=private-token' });
    await testGateway.call({ query: { sign: 'a'.repeat(64) } });
    expect(testGateway.lines).toHaveLength(9);
    const text = JSON.stringify(testGateway.lines);
    expect(text).not.toContain('private-');
    expect(text).not.toContain('sign=');
    expect(text).not.toContain('a'.repeat(64));
    expect(text).not.toContain(secret);
    expect(testGateway.outcomes.map((outcome) => outcome.apiCode)).toEqual([
      200, 200, 999301, 999302, 999305, 999302, 999303, 200, 999001,
    ]);
  });
});
