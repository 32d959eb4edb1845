import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import type { RecordDestination } from './stream-records.ts';
import { syslogLine } from './syslog-line.ts';

interface SyslogAddress {
  readonly protocol: 'tls' | 'tcp';
  readonly host: string;
  readonly port: number;
}

const deadlineMs = 30_000;

/**
 * Sends each batch over a connection of its own, messages framed by their length (RFC 5425 4.3, RFC 6587 3.4.1). Syslog has no
 * answers: a batch counts as taken when the receiver has closed the connection after its end without an error.
 */
export function syslogDestination({ protocol, host, port }: SyslogAddress): RecordDestination {
  const machine = hostname();
  return {
    name: 'syslog',
    send: async (records) => {
      const socket =
        protocol === 'tls' ? connectTls({ host, port, servername: host }) : connectTcp({ host, port });
      try {
        await sendAll(
          socket,
          protocol === 'tls' ? 'secureConnect' : 'connect',
          records.map((record) => framed(syslogLine(record, machine))),
        );
      } catch (error) {
        throw new Error(`${protocol}://${host}:${port}: ${(error as Error).message}`, { cause: error });
      } finally {
        socket.destroy();
      }
    },
  };
}

function framed(line: string): string {
  return `${Buffer.byteLength(line)} ${line}`;
}

async function sendAll(socket: Socket, opened: string, messages: readonly string[]): Promise<void> {
  const signal = AbortSignal.timeout(deadlineMs);
  await once(socket, opened, { signal });
  const closed = once(socket, 'close', { signal });
  // Unread data would keep the end of the connection from being noticed.
  socket.resume();
  socket.end(messages.join(''));
  await closed;
}
