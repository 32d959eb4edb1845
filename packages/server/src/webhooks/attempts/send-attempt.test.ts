import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type WebhookDefinition, webhookDefinition } from '@gatehouse/contract';
import { verifyWebhook } from '@gatehouse/sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEgress } from '../../lib/egress.ts';
import { type Answer, startHttpServer, startTcpServer } from '../../lib/egress-servers.fixture.ts';
import { type Attempt, type AttemptResult, sendAttempt } from './send-attempt.ts';

interface Received {
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

/** A receiver that answers by the script and keeps what came. */
async function startReceiver(answer: Answer = (_, response) => response.end()) {
  const received: Received[] = [];
  const server = await startHttpServer(async (request, response) => {
    received.push({ request, body: Buffer.concat(await request.toArray()) });
    answer(request, response);
  });
  return { url: `http://127.0.0.1:${server.port}/hooks`, received };
}

/** Where the receiver's URL goes into `rest.url`; by default it is the URL. */
type DefinitionFile = Partial<Record<keyof WebhookDefinition, unknown>>;

const now = new Date(1_763_636_400_000);

async function send(
  definition: DefinitionFile,
  rest: Partial<Attempt> = {},
  options: { allow?: string[] } = {},
): Promise<AttemptResult> {
  const egress = createEgress({ allow: ['127.0.0.1'], ...options });
  onTestFinished(() => egress.close());
  const parsed = webhookDefinition.parse({ id: 'wh', name: 'W', ...definition });
  return sendAttempt(
    { egress, clock: { now: () => now } },
    {
      definition: parsed,
      secrets: undefined,
      inputs: {},
      webhookId: 'w1',
      attempt: 1,
      isIdempotent: true,
      ...rest,
    },
  );
}

const signature = { type: 'HMAC_SHA256', secret: 'stands apart' };

describe('outputs', () => {
  const pathOf = (paramName: string, paramType: string) => ({
    paramName,
    jsonPath: `$.${paramName}`,
    paramType,
  });
  const outputs = [pathOf('small', 'string'), pathOf('large', 'string')];
  const answering = (length: number) =>
    startReceiver((_, response) =>
      response.end(JSON.stringify({ small: 'fine', large: 'x'.repeat(length), more: 'y'.repeat(100_000) })),
    );

  it('fail the attempt for good when they are larger than is kept with an execution, naming what is', async () => {
    const { url, received } = await answering(70_000);
    const result = await send({ url, outputs, retry: { maxAttempts: 3 } });
    expect(result).toMatchObject({ verdict: { kind: 'final' }, outputs: {}, response: { status: 200 } });
    expect(result.error).toEqual({
      class: 'outputs',
      message:
        'the outputs take 70008 bytes, 70002 of them large, and at most 65536 are kept: let their paths name less',
    });
    expect(received).toHaveLength(1);
  });

  it('may take all that is kept, of an answer that is larger', async () => {
    const { url } = await answering(65_528);
    const result = await send({ url, outputs });
    expect(result).toMatchObject({ verdict: { kind: 'success' }, error: null, outputs: { small: 'fine' } });
  });
});

describe('an attempt', () => {
  it('is signed over the bytes it sends, so that the receiver can verify it', async () => {
    const { url, received } = await startReceiver();
    const inputs = { customerId: '客户', caseNo: 'C000001' };
    const definition = { url, signature, inputs: ['customerId', 'caseNo'] };
    const result = await send(definition, { inputs, secrets: { current: 'whsec' }, attempt: 3 });
    expect(result).toMatchObject({ verdict: { kind: 'success' }, error: null });
    const [{ request, body }] = received as [Received];
    expect(body.toString()).toBe('{"customerId":"客户","caseNo":"C000001"}');
    expect(request.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-webhook-timestamp': '1763636400000',
      'x-webhook-id': 'w1',
      'x-webhook-attempt': '3',
    });
    const options = { secret: 'whsec', now: now.getTime() };
    expect(verifyWebhook(body, request.headers, options)).toMatchObject({ valid: true });
    expect(verifyWebhook(body, request.headers, { ...options, secret: 'other' })).toMatchObject({
      valid: false,
    });
  });

  it.each(['GET', 'DELETE'])('by %s sends no body and signs none', async (method) => {
    const { url, received } = await startReceiver();
    await send({ url, method, signature }, { inputs: { a: 1 }, secrets: { current: 'whsec' } });
    const [{ request, body }] = received as [Received];
    expect(request.method).toBe(method);
    expect(body).toHaveLength(0);
    expect(request.headers['content-length'] ?? '0').toBe('0');
    const options = { secret: 'whsec', now: now.getTime() };
    expect(verifyWebhook(body, request.headers, options)).toMatchObject({ valid: true });
  });

  it('signs the body alone and under other names where the definition says so', async () => {
    const { url, received } = await startReceiver();
    const names = { signatureHeader: 'X-Sign', timestampHeader: 'X-At' };
    const definition = { url, signature: { ...signature, ...names, payloadFormat: 'BODY' } };
    await send(definition, { secrets: { current: 'whsec' } });
    const [{ request, body }] = received as [Received];
    const options = { secret: 'whsec', now: now.getTime(), payloadFormat: 'BODY', ...names } as const;
    expect(verifyWebhook(body, request.headers, options)).toMatchObject({ valid: true });
  });

  it('carries both secrets while one is changed, so that a receiver with either verifies it', async () => {
    const { url, received } = await startReceiver();
    const stages = [
      { current: 'old', next: 'new' },
      { current: 'new', previous: 'old' },
    ];
    for (const secrets of stages) await send({ url, signature }, { secrets });
    for (const { request, body } of received) {
      for (const secret of ['old', 'new']) {
        const options = { secret, now: now.getTime() };
        expect(verifyWebhook(body, request.headers, options)).toMatchObject({ valid: true });
      }
    }
    expect(
      received.map(({ request }) => Object.keys(request.headers).filter((name) => /sign/.test(name))),
    ).toEqual([
      ['x-webhook-signature', 'x-webhook-signature-next'],
      ['x-webhook-signature', 'x-webhook-signature-previous'],
    ]);
  });

  it('without a signature carries neither timestamp nor signature', async () => {
    const { url, received } = await startReceiver();
    await send({ url });
    await send({ url, signature: { type: 'NONE' } });
    for (const { request } of received) {
      expect(Object.keys(request.headers).join()).not.toMatch(/timestamp|signature/);
    }
  });

  it('refuses to send unsigned what should be signed', async () => {
    const { url, received } = await startReceiver();
    await expect(send({ url, signature })).rejects.toThrow('webhook wh signs, but its secret was not given');
    expect(received).toHaveLength(0);
  });

  it('hands on the outputs of a 2xx answer and of no other', async () => {
    let status = 201;
    const { url } = await startReceiver((_, response) => {
      response.writeHead(status, { 'Content-Type': 'text/plain' }).end('{"tier":"gold"}');
    });
    const definition = { url, outputs: [{ paramName: 'tier', jsonPath: '$.tier' }] };
    expect(await send(definition)).toMatchObject({ outputs: { tier: 'gold' } });
    status = 500;
    expect(await send(definition)).toMatchObject({ outputs: {}, error: { class: 'status' } });
  });

  it('succeeds on a 2xx that is not JSON or too large, with outputs null or default (interface specification 6.2)', async () => {
    let answer = '<html>';
    const { url } = await startReceiver((_, response) => response.end(answer));
    const definition = {
      url,
      outputs: [
        { paramName: 'tier', jsonPath: '$.tier' },
        { paramName: 'level', jsonPath: '$.level', defaultValue: 'basic' },
      ],
    };
    const expected = { verdict: { kind: 'success' }, outputs: { tier: null, level: 'basic' } };
    expect(await send(definition)).toMatchObject(expected);
    answer = JSON.stringify({ tier: 'gold', level: 'high', rest: 'x'.repeat(300_000) });
    const result = await send(definition);
    expect(result).toMatchObject({ ...expected, response: { bodyTruncated: true } });
    expect(result.response!.body).toHaveLength(64 * 1024);
  });
});

