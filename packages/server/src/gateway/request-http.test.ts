import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from './call.ts';
import { signedPath, startTestGateway, type TestGateway } from './gateway.fixture.ts';

const envelope = /\r\n\r\n\{"apiCode":999301,"apiMsg":"API_INVALID_REQUEST","data":null\}$/;
const requestId = /\r\nx-request-id: [0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;
const detail = /\r\nx-error-detail: [\x20-\x7e]{1,256}\r\n/;

function expectRefusal(answer: string, status: number): void {
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toMatch(envelope);
  expect(answer).toMatch(requestId);
  expect(answer).toMatch(detail);
  expect(answer.match(/HTTP\/1\.1 \d{3} /g)).toHaveLength(1);
}

const body = '{"word":"good"}';
const head = (length: number | string, more = '') =>
  `POST ${signedPath(body)} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nX-Domain: retail\r\n${more}${
    typeof length === 'number' ? `Content-Length: ${length}` : length
  }\r\n\r\n`;

/** A handler that answers when it is told to. */
function slowOperation() {
  const started = Promise.withResolvers<Call<string>>();
  const finished = Promise.withResolvers<void>();
  return {
    started: started.promise,
    finish: finished.resolve,
    handler: async (call: Call<string>) => {
      started.resolve(call);
      await finished.promise;
      return { code: 200, word: 'slow' };
    },
  };
}

let testGateway: TestGateway;
beforeAll(async () => {
  testGateway = await startTestGateway({
    settings: { bodyLimit: 1000, bodyTimeoutMs: 300, clientRate: { calls: 1_000_000, seconds: 60 } },
    http: { headersTimeoutMs: 400, requestTimeoutMs: 60_000, connectionsCheckingIntervalMs: 50 },
  });
});
afterAll(() => testGateway.close());

describe('bytes that are no HTTP request', () => {
  it.each([
    ['a word', 'hello\r\n\r\n', 400],
    ['TLS', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01]), 400],
    ['NUL bytes', Buffer.alloc(100), 400],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['an unknown version', 'POST /gateway HTTP/3.9\r\nHost: a\r\n\r\n', 400],
    ['a method in lower case', 'post /gateway HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a space in the path', 'POST /gate way HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a header without a colon', 'POST /gateway HTTP/1.1\r\nHost: a\r\nbroken\r\n\r\n', 400],
    ['a space before the colon', 'POST /gateway HTTP/1.1\r\nHost: a\r\nX-Domain : b\r\n\r\n', 400],
    ['a folded header', 'POST /gateway HTTP/1.1\r\nHost: a\r\nX-Domain: b\r\n c\r\n\r\n', 400],
    ['a bare line feed', 'POST /gateway HTTP/1.1\nHost: a\n\n', 400],
    ['a NUL in a header', 'POST /gateway HTTP/1.1\r\nHost: a\r\nX-Domain: b\0c\r\n\r\n', 400],
    [
      'Content-Length and Transfer-Encoding',
      'POST /gateway HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'two lengths',
      'POST /gateway HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
      400,
    ],
    ['a negative length', 'POST /gateway HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\nhello', 400],
    [
      'a broken chunk',
      'POST /gateway HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n',
      400,
    ],
    [
      'two transfer encodings',
      'POST /gateway HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['large headers', `POST /gateway HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a large path', `POST /gateway?x=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['no Host', 'POST /gateway HTTP/1.1\r\nContent-Length: 0\r\n\r\n', 400],
    ['an unknown expectation', `${head(0, 'Expect: tea\r\nConnection: close\r\n')}`, 417],
    ['a tunnel', 'CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n', 405],
  ])('are answered with the envelope: %s', async (_title, text, status) => {
    expectRefusal(await testGateway.talk(text), status);
  });

  it('never hide the answer of the call before them on the connection', async () => {
    const operation = slowOperation();
    const slow = await startTestGateway({ handlers: { 'open.operation': operation.handler } });
    const talking = slow.talk(`${head(body.length)}${body}garbage\r\n\r\n`);
    await operation.started;
    operation.finish();
    const answer = await talking;
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/"word":"slow"\}\}$/);
    await slow.close();
  });

  it('never end the process, even when the client resets the connection at once', async () => {
    for (const text of [
      'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n',
      'garbage\r\n\r\n',
      head(body.length) + body,
    ]) {
      for (const delay of [0, 5, 20]) {
        const socket = connect(testGateway.port, '127.0.0.1');
        await new Promise<void>((resolve) => socket.write(text, () => resolve()));
        await new Promise((resolve) => setTimeout(resolve, delay));
        socket.resetAndDestroy();
      }
    }
    expect((await testGateway.call()).status).toBe(200);
  });

  it('leave the server answering', async () => {
    expect((await testGateway.call()).status).toBe(200);
  });
});

describe('unknown paths', () => {
  it.each([
    '/',
    '/gateway/',
    '/gateway/x/y',
    '/Gateway',
    '//gateway',
    '/gatewayx',
    '/healthz2',
    '/gateway%00',
  ])('answer the envelope with 404: %s', async (path) => {
    for (const method of ['POST', 'GET', 'PROPFIND']) {
      const answer = await testGateway.call({ path, method });
      expect([answer.status, answer.text]).toEqual([
        404,
        '{"apiCode":999301,"apiMsg":"API_INVALID_REQUEST","data":null}',
      ]);
      expect(answer.headers.get('x-request-id')).toMatch(/-7/);
      expect(answer.headers.get('x-error-detail')).toBe('unknown path');
    }
  });

  it('answer the same whatever body is sent to them', async () => {
    for (const contentType of ['text/plain', 'application/json', 'nonsense', 'multipart/form-data']) {
      const answer = await testGateway.call({
        path: '/nowhere',
        body: '{broken',
        headers: { 'content-type': contentType },
      });
      expect([answer.status, answer.apiCode]).toEqual([404, 999301]);
    }
  });

  it('that cannot be decoded answer the envelope', async () => {
    expectRefusal(await testGateway.talk('GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'), 400);
  });
});

describe('the size of a body', () => {
  const ofSize = (bytes: number) => `{"word":"${'x'.repeat(bytes - 11)}"}`;

  it('may be exactly the limit, and not one byte more', async () => {
    expect((await testGateway.call({ body: ofSize(1000) })).status).toBe(200);
    const over = await testGateway.call({ body: ofSize(1001) });
    expect([over.status, over.apiCode, over.detail]).toEqual([
      413,
      999301,
      'the body is larger than 1000 bytes',
    ]);
  });

  it('is limited alike when it comes in chunks of unknown length', async () => {
    const chunked = async (text: string) => {
      const signed = signedPath(text);
      const chunks = text.match(/.{1,300}/g)?.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`);
      return testGateway.talk(
        `POST ${signed} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nX-Domain: retail\r\nTransfer-Encoding: chunked\r\n\r\n${chunks?.join('')}0\r\n\r\n`,
      );
    };
    expect(await chunked(ofSize(1000))).toMatch(/^HTTP\/1\.1 200 /);
    expectRefusal(await chunked(ofSize(1001)), 413);
  });

  it('over the limit is answered before all of it has come, and the connection serves on', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(testGateway.port, '127.0.0.1');
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk.toString();
        if (received.split('HTTP/1.1 ').length === 2 && received.endsWith('}')) {
          socket.write('x'.repeat(5000 - 10));
          socket.write(head(body.length, 'Connection: close\r\n') + body);
        }
      });
      socket.on('close', () => resolve(received));
      socket.write(`${head(5000)}0123456789`);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('HTTP/1.1 200 OK');
  });

  it('without end is cut', async () => {
    const sent = await new Promise<number>((resolve) => {
      const socket = connect(testGateway.port, '127.0.0.1');
      const block = Buffer.alloc(1 << 16, 'x');
      const pump = () => {
        while (!socket.destroyed && socket.write(block));
      };
      socket.on('drain', pump);
      socket.on('error', () => {});
      socket.on('close', () => resolve(socket.bytesWritten));
      socket.write(head(1 << 30));
      pump();
    });
    expect(sent).toBeLessThan(1 << 26);
  });

  it('of 3 MB is refused with an answer and not with a reset', async () => {
    const answer = await testGateway.call({ body: Buffer.alloc(3_000_000, 'x') });
    expect([answer.status, answer.apiCode]).toEqual([413, 999301]);
  });
});

