/**
 * Callers' servers that close connections, each in its own way, as real ones do. They note every request that arrived
 * whole and every answer that left whole.
 */
import { createServer, type Socket } from 'node:net';

export const closingWays = {
  /** Says so, as servers behind some proxies do. */
  'answers with Connection: close': { head: 'HTTP/1.1 200 OK\r\nConnection: close', closesAfterMs: () => 0 },
  'answers in HTTP/1.0': { head: 'HTTP/1.0 200 OK', closesAfterMs: () => 0 },
  'ends the connection without saying so': { head: 'HTTP/1.1 200 OK', closesAfterMs: () => 0 },
  'hangs up 0 to 4 ms after the answer': {
    head: 'HTTP/1.1 200 OK',
    closesAfterMs: (answers: number) => answers % 5,
  },
} as const satisfies Record<string, ClosingWay>;

interface ClosingWay {
  /** The answer's beginning. */
  readonly head: string;
  /** How long after an answer the connection is closed, by the number of answers so far. */
  readonly closesAfterMs: (answers: number) => number;
}

interface ReceivedRequest {
  readonly path: string;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Whether its answer left whole. */
  isAnswered: boolean;
}

export interface ClosingReceiver {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Connections that were opened to it. */
  connections(): number;
  stop(): Promise<void>;
}

const answerBody = '{"tier":"gold"}';

/** Starts a receiver on a free port of 127.0.0.1. */
export async function startClosingReceiver(way: ClosingWay): Promise<ClosingReceiver> {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let answers = 0;

  const answer = (socket: Socket, request: ReceivedRequest) => {
    requests.push(request);
    // It is answered in a later turn, as by a server that does something: its connection may be closed by then.
    setImmediate(() => {
      if (!socket.writable) return;
      request.isAnswered = true;
      socket.write(
        `${way.head}\r\nContent-Type: application/json\r\nContent-Length: ${answerBody.length}\r\n\r\n${answerBody}`,
      );
      const closesAfterMs = way.closesAfterMs(answers);
      answers += 1;
      if (closesAfterMs === 0) socket.end();
      else setTimeout(() => socket.destroy(), closesAfterMs);
    });
  };

  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const [first = '', ...lines] = received.slice(0, end).split('\r\n');
      const headers = new Map(
        lines.map((line) => {
          const [name = '', value = ''] = line.split(/: (.*)/s);
          return [name.toLowerCase(), value] as const;
        }),
      );
      const whole = end + 4 + Number(headers.get('content-length') ?? 0);
      if (received.length < whole) return;
      received = received.slice(whole);
      answer(socket, { path: first.split(' ')[1] ?? '', headers, isAnswered: false });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    connections: () => connections,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
