import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './support/free-port.ts';
import { callGateway, readMetrics, signedQuery } from './support/network.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/** Bounds short enough for a test; their order is that of the defaults. */
const http = {
  headersTimeoutMs: 1_000,
  requestTimeoutMs: 2_000,
  keepAliveTimeoutMs: 2_000,
  connectionsCheckingIntervalMs: 200,
  maxConnections: 400,
};
/** For what must happen at all; how soon is a matter for bench/slow-clients. */
const timeoutMs = 30_000;

/** A connection that does not behave, and the result. */
interface SlowClient {
  readonly socket: Socket;
  /** All that the service said before it closed the connection. */
  readonly ended: Promise<string>;
}

describe('slow clients', () => {
  let service: TestService;
  let metricsPort: number;
  let address: { host: string; port: number };
  const sockets: Socket[] = [];
  const tenant = aTenant();
  const timeOut = '{"apiCode":999301,"apiMsg":"API_INVALID_REQUEST","data":null}';

  beforeAll(async () => {
    metricsPort = await freePort();
    service = await startTestService('embedded', { GATEHOUSE_METRICS_PORT: String(metricsPort) }, { http });
    await service.provision(tenant);
    const { hostname, port } = new URL(service.app.baseUrl);
    address = { host: hostname, port: Number(port) };
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await service?.stop();
  });

  function slowClient(first: string, options: { reads?: boolean; trickles?: boolean } = {}): SlowClient {
    const { reads = true, trickles = false } = options;
    const socket = connect(address);
    sockets.push(socket);
    socket.on('error', () => undefined);
    let said = '';
    const ended = new Promise<string>((resolve) => {
      socket.once('close', () => resolve(said));
    });
    if (reads) {
      socket.setEncoding('latin1').on('data', (text: string) => {
        said += text;
      });
    }
    if (first !== '') socket.write(first);
    if (trickles) {
      const timer = setInterval(() => socket.write('a'), 100);
      socket.once('close', () => clearInterval(timer));
    }
    return { socket, ended };
  }

  const many = (count: number, make: () => SlowClient) => Array.from({ length: count }, make);

  function head(body: string, length: number): string {
    return (
      `POST /gateway?${signedQuery(tenant.key, 'quickscan.detail', body)} HTTP/1.1\r\nHost: gate\r\n` +
      `x-domain: retail\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
    );
  }

  const honestCall = () =>
    callGateway(service.app.baseUrl, tenant.key, {
      api: 'quickscan.detail',
      data: { data: { id: '01890000-0000-7000-8000-000000000000' } },
    });

  /** Honest calls one after the other until `event`; how many there were. */
  async function callUntil(event: Promise<unknown>): Promise<number> {
    const state = { over: false };
    void event.finally(() => {
      state.over = true;
    });
    let answered = 0;
    while (!state.over) {
      expect(await honestCall()).toMatchObject({ status: 200, apiCode: 200, data: { code: 404 } });
      answered += 1;
    }
    return answered;
  }

  async function untilConnections(count: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const open = (await readMetrics(metricsPort)).get('gatehouse_connections');
      if (open !== undefined && open <= count) return;
      if (performance.now() > deadline) throw new Error(`${open} connections are still open`);
      await sleep(100);
    }
  }

  it(
    'of every kind are refused or cut in time, while every honest call is answered',
    async () => {
      const headers = many(100, () =>
        slowClient('POST /gateway HTTP/1.1\r\nHost: gate\r\nx-slow: ', { trickles: true }),
      );
      const bodies = many(100, () => slowClient(head('{"data":{}}', 100_000), { trickles: true }));
      const silent = many(40, () => slowClient(''));
      const body = '{"data":{"id":"none"}}';
      const readers = many(40, () =>
        slowClient((head(body, body.length) + body).repeat(50), { reads: false }),
      );
      const trickling = [...headers, ...bodies];
      const answered = await callUntil(Promise.all([...trickling, ...silent].map(({ ended }) => ended)));
      expect(answered).toBeGreaterThan(0);
      for (const { ended } of trickling) {
        const said = await ended;
        expect(said).toMatch(/^HTTP\/1\.1 408 /);
        expect(said).toContain(timeOut);
      }
      await untilConnections(1);
      for (const { socket } of readers) socket.destroy();
      expect((await honestCall()).status).toBe(200);
    },
    3 * timeoutMs,
  );

  it(
    'beyond the most connections are closed at once, and others get in when some have gone',
    async () => {
      await untilConnections(0);
      const crowd = many(http.maxConnections, () => slowClient('POST /gateway HTTP/1.1\r\n'));
      await Promise.all(crowd.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))));
      const late = slowClient('');
      expect(await late.ended).toBe('');
      const dropped = (await readMetrics(metricsPort)).get('gatehouse_connections_dropped_total');
      expect(dropped).toBeGreaterThanOrEqual(1);
      for (const { socket } of crowd.slice(0, 50)) socket.destroy();
      await untilConnections(http.maxConnections - 50);
      expect((await honestCall()).status).toBe(200);
    },
    2 * timeoutMs,
  );
});