describe('the matrix of answers', () => {
  const retry = { maxAttempts: 3, backoffMs: 200, retryOnStatus: [429] };
  it.each([
    [200, 'success'],
    [204, 'success'],
    [301, 'final'],
    [302, 'final'],
    [307, 'final'],
    [400, 'final'],
    [404, 'final'],
    [408, 'final'],
    [429, 'retry'],
    [500, 'retry'],
    [503, 'retry'],
  ])('%i is %s', async (status, kind) => {
    const { url, received } = await startReceiver((_, response) => {
      response.writeHead(status, { Location: '/hooks', 'Retry-After': '7' }).end();
    });
    const result = await send({ url, retry }, { attempt: 2 });
    expect(result.verdict).toEqual(kind === 'retry' ? { kind, delayMs: 400 } : { kind });
    expect(result.response).toMatchObject({ status, retryAfter: '7' });
    expect(received).toHaveLength(1);
  });

  it('tries again after a hang-up and a missed deadline', async () => {
    const server = await startTcpServer((socket) => socket.once('data', () => socket.destroy()));
    const url = `http://127.0.0.1:${server.port}/`;
    expect(await send({ url, retry })).toMatchObject({
      verdict: { kind: 'retry', delayMs: 200 },
      error: { class: 'protocol' },
      response: null,
    });
    const silent = await startTcpServer(() => {});
    const late = await send(
      { url: `http://127.0.0.1:${silent.port}/`, retry, timeoutMs: 100 },
      { attempt: 3 },
    );
    expect(late).toMatchObject({ verdict: { kind: 'final' }, error: { class: 'timeout' } });
  });

  it('gives up at once on what can never be sent', async () => {
    const canary = await startTcpServer(() => {});
    const port = canary.port;
    const blocked = await send({ url: `http://127.0.0.1:${port}/`, retry }, {}, { allow: [] });
    expect(blocked).toMatchObject({ verdict: { kind: 'final' }, error: { class: 'blockedAddress' } });
    const absent = await send({ url: `http://127.0.0.1:${port}/{id}`, retry });
    expect(absent).toEqual({
      verdict: { kind: 'final' },
      outputs: {},
      request: null,
      response: null,
      resolvedAddress: null,
      timings: null,
      error: {
        class: 'invalidRequest',
        message: 'the placeholder {id} has no value: there is no such input',
      },
    });
    const local = await send({ url: '{url}', retry }, { inputs: { url: 'file:///etc/passwd' } });
    expect(local).toMatchObject({ verdict: { kind: 'final' }, error: { class: 'badRequest' } });
    expect(canary.connections()).toBe(0);
  });
});

