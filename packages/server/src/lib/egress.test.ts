import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { closingWays, startClosingReceiver } from '../../test/support/closing-receivers.ts';
import { createEgress, type EgressOptions, type EgressRequest } from './egress.ts';
import {
  selfSignedCertificate,
  startHttpServer,
  startHttpsServer,
  startTcpServer,
} from './egress-servers.fixture.ts';

/** An egress that may reach the test's own servers. */
function open(options: Partial<EgressOptions> = {}) {
  const egress = createEgress({ allow: ['127.0.0.1'], ...options });
  onTestFinished(() => egress.close());
  return egress;
}

function get(url: string, rest: Partial<EgressRequest> = {}): EgressRequest {
  return {
    method: 'GET',
    url,
    headers: [],
    body: undefined,
    isIdempotent: true,
    deadlineMs: 10_000,
    ...rest,
  };
}

describe('egress', () => {
  it('sends bytes and headers as they are and tells the answer, its address and its timing', async () => {
    const server = await startHttpServer(async (request, response) => {
      const chunks = await request.toArray();
      response.setHeader('X-Sent', JSON.stringify(request.rawHeaders)).writeHead(418);
      response.end(Buffer.concat(chunks));
    });
    const result = await open().send({
      ...get(`http://127.0.0.1:${server.port}/hooks?a=1#fragment`),
      method: 'POST',
      headers: [['X-Source', 'gatehouse']],
      body: Buffer.from('{"ü":1}'),
    });
    expect(result).toMatchObject({
      kind: 'response',
      status: 418,
      truncated: false,
      resolvedAddress: '127.0.0.1',
      timings: { dnsMs: null, connectMs: expect.any(Number), tlsMs: null, firstByteMs: expect.any(Number) },
    });
    if (result.kind !== 'response') throw new Error(result.message);
    expect(result.body.toString()).toBe('{"ü":1}');
    const sent = JSON.parse(result.headers.get('x-sent')!) as string[];
    expect(sent.join('|')).toContain('X-Source|gatehouse|Accept-Encoding|identity');
    expect(sent.join('|')).toContain(`127.0.0.1:${server.port}`);
  });

  it('uses a connection again, and then needs no look-up or connect', async () => {
    const server = await startHttpServer((_, response) => response.end('ok'));
    const egress = open({
      allow: ['receiver.test'],
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const first = await egress.send(get(`http://receiver.test:${server.port}/`));
    const second = await egress.send(get(`http://receiver.test:${server.port}/`));
    expect(first.timings).toMatchObject({ dnsMs: expect.any(Number), connectMs: expect.any(Number) });
    expect(second.timings).toMatchObject({ dnsMs: null, connectMs: null, firstByteMs: expect.any(Number) });
    expect(second.resolvedAddress).toBe('127.0.0.1');
    expect(server.connections()).toBe(1);
  });

  it('uses no connection that was idle so long that the other side may just hang up, though no timer ran', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await startHttpServer((_, response) => response.end('ok'));
    const egress = open();
    const call = () => egress.send(get(`http://127.0.0.1:${server.port}/`));
    await call();
    vi.advanceTimersByTime(1_900);
    await call();
    expect(server.connections()).toBe(1);
    // What a busy event loop does: time passes, and nothing that was to happen meanwhile did.
    vi.advanceTimersByTime(2_100);
    expect(await call()).toMatchObject({ kind: 'response', timings: { connectMs: expect.any(Number) } });
    expect(server.connections()).toBe(2);
  });

  it('never follows a redirect', async () => {
    const canary = await startHttpServer((_, response) => response.end());
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await startHttpServer((_, response) => {
        response.writeHead(status, { Location: `http://127.0.0.1:${canary.port}/` }).end();
      });
      const result = await open().send(get(`http://127.0.0.1:${server.port}/`));
      expect(result).toMatchObject({ kind: 'response', status });
    }
    expect(canary.connections()).toBe(0);
  });

  it('lets at most so many calls to one origin go at a time, the others in turn', async () => {
    let running = 0;
    let max = 0;
    const server = await startHttpServer((_, response) => {
      max = Math.max(max, ++running);
      setImmediate(() => {
        running -= 1;
        response.end();
      });
    });
    const egress = open({ callsPerOrigin: 3 });
    const results = await Promise.all(
      Array.from({ length: 20 }, () => egress.send(get(`http://127.0.0.1:${server.port}/`))),
    );
    expect(results.every((result) => result.kind === 'response')).toBe(true);
    expect(max).toBeLessThanOrEqual(3);
    expect(server.connections()).toBeLessThanOrEqual(3);
  });

  it('gives up on a call for which no connection gets free, and frees its place', async () => {
    const held: ServerResponse[] = [];
    const server = await startHttpServer((_, response) => void held.push(response));
    const egress = open({ callsPerOrigin: 1 });
    const url = `http://127.0.0.1:${server.port}/`;
    const first = egress.send(get(url));
    const waiting = await egress.send(get(url, { deadlineMs: 100 }));
    expect(waiting).toMatchObject({ kind: 'failure', class: 'timeout', timings: { connectMs: null } });
    held[0]!.end();
    expect(await first).toMatchObject({ kind: 'response' });
    const third = egress.send(get(url));
    await expect.poll(() => held.length).toBe(2);
    held[1]!.end();
    expect(await third).toMatchObject({ kind: 'response' });
  });

  it('lets each who asks for slots have as many calls to an origin as the others, and only a few of them wait', async () => {
    const held: ServerResponse[] = [];
    const server = await startHttpServer((_, response) => void held.push(response));
    const egress = open({ callsPerOrigin: 2, waitingPerOrigin: 1 });
    const call = (of: string, waitMs: number) =>
      egress.send(get(`http://127.0.0.1:${server.port}/`, { deadlineMs: 5000, slot: { of, waitMs } }));
    const first = [call('acme', 5000), call('acme', 5000)];
    await expect.poll(() => held.length).toBe(2);
    const waiting = call('acme', 5000);
    // One waits already: the next is told at once, though it would wait.
    expect(await call('acme', 60_000)).toMatchObject({
      kind: 'failure',
      class: 'busy',
      message: expect.stringContaining('wait already'),
      timings: { connectMs: null },
    });
    const other = call('globex', 5000);
    await expect.poll(() => held.length).toBe(3);
    held[0]!.end();
    await expect.poll(() => held.length).toBe(4);
    for (const response of held.slice(1)) response.end();
    for (const sent of [...first, waiting, other]) expect(await sent).toMatchObject({ kind: 'response' });
  });

  it('is busy when no slot is free in time, and its deadline starts with the slot', async () => {
    const held: ServerResponse[] = [];
    const server = await startHttpServer((_, response) => void held.push(response));
    const egress = open({ callsPerOrigin: 1 });
    const call = (deadlineMs: number, waitMs: number) =>
      egress.send(get(`http://127.0.0.1:${server.port}/`, { deadlineMs, slot: { of: 'acme', waitMs } }));
    const first = call(5000, 0);
    await expect.poll(() => held.length).toBe(1);
    expect(await call(5000, 50)).toMatchObject({
      kind: 'failure',
      class: 'busy',
      timings: { connectMs: null },
    });
    const patient = call(1000, 60_000);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    held[0]!.end();
    await expect.poll(() => held.length).toBe(2);
    held[1]!.end();
    expect(await patient).toMatchObject({ kind: 'response' });
    expect(await first).toMatchObject({ kind: 'response' });
  });

  it("ends with the caller's signal, and with its reason", async () => {
    const server = await startHttpServer(() => {});
    const controller = new AbortController();
    const sent = open().send(get(`http://127.0.0.1:${server.port}/`, { signal: controller.signal }));
    const reason = new Error('draining');
    await expect.poll(() => server.connections()).toBe(1);
    controller.abort(reason);
    await expect(sent).rejects.toBe(reason);
  });
});

