import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What one request gets instead of the file. */
export type Misbehaviour =
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Record<string, string> }
  /** The connection is cut after so many bytes of the body. */
  | { readonly kind: 'cut'; readonly after: number }
  /** Of a range that is asked for, so many bytes are answered, in good order. */
  | { readonly kind: 'less'; readonly bytes: number }
  /** The body comes in so many pieces, with a pause before each. */
  | { readonly kind: 'slow'; readonly pieces: number; readonly pauseMs: number }
  /** Nothing comes until `letGo` hangs up. */
  | { readonly kind: 'silence' }
  /** Something happens first; then the file as usual. */
  | { readonly kind: 'first'; readonly act: () => void };

type Slowness = Extract<Misbehaviour, { kind: 'slow' }>;

export interface PublishedFile {
  body: Buffer;
  /** False: neither ETag nor Last-Modified, no ranges. */
  hasValidators: boolean;
  /** Answers that do not say how long they are, for one. */
  headers: Record<string, string>;
}

export interface SeenRequest {
  readonly path: string;
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
}

/** A real server that plays a publisher: ETag, 304, Range with If-Range, redirects, and whatever goes wrong. */
export class Publisher {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #files = new Map<string, PublishedFile>();
  readonly #ahead = new Map<string, Misbehaviour[]>();
  readonly #silent = new Set<ServerResponse>();
  /** Every request that was answered, in order. */
  readonly seen: SeenRequest[] = [];

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  static async start(): Promise<Publisher> {
    const publisher = new Publisher();
    await new Promise<void>((resolve) => publisher.#server.listen(0, '127.0.0.1', resolve));
    return publisher;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${path}`;
  }

  /** Publishes a file, or another edition of it. */
  publish(path: string, body: string | Buffer, options: Partial<Omit<PublishedFile, 'body'>> = {}): void {
    this.#files.set(path, { hasValidators: true, headers: {}, ...options, body: Buffer.from(body) });
  }

  /** The next requests for a file go otherwise, one after the other. */
  next(path: string, ...ahead: readonly Misbehaviour[]): void {
    this.#ahead.set(path, [...(this.#ahead.get(path) ?? []), ...ahead]);
  }

  /** Requests that wait in silence. */
  get waiting(): number {
    return this.#silent.size;
  }

  /** Hangs up on them. */
  letGo(): void {
    for (const response of this.#silent) response.destroy();
    this.#silent.clear();
  }

  /** Statuses that the requests for a file were answered with. */
  statuses(path: string): number[] {
    return this.seen.filter((request) => request.path === path).map(({ status }) => status);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '/').slice(1).replace(/\?.*$/, '');
    response.on('close', () =>
      this.seen.push({ path, status: response.statusCode, headers: request.headers }),
    );
    const ahead = this.#ahead.get(path)?.shift();
    if (ahead?.kind === 'silence') {
      this.#silent.add(response);
      return;
    }
    if (ahead?.kind === 'status') {
      response.writeHead(ahead.status, ahead.headers).end('not the list');
      return;
    }
    if (ahead?.kind === 'first') ahead.act();
    const file = this.#files.get(path);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    this.#send(request, response, {
      file,
      slowness: ahead?.kind === 'slow' ? ahead : undefined,
      cutAfter: ahead?.kind === 'cut' ? ahead.after : undefined,
      maxBytes: ahead?.kind === 'less' ? ahead.bytes : undefined,
    });
  }

  #send(
    request: IncomingMessage,
    response: ServerResponse,
    {
      file,
      slowness,
      cutAfter,
      maxBytes = file.body.length,
    }: {
      file: PublishedFile;
      slowness: Slowness | undefined;
      cutAfter: number | undefined;
      maxBytes: number | undefined;
    },
  ): void {
    const etag = `"${createHash('sha256').update(file.body).digest('hex').slice(0, 16)}"`;
    if (file.hasValidators) response.setHeader('ETag', etag);
    for (const [name, value] of Object.entries(file.headers)) response.setHeader(name, value);
    if (file.hasValidators && request.headers['if-none-match'] === etag) {
      response.writeHead(304).end();
      return;
    }
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? Number.NaN);
    const isResumed = file.hasValidators && from >= 0 && request.headers['if-range'] === etag;
    const body = isResumed ? file.body.subarray(from, from + maxBytes) : file.body;
    if (isResumed) {
      const last = from + body.length - 1;
      response.setHeader('Content-Range', `bytes ${from}-${last}/${file.body.length}`);
    }
    response.setHeader('Content-Length', body.length);
    response.writeHead(isResumed ? 206 : 200);
    if (slowness !== undefined) void sendSlowly(response, body, slowness);
    else if (cutAfter === undefined) response.end(body);
    // What a busy reader has not read by then is lost to it.
    else response.write(body.subarray(0, cutAfter), () => setTimeout(() => response.destroy(), 250));
  }
}

async function sendSlowly(response: ServerResponse, body: Buffer, { pieces, pauseMs }: Slowness) {
  const size = Math.ceil(body.length / pieces);
  for (let at = 0; at < body.length && !response.destroyed; at += size) {
    await sleep(pauseMs);
    response.write(body.subarray(at, at + size));
  }
  response.end();
}