describe('the record of an attempt', () => {
  it('tells what was sent and what came back, without a credential', async () => {
    const { url } = await startReceiver((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"ok":true}');
    });
    const definition = {
      url: `${url}/{id}?key=query-secret&flag-secret&a=`,
      headers: [{ name: 'Authorization', defaultValue: 'Bearer {token}' }],
      signature,
    };
    const result = await send(definition, {
      inputs: { id: 'c1', token: 'header-secret' },
      secrets: { current: 'whsec' },
    });
    expect(result.request).toEqual({
      method: 'POST',
      url: `${url}/c1?key=***&***&a=***`,
      headers: [
        ['Content-Type', 'application/json; charset=utf-8'],
        ['User-Agent', 'Gatehouse'],
        ['X-Webhook-Id', 'w1'],
        ['X-Webhook-Attempt', '1'],
        ['Authorization', '***'],
        ['X-Webhook-Timestamp', '1763636400000'],
        ['X-Webhook-Signature', expect.stringMatching(/^[0-9a-f]{8}\*{3}$/)],
      ],
      bodySha256: createHash('sha256').update('{"id":"c1","token":"header-secret"}').digest('hex'),
      bodyBytes: 35,
    });
    expect(JSON.stringify(result)).not.toContain('secret');
    expect(result.response).toEqual({
      status: 200,
      contentType: 'application/json',
      retryAfter: null,
      body: Buffer.from('{"ok":true}'),
      bodyTruncated: false,
    });
    expect(result.resolvedAddress).toBe('127.0.0.1');
    expect(result.timings).toMatchObject({ connectMs: expect.any(Number), totalMs: expect.any(Number) });
  });

  it('says why a redirect failed', async () => {
    const { url } = await startReceiver((_, response) => response.writeHead(302, { Location: '/' }).end());
    expect((await send({ url })).error).toEqual({
      class: 'status',
      message: 'the receiver answered 302; redirects are not followed',
    });
  });
});