describe('slow clients', () => {
  it('that trickle their body are answered 408 and cut', async () => {
    const answer = await testGateway.talk(head(body.length), { later: body.split(''), everyMs: 100 });
    expectRefusal(answer, 408);
    expect(answer).toContain('\r\nconnection: close\r\n');
  });

  it('that send no byte of their body are answered 408', async () => {
    expectRefusal(await testGateway.talk(head(body.length)), 408);
  });

  it('that trickle their headers are answered 408', async () => {
    const answer = await testGateway.talk('POST /gateway HTTP/1.1\r\n', {
      later: new Array<string>(30).fill('X: y\r\n'),
      everyMs: 50,
    });
    expectRefusal(answer, 408);
  });

  it('are answered 408 by the server where a scope has no limit of its own', async () => {
    const strict = await startTestGateway({
      settings: { bodyTimeoutMs: 60_000 },
      http: { headersTimeoutMs: 200, requestTimeoutMs: 300, connectionsCheckingIntervalMs: 50 },
    });
    expectRefusal(await strict.talk(head(body.length)), 408);
    await strict.close();
  });

  it('that come in pieces but in time are served', async () => {
    const patient = await startTestGateway();
    const answer = await patient.talk(head(body.length, 'Connection: close\r\n'), {
      later: body.match(/.{1,5}/g) ?? [],
    });
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    await patient.close();
  });
});

