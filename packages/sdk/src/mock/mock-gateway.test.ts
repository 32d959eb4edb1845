import { request } from 'node:http';
import { gatewayErrors } from '@gatehouse/contract/errors';
import { afterEach, describe, expect, it } from 'vitest';
import { collect } from '../../test/collect.ts';
import { inputOfNewest } from '../../test/contract-operations.ts';
import { createClient, type GatehouseClient } from '../index.ts';
import { type MockGateway, type MockGatewayOptions, startMockGateway } from '../testing.ts';

let gateway: MockGateway | undefined;
afterEach(async () => {
  await gateway?.close();
  gateway = undefined;
});

async function start(options: MockGatewayOptions = {}): Promise<GatehouseClient> {
  gateway = await startMockGateway(options);
  return createClient({ ...gateway.settings, retry: { delaysMs: [1] } });
}

const submit = { eventType: 'MANUAL_CASE_EVENT' } as const;
const person = (customerId: string) => ({ customerId, name: 'Jane', customerType: 'individual' as const });

describe('the mock gateway decides', () => {
  it('as it was told, by the data of each submit', async () => {
    const client = await start({
      domains: ['retail', 'corporate'],
      outcome: ({ customerId }) => (customerId === 'c-1' ? 'APPROVED' : 'UNASSIGNED'),
    });
    const approved = await client.workflow.submit({ ...submit, data: person('c-1') });
    const open = await client.workflow.submit({ ...submit, data: person('c-2') });
    expect(await client.workflow.waitForCase(approved.executionId)).toMatchObject({
      kind: 'concluded',
      caseStatus: 'APPROVED',
    });
    expect(await client.workflow.status(open.executionId)).toMatchObject({
      status: 'WAITING',
      caseStatus: 'UNASSIGNED',
    });
    expect(await client.workflow.status(open.executionId, { domain: 'corporate' })).toBeUndefined();
    const query = (customerId: string) => client.workflow.query({ ...submit, customerId });
    expect(await query('c-1')).toMatchObject({ executionId: approved.executionId, status: 'APPROVED' });
    expect(await query('c-2')).toMatchObject({ executionId: open.executionId, status: 'RUNNING' });
    expect(await query('c-3')).toMatchObject({ executionId: '', status: '' });
  });

  it.each([
    ['REJECTED', { kind: 'concluded', caseStatus: 'REJECTED' }],
    ['CLOSED', { kind: 'concluded', caseStatus: 'CLOSED' }],
    ['FAILED', { kind: 'failed' }],
  ] as const)('%s', async (outcome, expected) => {
    const client = await start({ outcome });
    const { executionId } = await client.workflow.submit({
      eventType: 'KYC_EVENT',
      data: { customerId: 'c-1' },
    });
    expect(await client.workflow.waitForCase(executionId)).toMatchObject(expected);
  });

  it('once for each idempotency key', async () => {
    const client = await start();
    const send = (name: string) =>
      client.workflow.submit({ ...submit, data: { ...person('c-1'), name } }, { idempotencyKey: 'order-1' });
    const first = await send('Jane');
    expect(await send('Jane')).toMatchObject({ executionId: first.executionId, replayed: true });
    await expect(send('Joan')).rejects.toMatchObject({ name: 'BusinessError', code: 400 });
  });

  it('what a scan finds, also when it comes in pages', async () => {
    const hit = { hitId: 'h', name: 'Jane' } as never;
    const client = await start({ hits: { GLOBAL_CHECK: Array.from({ length: 60 }, () => hit) } });
    const scan = await client.quickscan.run({
      name: 'Jane',
      customerType: 1,
      providers: ['GLOBAL_CHECK', 'WATCHLIST'],
    });
    expect(scan).toMatchObject({
      kind: 'done',
      totalHits: 60,
      hitCounts: { GLOBAL_CHECK: 60, WATCHLIST: 0 },
    });
    const listed = await collect(client.quickscan.hits({ id: scan.id, provider: 'GLOBAL_CHECK' }));
    expect(listed).toHaveLength(60);
    await expect(client.quickscan.detail('unknown')).rejects.toMatchObject({ code: 404 });
  });

  it('links, uploads and configuration', async () => {
    const client = await start();
    const link = await client.link.generate({
      email: 'jane@example.test',
      customerId: 'c',
      eventType: 'KYC_EVENT',
    });
    expect(link.url).toContain('/verify?linkToken=');
    expect(await client.config(['particular'])).toEqual({});
    const bytes = Buffer.from('%PDF-1.7\r\n');
    expect(await client.storage.upload(bytes, { filename: 'Ausweis "für" 客户.pdf' })).toMatchObject({
      filename: 'Ausweis %22für%22 客户.pdf',
      size: 10,
      content_type: 'application/pdf',
    });
    expect(await client.storage.upload(new Uint8Array(8), { filename: 'a.png' })).toMatchObject({
      filename: 'a.png',
      size: 8,
      content_type: 'image/png',
    });
    await expect(client.storage.upload(Uint8Array.of(1), { filename: 'a.exe' })).rejects.toMatchObject({
      httpStatus: 415,
    });
  });
});

