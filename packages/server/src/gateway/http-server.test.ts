import { once } from 'node:events';
import { type AddressInfo, connect, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GatewayError } from './gateway-error.ts';
import { closeHttpServer, createHttpServer } from './http-server.ts';

const unexpected: { message: string; requestId: string }[] = [];
const server = createHttpServer({
  onUnexpected: ({ message }, requestId) => unexpected.push({ message, requestId }),
});
let origin: string;

beforeAll(async () => {
  server.get('/bug', () => {
    throw new Error('a detail of ours');
  });
  server.get('/refused', () => {
    throw new GatewayError('SERVICE_INVOKE_ERROR', {
      detail: 'the object store failed',
      cause: new Error('ECONNRESET'),
    });
  });
  server.post('/json', async () => ({}));
  origin = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

async function ask(path: string, init?: RequestInit) {
  const response = await fetch(origin + path, init);
  return {
    status: response.status,
    text: await response.text(),
    detail: response.headers.get('x-error-detail'),
    requestId: response.headers.get('x-request-id'),
  };
}

describe('an https address', () => {
  it('is the only one by which browsers come from then on, whatever the answer', async () => {
    const secure = createHttpServer({ isHttpsOnly: true, onUnexpected: () => undefined });
    secure.get('/fine', async () => ({}));
    const place = await secure.listen({ host: '127.0.0.1', port: 0 });
    for (const [address, expected] of [
      [`${place}/fine`, 'max-age=31536000'],
      [`${place}/nowhere`, 'max-age=31536000'],
      [`${place}/%ff`, 'max-age=31536000'],
      [`${origin}/nowhere`, null],
    ] as const) {
      expect((await fetch(address)).headers.get('strict-transport-security')).toBe(expected);
    }
    await secure.close();
  });
});

describe('a server that stops', () => {
  const request = 'GET /fine HTTP/1.1\r\nHost: a\r\n\r\n';

  it('keeps no connection from then on, whatever the answer', async () => {
    let isStopping = false;
    const leaving = createHttpServer({ isStopping: () => isStopping, onUnexpected: () => undefined });
    leaving.get('/fine', async () => ({}));
    const place = await leaving.listen({ host: '127.0.0.1', port: 0 });
    const kept = async (path: string) => (await fetch(place + path)).headers.get('connection');
    expect(await kept('/fine')).toBe('keep-alive');
    isStopping = true;
    for (const path of ['/fine', '/nowhere', '/%ff']) expect(await kept(path)).toBe('close');
    await leaving.close();
  });

  it('answers what had arrived on an idle connection, instead of resetting it', async () => {
    let isStopping = false;
    const stopping = createHttpServer({ isStopping: () => isStopping, onUnexpected: () => undefined });
    stopping.get('/fine', async () => ({}));
    await stopping.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((stopping.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
    socket.write(request);
    await once(socket, 'data');
    // The system has taken it when this returns; the server has not read it.
    socket.write(request);
    isStopping = true;
    const closed = closeHttpServer(stopping, 1_000);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    await closed;
  });
});

describe('a route that handles no errors of its own', () => {
  it('answers a bug with the envelope and without its words, and hands it on once', async () => {
    const answer = await ask('/bug');
    expect(answer).toMatchObject({
      status: 500,
      text: '{"apiCode":999000,"apiMsg":"GATEWAY_ERROR","data":null}',
      detail: null,
    });
    expect(unexpected).toEqual([{ message: 'a detail of ours', requestId: answer.requestId }]);
  });

  it('answers a refusal by its catalogue entry and hands on its cause', async () => {
    unexpected.length = 0;
    expect(await ask('/refused')).toMatchObject({
      status: 502,
      text: '{"apiCode":999402,"apiMsg":"SERVICE_INVOKE_ERROR","data":null}',
      detail: 'the object store failed',
    });
    expect(unexpected).toHaveLength(1);
  });

  it.each([
    [415, 'text/csv', 'a,b'],
    [400, 'application/json', '{'],
    [413, 'application/json', `"${'x'.repeat(2_000_000)}"`],
  ])('answers what Fastify refuses with %i in the envelope', async (status, contentType, body) => {
    const answer = await ask('/json', { method: 'POST', headers: { 'content-type': contentType }, body });
    expect(answer).toMatchObject({
      status,
      text: '{"apiCode":999301,"apiMsg":"API_INVALID_REQUEST","data":null}',
    });
  });
});

describe('a client that does not read its answer', () => {
  it('is cut off, and whoever reads slowly but in time is not', async () => {
    const answer = Buffer.alloc(32 * 1024 * 1024, 'a');
    const slow = createHttpServer({ onUnexpected: () => undefined, sendTimeoutMs: 1_000 });
    slow.get('/large', (_request, reply) => reply.send(answer));
    await slow.listen({ host: '127.0.0.1', port: 0 });
    const address = slow.server.address() as AddressInfo;
    const request = () => {
      const socket = connect(address.port, '127.0.0.1').on('error', () => undefined);
      socket.write('GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      return socket;
    };
    const [reader, sleeper] = [request(), request()];
    let received = 0;
    reader.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    await once(reader, 'close');
    expect(received).toBeGreaterThan(answer.length);
    while ((await openConnections(slow)) > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    sleeper.destroy();
    await slow.close();
  });
});

function openConnections({
  server,
}: {
  server: { getConnections: Server['getConnections'] };
}): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
