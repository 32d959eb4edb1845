import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setImmediate as turnOfEvents } from 'node:timers/promises';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { newId } from '../lib/ids.ts';
import { answerClientError, destroySoon, rememberExchange } from './client-errors.ts';
import { GatewayError } from './gateway-error.ts';
import { replyWithError, sendError, writeErrorToSocket } from './response.ts';

export interface HttpServerSettings {
  /** Default 5 s. */
  readonly headersTimeoutMs?: number;
  /** For a whole request. Default 15 s. */
  readonly requestTimeoutMs?: number;
  /** Below these paths a request may take as long as its own, such as an upload; longest first where they nest. */
  readonly longRequests?: readonly LongRequests[];
  /** Paths whose scope bounds the reading of its bodies itself. */
  readonly ownTime?: readonly string[];
  /** From an answer's end to the client having taken its last byte; then the connection is cut. Default 30 s. */
  readonly sendTimeoutMs?: number;
  /** How often the two are checked. Default 1 s. */
  readonly connectionsCheckingIntervalMs?: number;
  /** Default 65 s: longer than load balancers keep theirs, so that they never write into a closing connection. */
  readonly keepAliveTimeoutMs?: number;
  /** Request line and headers together. Default 16 KiB. */
  readonly maxHeaderBytes?: number;
  /** Further connections are closed at once. Default 10,000. */
  readonly maxConnections?: number;
  /** Whether no connection is kept after its answer, since the service stops. */
  readonly isStopping?: () => boolean;
  /** Whether every answer tells browsers to come by https alone from now on. */
  readonly isHttpsOnly?: boolean;
  /** Paths that only `GET` reads, such as probes. */
  readonly readOnly?: readonly string[];
  /** Paths whose scope refuses an address that cannot be decoded in its own way, instead of by the envelope. */
  readonly unreadable?: readonly { readonly path: string; readonly refuse: RefuseUnreadable }[];
}

interface LongRequests {
  /** What the address begins with. */
  readonly path: string;
  readonly timeoutMs: number;
  /** What it has further on, where not all below the path are long. */
  readonly part?: string;
}

/** A year, for this very host: what else runs below its name is somebody else's to say. */
const strictTransport = 'max-age=31536000';

type RefuseUnreadable = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Fastify's options for the public listener. The request id is ours: one that the client chose
 * would let it forge lines of the log.
 */
function httpServerOptions(
  settings: HttpServerSettings = {},
): FastifyServerOptions & { http?: never; https?: never; http2?: never } {
  const requestTimeoutMs = settings.requestTimeoutMs ?? 15_000;
  const sendTimeoutMs = settings.sendTimeoutMs ?? 30_000;
  const longRequests = settings.longRequests ?? [];
  // Node has one limit for all requests; where some may take longer, the others are bounded here.
  const longestMs = Math.max(requestTimeoutMs, ...longRequests.map(({ timeoutMs }) => timeoutMs));
  const isUnbounded = (url = ''): boolean =>
    settings.ownTime?.some((path) => url.startsWith(path)) === true ||
    longRequests.some(({ path, part = '' }) => url.startsWith(path) && url.includes(part, path.length));
  return {
    logger: false,
    genReqId: newId,
    requestIdHeader: false,
    // Ids of the callers' own are in addresses, each of their characters as up to twelve of the address.
    routerOptions: { maxParamLength: 2_400 },
    // Fastify's own 503 is no envelope; the gateway answers by its state while the server drains.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerClientError(error, socket),
    frameworkErrors: (error, request, reply) => {
      const own = settings.unreadable?.find(({ path }) => request.url.startsWith(path));
      if (own !== undefined) return void own.refuse(request as FastifyRequest, reply as FastifyReply);
      void replyWithError(
        reply,
        new GatewayError('API_INVALID_REQUEST', { detail: `the URL is not acceptable (${error.code})` }),
      );
    },
    serverFactory: (handler) => {
      const server = createServer(
        {
          // Node swaps the two when the first is the longer one.
          headersTimeout: Math.min(settings.headersTimeoutMs ?? 5_000, requestTimeoutMs),
          requestTimeout: longestMs,
          connectionsCheckingInterval: settings.connectionsCheckingIntervalMs ?? 1_000,
          keepAliveTimeout: settings.keepAliveTimeoutMs ?? 65_000,
          maxHeaderSize: settings.maxHeaderBytes ?? 16_384,
          // Node refuses a missing Host without a body; `receive` refuses it with the envelope.
          requireHostHeader: false,
        },
        (request, response) => {
          if (settings.isHttpsOnly) response.setHeader('strict-transport-security', strictTransport);
          if (settings.isStopping?.()) response.setHeader('connection', 'close');
          response.once('prefinish', () => boundSending(response, sendTimeoutMs));
          if (longestMs > requestTimeoutMs && !isUnbounded(request.url)) {
            boundReceiving(request, requestTimeoutMs);
          }
          receive(request, response, handler);
        },
      );
      server.maxConnections = settings.maxConnections ?? 10_000;
      answerOddRequests(server);
      return server;
    },
  };
}