describe('the mock gateway refuses inputs that a gateway refuses', () => {
  const data = { customerId: 'c-1', name: 'Jane', customerType: 'individual' };

  it.each([
    ['a type of customer that there is none of', { ...data, customerType: 'person' }, { code: 400 }],
    ['a blank name', { ...data, name: ' ' }, { code: 400 }],
    ['a date of another form', { ...data, dateOfBirth: '29.2.1980' }, { code: 400 }],
    ['an id without its kind', { ...data, idNumber: 'E1' }, { code: 400 }],
    ['no name', { ...data, name: null }, { name: 'API_INVALID_REQUEST', httpStatus: 400 }],
    ['a number for a name', { ...data, name: 7 }, { name: 'API_INVALID_REQUEST', httpStatus: 400 }],
  ])('%s', async (_, subject, expected) => {
    const client = await start();
    await expect(client.workflow.submit({ ...submit, data: subject as never })).rejects.toMatchObject(
      expected,
    );
  });

  it('and scans of nothing, by no engine, in settings that there are none of', async () => {
    const client = await start();
    const scan = { name: 'Jane', customerType: 'Individual', providers: ['GLOBAL_CHECK'] };
    for (const change of [
      { name: '' },
      { providers: [] },
      { providers: ['GLOBALCHECK'] },
      { providerSettings: { globalCheck: { maxHits: 7 } } },
      { customerType: 3 },
    ]) {
      await expect(
        client.quickscan.submit({ ...scan, ...change } as never),
        JSON.stringify(change),
      ).rejects.toMatchObject({ name: 'BusinessError', code: 400 });
    }
    await expect(client.quickscan.submit({} as never)).rejects.toThrow(/data\.name/);
  });

  it('and takes every full input of the contract', async () => {
    const client = await start();
    for (const [operation, input] of Object.entries(inputOfNewest)) {
      const refused = await client
        .call(operation as 'quickscan.submit', input as never)
        .catch((error) => error);
      // An unknown scan is no fault of the input.
      if (refused instanceof Error) expect(refused).toMatchObject({ code: 404 });
    }
  });
});

describe('the mock gateway answers as scripted', () => {
  it('by errors of the catalogue, cut connections and data', async () => {
    const client = await start({
      answer: ({ operation }, n) => {
        if (operation !== 'workflow.execution.status') return undefined;
        if (n === 0) return { error: 'SERVICE_TIME_OUT', detail: 'too slow' };
        return n === 1 ? { hangUp: true } : { data: '' };
      },
    });
    await expect(client.workflow.status('e1')).rejects.toMatchObject({ name: 'NoAnswerError' });
    await expect(client.workflow.status('e1')).resolves.toBeUndefined();
    expect(gateway?.calls.map(({ operation }) => operation)).toHaveLength(3);
  });

  it('by an answer that is lost after the call took effect', async () => {
    const client = await start({
      answer: ({ operation }, n) =>
        operation === 'workflow.apply.submit' && n === 0 ? { hangUp: true, takesEffect: true } : undefined,
    });
    const submission = await client.workflow.submit({ ...submit, data: person('c-1') });
    expect(submission).toMatchObject({ recovered: false, replayed: true });
  });

  it('and by an error of its own where the script fails', async () => {
    const client = await start({
      answer: () => {
        throw new Error('a fault of the script');
      },
    });
    await expect(client.workflow.status('e1')).rejects.toMatchObject({
      name: 'GATEWAY_ERROR',
      httpStatus: 500,
    });
  });
});