describe('a server that closes connections', () => {
  const calls = 40;

  /** Calls one after the other, by a number each; returns how often the server received each number. */
  async function callOften(way: keyof typeof closingWays, isIdempotent: boolean) {
    const receiver = await startClosingReceiver(closingWays[way]);
    onTestFinished(() => receiver.stop());
    const egress = open();
    for (let call = 0; call < calls; call += 1) {
      const result = await egress.send(get(`${receiver.url}/${call}`, { method: 'POST', isIdempotent }));
      expect(result).toMatchObject({ kind: 'response', status: 200, truncated: false });
    }
    const received = Map.groupBy(receiver.requests, ({ path }) => path);
    expect(received.size).toBe(calls);
    return { times: [...received.values()].map(({ length }) => length), connections: receiver.connections() };
  }

  const ways = Object.keys(closingWays) as (keyof typeof closingWays)[];
  const announced = ways.filter((way) => way.startsWith('answers'));

  it.each(announced)('and %s gets each call once, on a connection of its own', async (way) => {
    const { times, connections } = await callOften(way, true);
    expect(new Set(times)).toEqual(new Set([1]));
    expect(connections).toBe(calls);
  });

  it.each(ways)('and %s gets a call once that may not be repeated', async (way) => {
    const { times, connections } = await callOften(way, false);
    expect(new Set(times)).toEqual(new Set([1]));
    expect(connections).toBe(calls);
  });

  it.each(ways)('and %s answers each call that may be repeated, and gets it twice at most', async (way) => {
    expect(Math.max(...(await callOften(way, true)).times)).toBeLessThanOrEqual(2);
  });

  /** Answers the first request of the first connection; what follows is up to the test. */
  const afterFirst = (further: (request: IncomingMessage, response: ServerResponse) => unknown) => {
    let requests = 0;
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      requests += 1;
      return requests === 1 ? response.end('ok') : further(request, response);
    };
    return { answer, requests: () => requests };
  };
  const hangUp = (request: IncomingMessage) => request.socket.destroy();

  it.each(['http', 'https'])(
    'instead of answering on a used one is asked again on a new one, %s',
    async (scheme) => {
      const { answer, requests } = afterFirst((request, response) =>
        requests() === 2 ? hangUp(request) : response.end('again'),
      );
      const server = await (scheme === 'http' ? startHttpServer : startHttpsServer)(answer);
      const egress = open({ certificates: [selfSignedCertificate] });
      const call = () => egress.send(get(`${scheme}://127.0.0.1:${server.port}/`, { method: 'POST' }));
      await call();
      const second = await call();
      expect(second).toMatchObject({ status: 200, timings: { connectMs: expect.any(Number) } });
      expect(second.kind === 'response' && second.body.toString()).toBe('again');
      expect([requests(), server.connections()]).toEqual([3, 2]);
    },
  );

  it('for a streamed answer too, is asked again', async () => {
    const { answer, requests } = afterFirst((request, response) =>
      requests() === 2 ? hangUp(request) : response.end('again'),
    );
    const server = await startHttpServer(answer);
    const egress = open();
    const request = get(`http://127.0.0.1:${server.port}/`);
    await egress.send(request);
    const streamed = egress.stream({ ...request, idleMs: 5_000 }, async (_, body) => {
      const pieces: Buffer[] = [];
      for await (const piece of body) pieces.push(piece);
      return Buffer.concat(pieces).toString();
    });
    expect(await streamed).toMatchObject({ kind: 'response', taken: 'again' });
  });

  it('is asked again once, and not where its answer has begun', async () => {
    const always = afterFirst(hangUp);
    const partly = afterFirst((request) => request.socket.end('HTTP/1.1 200 OK\r\nContent-Le'));
    for (const [{ answer, requests }, received] of [
      [always, 3],
      [partly, 2],
    ] as const) {
      const server = await startHttpServer(answer);
      const egress = open();
      const call = () => egress.send(get(`http://127.0.0.1:${server.port}/`));
      await call();
      expect(await call()).toMatchObject({ kind: 'failure', class: 'protocol' });
      expect(requests()).toBe(received);
    }
  });

  it('is asked again within the one deadline, and at an address that is checked anew', async () => {
    const { answer } = afterFirst((request) => setTimeout(() => hangUp(request), 50));
    const server = await startHttpServer(answer);
    const answers = [{ address: '127.0.0.1', family: 4 }];
    const egress = open({ allow: ['127.0.0.1'], lookup: async () => answers });
    const call = (deadlineMs: number) =>
      egress.send(get(`http://receiver.test:${server.port}/`, { deadlineMs }));
    await call(10_000);
    answers[0] = { address: '10.0.0.1', family: 4 };
    expect(await call(10_000)).toMatchObject({ class: 'blockedAddress', resolvedAddress: null });
    expect(server.connections()).toBe(1);

    const slow = afterFirst(
      (request) => void (slow.requests() === 2 && setTimeout(() => hangUp(request), 100)),
    );
    const silent = await startHttpServer(slow.answer);
    await egress.send(get(`http://127.0.0.1:${silent.port}/`));
    const late = await egress.send(get(`http://127.0.0.1:${silent.port}/`, { deadlineMs: 300 }));
    expect(late).toMatchObject({ class: 'timeout', message: 'no complete answer within 300 ms' });
    expect(slow.requests()).toBe(3);
    expect(late.timings.totalMs).toBeLessThan(5_000);
  });
});