describe('clients that go away', () => {
  it('during their body are counted, and nothing is answered', async () => {
    const before = testGateway.outcomes.length;
    const arrival = once(testGateway.server.server, 'request');
    const socket = connect(testGateway.port, '127.0.0.1');
    socket.write(`${head(body.length)}{"w`);
    await arrival;
    socket.destroy();
    await expect
      .poll(() => testGateway.outcomes.slice(before))
      .toMatchObject([{ apiCode: undefined, clientGone: true }]);
  });

  it('during their operation are counted; the operation runs to its end', async () => {
    const operation = slowOperation();
    const slow = await startTestGateway({ handlers: { 'open.operation': operation.handler } });
    const arrival = once(slow.server.server, 'request') as Promise<[IncomingMessage]>;
    const socket = connect(slow.port, '127.0.0.1');
    socket.write(head(body.length) + body);
    const [request] = await arrival;
    const call = await operation.started;
    const closed = once(request.socket, 'close');
    socket.destroy();
    await closed;
    operation.finish();
    await expect
      .poll(() => slow.outcomes)
      .toMatchObject([{ operation: 'open.operation', apiCode: 200, clientGone: true }]);
    expect(call.signal.aborted).toBe(false);
    expect(slow.lines).toMatchObject([{ clientGone: true, apiCode: 200 }]);
    await slow.close();
  });
});

describe('a connection', () => {
  it('serves calls one after another, pipelined ones in their order', async () => {
    const first = '{"word":"first"}';
    const second = '{"word":"second"}';
    const message = (text: string, connection: string) =>
      `POST ${signedPath(text)} HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\nContent-Type: application/json\r\nX-Domain: retail\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
    const answer = await testGateway.talk(message(first, 'keep-alive') + message(second, 'close'));
    expect(answer.indexOf('"first"')).toBeGreaterThan(0);
    expect(answer.indexOf('"second"')).toBeGreaterThan(answer.indexOf('"first"'));
  });

  it('is served over HTTP/1.0', async () => {
    const answer = await testGateway.talk(
      `POST ${signedPath(body)} HTTP/1.0\r\nContent-Type: application/json\r\nX-Domain: retail\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it('continues a body that waits to be asked for', async () => {
    const answer = await testGateway.talk(
      head(body.length, 'Expect: 100-continue\r\nConnection: close\r\n'),
      {
        later: [body],
      },
    );
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
  });

  it('beyond the most that may be open is closed', async () => {
    const narrow = await startTestGateway({ http: { maxConnections: 1 } });
    const held = connect(narrow.port, '127.0.0.1');
    await new Promise((resolve) => held.on('connect', resolve));
    expect(await narrow.talk('GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('');
    held.destroy();
    await narrow.close();
  });
});