/** Sends a request as it is given; the client would never send most of these. */
function send(change: { method?: string; query?: string; headers?: object; body?: string }): Promise<string> {
  const url = new URL(gateway!.settings.baseUrl);
  url.search = change.query ?? '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request(
    url,
    { method: change.method ?? 'POST', headers: { ...change.headers } },
    (response) => {
      response.resume();
      resolve(`${response.statusCode} ${String(response.headers['x-error-detail'])}`);
    },
  );
  sent.once('error', reject).end(change.body ?? '{}');
  return promise;
}

const sign = 'b'.repeat(64);
const query = (change: Record<string, string> = {}) =>
  new URLSearchParams({
    api: 'quickscan.detail',
    apiVersion: '1.0.0',
    apiKey: 'ak_mock',
    sign,
    ...change,
  }).toString();

describe('the mock gateway refuses', () => {
  it.each([
    ['another method', { method: 'PUT', query: query() }, '405 the method must be POST'],
    ['no api', { query: query({ api: '' }) }, '400 api is missing'],
    ['two keys', { query: `${query()}&apiKey=ak_2` }, '400 apiKey appears more than once'],
    [
      'a sign of another form',
      { query: query({ sign: 'B'.repeat(64) }) },
      '403 sign must be 64 lowercase hexadecimal digits',
    ],
    [
      'an unknown key',
      { query: query({ apiKey: 'ak_other' }) },
      '401 apiKey is unknown, disabled or expired',
    ],
    [
      'a wrong signature',
      { query: query() },
      '403 sign is not the HMAC-SHA256 of the body as received, keyed by the secret of apiKey',
    ],
  ])('%s, before it knows the caller', async (_, change, answer) => {
    await start();
    expect(await send(change)).toBe(answer);
  });

  it.each([
    ['an operation that is none', { api: 'quickscan.all' }, {}, '404 api is not an operation'],
    [
      'a version that is none',
      { apiVersion: '9.9.9' },
      {},
      '404 apiVersion of quickscan.detail must be 1.0.0',
    ],
    [
      'a version of another form',
      { api: 'storage.upload.token', apiVersion: '1' },
      {},
      '404 apiVersion of storage.upload.token must be of the form N.N.N',
    ],
    [
      'another content type',
      {},
      { 'content-type': 'text/plain' },
      '415 Content-Type must be application/json',
    ],
    ['no domain', {}, { 'x-domain': '' }, '400 x-domain is missing'],
    ['another domain', {}, { 'x-domain': 'crypto' }, '403 the key may not use this x-domain'],
  ])('%s, of a caller that it knows', async (_, change, headers, answer) => {
    await start();
    const { createHmac } = await import('node:crypto');
    const signed = createHmac('sha256', gateway!.settings.secret).update('{}').digest('hex');
    const all = { 'content-type': 'application/json', 'x-domain': 'retail', ...headers };
    expect(await send({ query: query({ sign: signed, ...change }), headers: all })).toBe(answer);
  });

  it.each([
    ['broken JSON', '{', '400 body is not acceptable JSON'],
    ['a list', '[]', '400 body is not acceptable JSON: an object is expected'],
    [
      'too many bytes',
      JSON.stringify({ text: 'x'.repeat(1_048_576) }),
      '413 the body may have 1048576 bytes',
    ],
  ])('%s', async (_, body, answer) => {
    await start();
    const { createHmac } = await import('node:crypto');
    const signed = createHmac('sha256', gateway!.settings.secret).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-domain': 'retail' };
    expect(await send({ query: query({ sign: signed }), headers, body })).toBe(answer);
  });

  it('by the errors that the SDK knows', async () => {
    await start();
    const stranger = createClient({ ...gateway!.settings, secret: 'another' });
    await expect(stranger.workflow.status('e1')).rejects.toMatchObject({
      name: 'SIGN_ERROR',
      apiCode: gatewayErrors.SIGN_ERROR.apiCode,
      requestId: expect.any(String),
    });
  });
});