describe('an answer without end', () => {
  it('fails at the deadline when it trickles, in its head or in its body', async () => {
    for (const head of ['', 'HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n']) {
      const server = await startTcpServer((socket) => {
        socket.write(head);
        const drip = setInterval(() => socket.write(head === '' ? 'H' : 'x'), 20);
        socket.on('close', () => clearInterval(drip));
      });
      // A single H starts a head that never ends; more of them are no HTTP.
      const result = await open().send(get(`http://127.0.0.1:${server.port}/`, { deadlineMs: 200 }));
      expect(result).toMatchObject({ kind: 'failure', class: head === '' ? 'protocol' : 'timeout' });
    }
  });

  it('fails at the deadline when headers trickle', async () => {
    const server = await startTcpServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Long: ');
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    const result = await open().send(get(`http://127.0.0.1:${server.port}/`, { deadlineMs: 200 }));
    expect(result).toMatchObject({ kind: 'failure', class: 'timeout', resolvedAddress: '127.0.0.1' });
  });

  it('fails at the deadline when the name is never found', async () => {
    const egress = open({ lookup: () => new Promise(() => {}) });
    const result = await egress.send(get('http://receiver.test/', { deadlineMs: 100 }));
    expect(result).toMatchObject({ kind: 'failure', class: 'timeout', timings: { dnsMs: null } });
  });

  it('is read to 256 KiB and no further', async () => {
    let written = 0;
    function* gigabyte() {
      const chunk = Buffer.alloc(64 * 1024, 'x');
      for (; written < 1024 ** 3; written += chunk.length) yield chunk;
    }
    const server = await startHttpServer((_, response) => {
      response.writeHead(200, { 'Content-Length': 1024 ** 3 });
      pipeline(Readable.from(gigabyte()), response, () => {});
    });
    const result = await open().send(get(`http://127.0.0.1:${server.port}/`));
    expect(result).toMatchObject({ kind: 'response', status: 200, truncated: true });
    expect(result.kind === 'response' && result.body.length).toBe(256 * 1024);
    expect(written).toBeLessThan(64 * 1024 ** 2);
  });

  it('is not unpacked further either, although a megabyte holds a gigabyte', async () => {
    const member = gzipSync(Buffer.alloc(64 * 1024 ** 2));
    const bomb = Buffer.concat(Array<Buffer>(16).fill(member));
    const server = await startHttpServer((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
    });
    const egress = open();
    const before = process.memoryUsage().rss;
    const results = await Promise.all(
      Array.from({ length: 8 }, () => egress.send(get(`http://127.0.0.1:${server.port}/`))),
    );
    for (const result of results) {
      expect(result).toMatchObject({ kind: 'response', truncated: true });
      expect(result.kind === 'response' && result.body.length).toBe(256 * 1024);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 ** 2);
  });
});

