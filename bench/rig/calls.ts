/**
 * A client that costs little: kept-alive connections with one call under way on each. What the client spends is
 * missing from the server on the same processors.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Who calls, and where. */
export interface Caller {
  readonly port: number;
  readonly apiKey: string;
  readonly secret: string;
  readonly domain: string;
}

export interface CallAnswer {
  readonly status: number;
  readonly body: string;
}

const headEnd = '\r\n\r\n';

/** One kept-alive connection; one call at a time. */
export class Connection {
  readonly #port: number;
  #socket: Socket;
  #received = '';
  #pending: { resolve(answer: CallAnswer): void; reject(error: Error): void } | undefined;

  private constructor(port: number, socket: Socket) {
    this.#port = port;
    this.#socket = socket;
    this.#listen();
  }

  static async open(port: number): Promise<Connection> {
    return new Connection(port, await connected(port));
  }

  /** A connection that the server closed because nothing came for long is opened again. */
  async send(request: Buffer): Promise<CallAnswer> {
    if (this.#socket.destroyed || this.#socket.readableEnded) {
      this.#socket = await connected(this.#port);
      this.#listen();
    }
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #listen(): void {
    this.#received = '';
    this.#socket.setEncoding('latin1').on('data', (text: string) => this.#receive(text));
    this.#socket.on('error', (error) => this.#pending?.reject(error));
    this.#socket.on('close', () => this.#pending?.reject(new Error('the server closed the connection')));
  }

  #receive(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf(headEnd);
    if (end < 0) return;
    const head = this.#received.slice(0, end).toLowerCase();
    const length = Number(/content-length: (\d+)/.exec(head)?.[1]);
    const from = end + headEnd.length;
    if (this.#received.length < from + length) return;
    const body = this.#received.slice(from, from + length);
    this.#received = this.#received.slice(from + length);
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.resolve({ status: Number(head.slice(9, 12)), body });
  }
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  return socket;
}

/** The bytes of a signed gateway call. */
export function signedCall(caller: Omit<Caller, 'port'>, operation: string, input: unknown): Buffer {
  const body = JSON.stringify(input);
  const sign = createHmac('sha256', caller.secret).update(body).digest('hex');
  return Buffer.from(
    `POST /gateway?api=${operation}&apiVersion=1.0.0&apiKey=${caller.apiKey}&sign=${sign} HTTP/1.1\r\n` +
      `host: 127.0.0.1\r\ncontent-type: application/json\r\nx-domain: ${caller.domain}\r\n` +
      `user-agent: bench\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** `data` of an accepted answer; throws on every other one, so that no failure is measured as a fast success. */
export function dataOf({ status, body }: CallAnswer): Record<string, unknown> {
  const answer = status === 200 ? (JSON.parse(body) as { apiCode: number; data: unknown }) : undefined;
  const data = answer?.data as Record<string, unknown> | null | undefined;
  if (answer?.apiCode !== 200 || typeof data !== 'object' || data === null || data['code'] !== 200) {
    throw new Error(`refused: ${status} ${body.slice(0, 300)}`);
  }
  return data;
}

/** `count` connections to a port. */
export function openConnections(port: number, count: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => Connection.open(port)));
}

/**
 * Closed loop: each connection sends its next call when the last is answered, until `seconds` are over.
 * Returns each call's milliseconds and how long it all took. `check` throws on an answer that is not right.
 */
export async function closedLoop(
  connections: readonly Connection[],
  seconds: number,
  request: () => Buffer,
  check: (answer: CallAnswer) => unknown = dataOf,
): Promise<{ readonly milliseconds: number[]; readonly seconds: number }> {
  const start = performance.now();
  const end = start + seconds * 1000;
  const milliseconds: number[] = [];
  await Promise.all(
    connections.map(async (connection) => {
      for (let from = performance.now(); from < end; from = performance.now()) {
        check(await connection.send(request()));
        milliseconds.push(performance.now() - from);
      }
    }),
  );
  return { milliseconds, seconds: (performance.now() - start) / 1000 };
}
