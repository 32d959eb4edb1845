import type { Socket } from 'node:net';
import { Client } from 'undici';
import { type ConnectOptions, type ConnectTarget, openConnection } from './egress-connect.ts';

/** One connection with the HTTP client that speaks on it; the client never opens another. */
export interface OpenClient {
  readonly client: Client;
  readonly socket: Socket;
  readonly address: string;
  /** It carried another call before, and the other side may hang up on it without having seen this one. */
  readonly isReused: boolean;
}

/** Connections that finished a call and may carry the next one to the same origin. */
export interface Connections {
  /** A new connection; with `mayReuse` one of the URL's origin, where one has been idle for a short while only. */
  acquire(target: ConnectTarget & { readonly mayReuse: boolean }): Promise<OpenClient>;
  /** Makes a connection on which a call ended well available again, unless either side has ended it. */
  release(url: URL, open: OpenClient): void;
  /** Closes a connection. */
  destroy(open: OpenClient): void;
  /** Closes all idle ones; connections released later are closed too. */
  close(): void;
}

/**
 * Shorter than the 5 s after which common servers hang up, so that a call seldom meets a connection that the
 * other side is just closing. A server that announces less gets less.
 */
const idleMs = 2000;

interface IdleClient {
  readonly open: OpenClient;
  /** By the clock: the client's own timer stops while the event loop is busy, and the other side's does not. */
  readonly since: number;
}

export function createConnections(options: ConnectOptions): Connections {
  const idle = new Map<string, IdleClient[]>();
  let closed = false;

  const forget = (origin: string, { client }: OpenClient): void => {
    const left = (idle.get(origin) ?? []).filter(({ open }) => open.client !== client);
    if (left.length > 0) idle.set(origin, left);
    else idle.delete(origin);
  };
  const destroy = ({ client }: OpenClient): void => void client.destroy();

  /** The one that was used last; whatever has been idle for too long is hung up on. */
  const acquireIdle = (origin: string): OpenClient | undefined => {
    for (;;) {
      const last = idle.get(origin)?.at(-1);
      if (last === undefined) return undefined;
      forget(origin, last.open);
      if (performance.now() - last.since < idleMs) return last.open;
      destroy(last.open);
    }
  };

  return {
    destroy,
    acquire: async (target) => {
      const { origin } = target.url;
      const kept = target.mayReuse ? acquireIdle(origin) : undefined;
      if (kept !== undefined) return { ...kept, isReused: true };
      const { socket, address } = await openConnection(target, options);
      let handedOver = false;
      const client = new Client(origin, {
        // The socket is open already, connected to the checked address; nothing may reconnect behind the checks.
        connect: (_options, answer) => {
          const first = !handedOver;
          handedOver = true;
          // The client is not ready for an answer before this returns.
          queueMicrotask(() => {
            if (first) answer(null, socket);
            else answer(new Error('the connection was closed'), null);
          });
        },
        allowH2: false,
        pipelining: 1,
        keepAliveTimeout: idleMs,
        keepAliveMaxTimeout: idleMs,
        // One deadline rules the whole call; these only watch pauses.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const open = { client, socket, address, isReused: false };
      client.on('disconnect', () => {
        forget(origin, open);
        destroy(open);
      });
      return open;
    },
    release: ({ origin }, open) => {
      // After `Connection: close` or HTTP/1.0 the socket is closed at once, and its client learns of it later.
      if (closed || open.socket.readyState !== 'open') destroy(open);
      else idle.set(origin, [...(idle.get(origin) ?? []), { open, since: performance.now() }]);
    },
    close: () => {
      closed = true;
      for (const { open } of [...idle.values()].flat()) destroy(open);
      idle.clear();
    },
  };
}