describe('a compressed answer', () => {
  it.each(['gzip', 'x-gzip'])('in %s is unpacked although nobody asked for it', async (encoding) => {
    const server = await startHttpServer((_, response) => {
      response.writeHead(200, { 'Content-Encoding': encoding }).end(gzipSync('{"tier":"gold"}'));
    });
    const result = await open().send(get(`http://127.0.0.1:${server.port}/`));
    expect(result.kind === 'response' && result.body.toString()).toBe('{"tier":"gold"}');
    expect(result).toMatchObject({ truncated: false });
  });

  it('that is broken is an answer that is not whole', async () => {
    const server = await startHttpServer((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('{"tier":"gold"}');
    });
    expect(await open().send(get(`http://127.0.0.1:${server.port}/`))).toMatchObject({
      kind: 'response',
      status: 200,
      truncated: true,
    });
  });

  it('in another coding is kept as it came', async () => {
    const server = await startHttpServer((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'br' }).end('bytes');
    });
    const result = await open().send(get(`http://127.0.0.1:${server.port}/`));
    expect(result.kind === 'response' && result.body.toString()).toBe('bytes');
  });
});

describe('a call without an answer', () => {
  it.each([
    ['at once', ''],
    ['inside the head', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['inside the body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n123'],
    ['inside a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n123'],
    ['after something that is no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['after a switch of protocols', 'HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
  ])('because the other side hung up %s is a protocol failure', async (_, text) => {
    const server = await startTcpServer((socket) => socket.once('data', () => socket.end(text)));
    expect(await open().send(get(`http://127.0.0.1:${server.port}/`))).toMatchObject({
      kind: 'failure',
      class: 'protocol',
      resolvedAddress: '127.0.0.1',
    });
  });

  it('because the head is too large says so', async () => {
    const server = await startTcpServer((socket) =>
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`)),
    );
    const result = await open().send(get(`http://127.0.0.1:${server.port}/`));
    expect(result).toMatchObject({ kind: 'failure', class: 'tooLarge' });
  });

  it('because nobody listens is a connect failure', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    expect(await open().send(get(`http://127.0.0.1:${port}/`))).toMatchObject({ class: 'connect' });
  });

  it('because the name is unknown is a dns failure', async () => {
    const unknown = open({ lookup: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(await unknown.send(get('http://nowhere.test/'))).toMatchObject({
      class: 'dns',
      message: 'nowhere.test was not found: ENOTFOUND',
    });
    const empty = open({ lookup: async () => [] });
    expect(await empty.send(get('http://nowhere.test/'))).toMatchObject({ class: 'dns' });
  });
});

describe('TLS', () => {
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
  const names = { allow: ['127.0.0.1'], lookup };

  it('refuses a certificate that nobody vouches for, before anything is sent', async () => {
    let requests = 0;
    const server = await startHttpsServer((_, response) => {
      requests += 1;
      response.end();
    });
    for (const host of ['127.0.0.1', 'receiver.test']) {
      const result = await open(names).send(get(`https://${host}:${server.port}/`));
      expect(result).toMatchObject({ kind: 'failure', class: 'tls', resolvedAddress: null });
    }
    expect(requests).toBe(0);
  });

  it('takes a trusted certificate for the name or address that was called, and no other', async () => {
    const server = await startHttpsServer((_, response) => response.end('ok'));
    const egress = open({ ...names, certificates: [selfSignedCertificate] });
    for (const host of ['127.0.0.1', 'receiver.test']) {
      const result = await egress.send(get(`https://${host}:${server.port}/`));
      expect(result).toMatchObject({ status: 200, timings: { tlsMs: expect.any(Number) } });
    }
    const other = await egress.send(get(`https://other.test:${server.port}/`));
    expect(other).toMatchObject({ kind: 'failure', class: 'tls' });
  });

  it('fails where the other side speaks none', async () => {
    const server = await startHttpServer((_, response) => response.end());
    const result = await open().send(get(`https://127.0.0.1:${server.port}/`));
    expect(result).toMatchObject({ kind: 'failure', class: 'tls' });
  });
});

describe('an address that is not public', () => {
  it.each([
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '0177.0.0.1',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '0',
    '0.0.0.0',
    '169.254.169.254',
    '10.0.0.1',
  ])('is not reached, written as %s', async (host) => {
    const canary = await startTcpServer(() => {});
    const egress = open({ allow: [] });
    const result = await egress.send(get(`http://${host}:${canary.port}/`));
    expect(result).toMatchObject({ kind: 'failure', class: 'blockedAddress', timings: { connectMs: null } });
    expect(canary.connections()).toBe(0);
  });

  it('is not reached by a name that changes its mind between two look-ups', async () => {
    const canary = await startTcpServer(() => {});
    // Global unicast that nobody was ever given again: packets to it go nowhere.
    const publicAddress = { address: '3ffe::1', family: 6 };
    const local = { address: '127.0.0.1', family: 4 };
    for (const turn of [0, 1]) {
      let lookups = turn;
      const egress = open({ allow: [], lookup: async () => [++lookups % 2 === 0 ? local : publicAddress] });
      for (let call = 0; call < 6; call++) {
        const url = `http://rebinding.test:${canary.port}/`;
        const result = await egress.send(get(url, { deadlineMs: 100 }));
        expect(result.kind).toBe('failure');
      }
      expect(lookups).toBe(turn + 6);
    }
    const both = open({ allow: [], lookup: async () => [publicAddress, local] });
    const mixed = await both.send(get(`http://rebinding.test:${canary.port}/`, { deadlineMs: 100 }));
    expect(mixed.kind).toBe('failure');
    expect(canary.connections()).toBe(0);
  });

  it('says which addresses a name had and what is wrong with each', async () => {
    const lookup = async () => [
      { address: '10.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ];
    expect(await open({ allow: [], lookup }).send(get('http://inner.test/'))).toMatchObject({
      message:
        'inner.test may not be called: 10.0.0.1 is not public (private), ::1 is not public (loopback); to allow it, name the host or address in the setting GATEHOUSE_EGRESS_ALLOW',
    });
  });

  it('is reached by the exact host that the deployment exempts', async () => {
    const server = await startHttpServer((_, response) => response.end());
    const lookup = async () => [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ];
    const egress = open({ allow: ['crm.internal'], lookup });
    expect(await egress.send(get(`http://crm.internal:${server.port}/`))).toMatchObject({ status: 200 });
    expect(await egress.send(get(`http://other.internal:${server.port}/`))).toMatchObject({
      class: 'blockedAddress',
    });
  });
});

describe('a request that cannot go out', () => {
  it.each([
    ['', 'is not an absolute address'],
    ['/hooks', 'is not an absolute address'],
    ['ftp://127.0.0.1/', 'must be http or https'],
    ['file:///etc/passwd', 'must be http or https'],
    ['http://user:password@127.0.0.1/', 'must not carry a user name or password'],
    ['http://user@127.0.0.1/', 'must not carry a user name or password'],
  ])('to %j fails at once', async (url, message) => {
    const result = await open().send(get(url));
    expect(result).toMatchObject({ class: 'badRequest', message: expect.stringContaining(message) });
    expect(JSON.stringify(result)).not.toContain('password@');
  });

  it.each([
    [[['X-A', 'b\r\nX-Evil: 1']]],
    [[['X-A', '中文']]],
    [[['X A', 'b']]],
    [[['Host', 'evil.test']]],
    [[['Content-Length', '0']]],
    [[['Transfer-Encoding', 'chunked']]],
    [
      [
        ['X-A', '1'],
        ['x-a', '2'],
      ],
    ],
  ] as [string, string][][][])('with the headers %j fails at once', async (headers) => {
    const canary = await startTcpServer(() => {});
    const result = await open().send(get(`http://127.0.0.1:${canary.port}/`, { headers }));
    expect(result).toMatchObject({ kind: 'failure', class: 'badRequest' });
    expect(canary.connections()).toBe(0);
  });
});

describe('a streamed answer', () => {
  const stream = (port: number, rest: Partial<EgressRequest & { idleMs: number }> = {}) => {
    const pieces: Buffer[] = [];
    const result = open().stream(
      { ...get(`http://127.0.0.1:${port}/`, rest), idleMs: rest.idleMs ?? 5_000 },
      async (head, body) => {
        if (head.status !== 200) return 'not read';
        for await (const piece of body) pieces.push(piece);
        return 'read';
      },
    );
    return { pieces, result };
  };

  it('comes piece by piece, decoded, however large it is', async () => {
    const content = Buffer.alloc(3_000_000, 'list ');
    const server = await startHttpServer((_, response) =>
      response.setHeader('content-encoding', 'gzip').end(gzipSync(content)),
    );
    const { pieces, result } = stream(server.port, { maxResponseBytes: 10 });
    expect(await result).toMatchObject({ kind: 'response', status: 200, taken: 'read' });
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
    expect(pieces.length).toBeGreaterThan(1);
  });

  it('that breaks off is a failure, and what came was handed over', async () => {
    const server = await startHttpServer((request, response) => {
      response.setHeader('content-length', '100').write('half');
      setTimeout(() => request.socket.destroy(), 20);
    });
    const { pieces, result } = stream(server.port);
    expect(await result).toMatchObject({ kind: 'failure', class: 'protocol' });
    expect(Buffer.concat(pieces).toString()).toBe('half');
  });

  it('that pauses for too long, or takes too long, is a failure', async () => {
    const silent = await startHttpServer((_, response) => void response.write('half'));
    expect(await stream(silent.port, { idleMs: 50 }).result).toMatchObject({
      class: 'timeout',
      message: 'no byte came for 50 ms',
    });
    const trickle = await startHttpServer((_, response) => {
      const timer = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(timer));
    });
    expect(await stream(trickle.port, { deadlineMs: 120 }).result).toMatchObject({
      class: 'timeout',
      message: 'no complete answer within 120 ms',
    });
  });

  it('that is not read leaves nothing behind', async () => {
    const server = await startHttpServer((_, response) => response.writeHead(500).end('x'.repeat(1_000_000)));
    expect(await stream(server.port).result).toMatchObject({ status: 500, taken: 'not read' });
  });

  it('rejects with what its reader throws', async () => {
    const server = await startHttpServer((_, response) => response.end('ok'));
    const result = open().stream({ ...get(`http://127.0.0.1:${server.port}/`), idleMs: 1_000 }, async () => {
      throw new Error('the disk is full');
    });
    await expect(result).rejects.toThrow('the disk is full');
  });

  it('never comes from an address that may not be called', async () => {
    const server = await startHttpServer((_, response) => response.end('ok'));
    const egress = open({ allow: [] });
    const call = { ...get(`http://127.0.0.1:${server.port}/`), idleMs: 1_000 };
    expect(await egress.stream(call, async () => 'read')).toMatchObject({ class: 'blockedAddress' });
    expect(server.connections()).toBe(0);
  });
});
