import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAddressPolicy } from './egress-address.ts';
import { createConnections } from './egress-connections.ts';

/** Beside `egress.test.ts`, where a call that meets a dead connection is repeated and hides that one was kept. */
describe('a connection that carried a call', () => {
  let server: Server;
  let accepted: Socket[];
  beforeEach(async () => {
    accepted = [];
    server = createServer((socket) => void accepted.push(socket.resume())).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const socket of accepted) socket.destroy();
    server.close();
  });

  async function open() {
    const connections = createConnections({
      policy: createAddressPolicy(['127.0.0.1']),
      lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    });
    const { port } = server.address() as { port: number };
    const target = {
      url: new URL(`http://127.0.0.1:${port}/`),
      signal: AbortSignal.timeout(10_000),
      timings: { dnsMs: null, connectMs: null, tlsMs: null },
      mayReuse: true,
    };
    return { connections, target, first: await connections.acquire(target) };
  }

  it('carries the next one while both sides are open', async () => {
    const { connections, target, first } = await open();
    connections.release(target.url, first);
    expect(await connections.acquire(target)).toMatchObject({ isReused: true });
    connections.destroy(first);
  });

  it.each([
    ['it was destroyed', ({ socket }: { socket: Socket }) => void socket.destroy()],
    ['this side has ended it', ({ socket }: { socket: Socket }) => void socket.end()],
    [
      'the other side has ended it',
      async ({ socket }: { socket: Socket }) => {
        socket.resume();
        const ended = once(socket, 'end');
        while (accepted.length === 0) await new Promise((resolve) => setImmediate(resolve));
        accepted[0]!.end();
        await ended;
      },
    ],
  ])('is not kept once %s', async (_, end) => {
    const { connections, target, first } = await open();
    await end(first);
    connections.release(target.url, first);
    const next = await connections.acquire(target);
    expect(next.isReused).toBe(false);
    expect(first.client.destroyed).toBe(true);
    connections.destroy(next);
  });
});