/**
 * The public HTTP server, without routes: what it refuses by itself, on every path, is the envelope.
 * `onUnexpected` gets, for the log, the errors that no scope handled and the causes behind refusals.
 */
export function createHttpServer(
  settings: HttpServerSettings & { readonly onUnexpected: (error: Error, requestId: string) => void },
): FastifyInstance {
  const server = fastify(httpServerOptions(settings)) as FastifyInstance;
  const refuseUnknown = ({ url }: FastifyRequest, reply: FastifyReply) => {
    const isReadOnly = settings.readOnly?.includes(url.split('?', 1)[0]!) === true;
    return replyWithError(reply, isReadOnly ? onlyReads() : unknownPath());
  };
  server.setNotFoundHandler(refuseUnknown);
  server.setErrorHandler<Error & { statusCode?: number; code?: string }>((error, request, reply) => {
    if (request.is404) return refuseUnknown(request as FastifyRequest, reply);
    if (error instanceof GatewayError) {
      if (error.cause !== undefined) settings.onUnexpected(error, request.id);
      return replyWithError(reply, error);
    }
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      const { statusCode: httpStatus, code: detail } = error;
      return replyWithError(
        reply,
        new GatewayError('API_INVALID_REQUEST', { httpStatus, ...(detail === undefined ? {} : { detail }) }),
      );
    }
    settings.onUnexpected(error, request.id);
    return replyWithError(reply, new GatewayError('GATEWAY_ERROR'));
  });
  return server;
}

function onlyReads(): GatewayError {
  const detail = 'the method must be GET';
  return new GatewayError('API_INVALID_REQUEST', { httpStatus: 405, detail, allow: 'GET' });
}

/** An unknown path answers the envelope too (docs/interface.md 2). */
export function unknownPath(): GatewayError {
  return new GatewayError('API_INVALID_REQUEST', { httpStatus: 404, detail: 'unknown path' });
}

/**
 * Takes no further connection, answers what has arrived and closes what is idle. What lies unread with the system
 * when this is called is read first: a connection that is closed over it is reset, and its caller cannot know
 * whether the call was begun.
 */
export async function closeHttpServer(server: FastifyInstance, lastChanceMs: number): Promise<void> {
  // The first ends before the system is asked what has arrived.
  await turnOfEvents();
  await turnOfEvents();
  // Node closes idle connections and waits for the others, also for those on which nothing was ever sent.
  const lastChance = setTimeout(() => server.server.closeAllConnections(), lastChanceMs);
  await server.close();
  clearTimeout(lastChance);
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

function receive(request: IncomingMessage, response: ServerResponse, handler: RequestHandler): void {
  rememberExchange(request.socket, response);
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    refuse(response, new GatewayError('API_INVALID_REQUEST', { detail: 'Host is missing' }));
    return;
  }
  handler(request, response);
}

/** As Node's own limit does it, for requests that have a shorter one than the longest of the server. */
function boundReceiving(request: IncomingMessage, timeoutMs: number): void {
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined)
    return;
  const { socket } = request;
  const timer = setTimeout(() => {
    if (request.complete) return;
    const error = new Error('the request was not complete in time');
    answerClientError(Object.assign(error, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  }, timeoutMs);
  request.once('close', () => clearTimeout(timer));
}

/**
 * Node has no bound for a client that does not read its answer: it would hold the connection and the answer
 * for as long as it likes. Most answers are with the system when they end, and cost nothing here.
 */
function boundSending(response: ServerResponse, sendTimeoutMs: number): void {
  const { socket } = response;
  if (socket === null || socket.writableLength === 0) return;
  const timer = setTimeout(() => socket.destroy(), sendTimeoutMs);
  response.once('close', () => clearTimeout(timer));
}

/** Requests that Node would answer by itself, without the envelope. */
function answerOddRequests(server: Server): void {
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    refuse(
      response,
      new GatewayError('API_INVALID_REQUEST', { httpStatus: 417, detail: 'Expect takes only 100-continue' }),
    );
  });
  server.on('connect', (_request, socket) => {
    // Node has let go of the socket: without a listener its errors would end the process.
    socket.on('error', () => socket.destroy());
    const error = new GatewayError('API_INVALID_REQUEST', {
      httpStatus: 405,
      detail: 'the method must be POST',
    });
    writeErrorToSocket(socket, newId(), error);
    destroySoon(socket);
  });
}

function refuse(response: ServerResponse, error: GatewayError): void {
  sendError({ response, requestId: newId(), close: true }, error);
}
