import { Readable } from 'node:stream';
import {
  type ConsoleRoute,
  type ConsoleRouteName,
  consoleRoutes,
  isTokenRoute,
  phrase,
  withoutPersonalData,
} from '@gatehouse/contract';
import { create as attachmentDisposition } from 'content-disposition';
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginCallback,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { isRetryable, OutcomeUnknownError } from '../database/index.ts';
import { clientKeyReader, type TrustProxy } from '../gateway/index.ts';
import { allowedMethodsOf, isOtherMethod } from '../lib/allowed-methods.ts';
import { checkCall, type SessionUse, type UncheckedCall } from './check-call.ts';
import type { ConsoleEvents, ConsoleFile, ConsoleHandlers, ConsoleUser } from './console-call.ts';
import { ConsoleRefusal } from './console-refusal.ts';
import {
  type CookieRules,
  cookieRules,
  deviceCookieRules,
  positionCookieRules,
  readCookie,
  setCookie,
} from './session-cookie.ts';

export const consolePath = '/console/api';

const allowedMethods = allowedMethodsOf(
  [...Object.values(consoleRoutes), { method: 'GET', path: '/openapi.json' }],
  consolePath,
);

/** No action of a person needs more. */
const bodyLimit = 64 * 1024;

export interface ConsoleOptions {
  readonly handlers: ConsoleHandlers;
  /** Whose session a token is; undefined when it is none, or has ended. */
  authenticate(token: string, use: SessionUse): Promise<ConsoleUser | undefined>;
  /** For whom an access token reads; undefined when it is none, or holds no more. */
  authenticateBearer(token: string): Promise<ConsoleUser | undefined>;
  /** The domains of a tenant; none of an unknown one. */
  domainsOf(tenantId: string): ReadonlySet<string>;
  readonly trustProxy: TrustProxy;
  /** Whether browsers reach the service over https. */
  readonly isHttps: boolean;
  readonly isDraining: () => boolean;
  /** Called with failures that are no refusals. */
  readonly onUnexpected: (error: Error, requestId: string) => void;
  /** Checks every answer by the contract, at a cost: for tests and development. */
  readonly checkOutput?: boolean;
  /** Where a replica answers reads; undefined: the primary answers all. */
  readonly replicated?: ReplicatedReads | undefined;
}

interface ReplicatedReads {
  /** Where the primary's log ends now. */
  position(): Promise<string>;
  /** A replica that answers is no older. */
  readonly maxLagSeconds: number;
}

type Cookies = Readonly<Record<'session' | 'device' | 'position', CookieRules>>;

/** The console's interface as a Fastify plugin: every route of the contract below `/console/api`. */
export function consolePlugin(options: ConsoleOptions): FastifyPluginCallback {
  const cookies: Cookies = {
    session: cookieRules(options.isHttps),
    device: deviceCookieRules(options.isHttps),
    position: positionCookieRules(options.isHttps),
  };
  // Its generator is loaded by whoever asks first: describing every route takes as long as much of a start.
  let document: Promise<string> | undefined;
  return (server, _options, done) => {
    server.register(
      (scope, _scopeOptions, scopeDone) => {
        readBodiesAsBytes(scope);
        scope.addHook('onRequest', async (request, reply) => {
          guardAnswers(request, reply);
          if (options.isDraining())
            throw new ConsoleRefusal('UNAVAILABLE', phrase('refusals.serviceStopping'));
        });
        scope.get('/openapi.json', async (_request, reply) => {
          document ??= import('@gatehouse/contract/console-openapi').then(({ consoleOpenApi }) =>
            JSON.stringify(consoleOpenApi()),
          );
          return reply.type('application/json').send(await document);
        });
        for (const name of Object.keys(consoleRoutes) as ConsoleRouteName[]) {
          addRoute(scope, name, { options, cookies });
        }
        const refuseUnknown = (request: FastifyRequest, reply: FastifyReply) => {
          guardAnswers(request, reply);
          const allowed = allowedMethods(request.url);
          if (!isOtherMethod(request.method, allowed)) return refuse(reply, new ConsoleRefusal('NOT_FOUND'));
          return refuse(reply.header('allow', allowed.join(', ')), new ConsoleRefusal('METHOD_NOT_ALLOWED'));
        };
        scope.setNotFoundHandler(refuseUnknown);
        // Else the pages, which show themselves at every address below theirs, would answer.
        scope.get('/*', refuseUnknown);
        scope.setErrorHandler<FastifyError>((error, request, reply) => {
          // Some methods are refused for their body before it is known that there is no route.
          if (request.is404) return refuseUnknown(request, reply);
          const refusal = refusalOf(error);
          if (refusal.status >= 500 && !(error instanceof ConsoleRefusal)) {
            options.onUnexpected(error, request.id);
          }
          return refuse(reply, refusal);
        });
        scopeDone();
      },
      { prefix: consolePath },
    );
    done();
  };
}

/** Bodies are parsed after the session is known, and strictly. */
function readBodiesAsBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) =>
    parsed(null, body),
  );
  scope.addContentTypeParser('application/octet-stream', (_request, body, parsed) => parsed(null, body));
}

/** An address below the console's that cannot be decoded, which no route is ever asked about. */
export function refuseUnreadableAddress(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  guardAnswers(request, reply);
  return refuse(reply, new ConsoleRefusal('MALFORMED', phrase('refusals.addressUnreadable')));
}

/** Answers hold people's data: nothing keeps them, nothing frames or interprets them. */
function guardAnswers(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers({
    'x-request-id': request.id,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
}

function addRoute(
  scope: FastifyInstance,
  name: ConsoleRouteName,
  { options, cookies }: { options: ConsoleOptions; cookies: Cookies },
): void {
  const route = consoleRoutes[name] as ConsoleRoute;
  const clientKey = clientKeyReader(options.trustProxy);
  scope.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: route.bodyLimit ?? bodyLimit,
    handler: async (request, reply) => {
      const unchecked: UncheckedCall = {
        token: readCookie(cookies.session, request.headers.cookie),
        bearer: readBearer(request.headers.authorization),
        headers: request.headers,
        params: request.params,
        query: request.query,
        search: searchOf(request),
        body: request.body as UncheckedCall['body'],
      };
      const checked = await checkCall(name, unchecked, options);
      const call = {
        ...checked,
        client: clientKey(request.raw),
        userAgent: (request.headers['user-agent'] ?? '').slice(0, 1000),
        requestId: request.id,
        lastEventId: lastEventId(request),
        positions: positionsOf(request, cookies.position),
        device: readCookie(cookies.device, request.headers.cookie)?.slice(0, 1000),
        cookie: {
          set: (token: string, seconds: number) =>
            void reply.header('set-cookie', setCookie(cookies.session, token, seconds)),
          remember: (device: string, seconds: number) =>
            void reply.header('set-cookie', setCookie(cookies.device, device, seconds)),
          clear: () => void reply.header('set-cookie', setCookie(cookies.session, '', 0)),
        },
      };
      // The table pairs each handler with its own route's call; here the name stands for any of them.
      let data: unknown;
      try {
        data = await options.handlers[name](call as never);
      } finally {
        if (route.method !== 'GET') await markWritten(reply, cookies.position, options.replicated);
      }
      if (route.answers === 'file') return sendFile(reply, data as ConsoleFile);
      if (route.answers === 'events') return sendEvents(reply, data as ConsoleEvents);
      if (route.output === undefined) return reply.code(204).send();
      const answer = options.checkOutput ? route.output.parse(data) : data;
      return reply.send(answerFor(checked.user, name, answer));
    },
  });
}

/** What goes out: all of the answer, or what the access token shows of it. */
function answerFor(user: ConsoleUser | undefined, name: ConsoleRouteName, answer: unknown): unknown {
  if (user?.accessToken?.personalData !== false || !isTokenRoute(name)) return answer;
  return withoutPersonalData(name, answer);
}

/**
 * Whoever changed something reads it from now on, on whichever node: until the cookie ends, when every replica that
 * answers has it. Also after a failure, which may have stored something.
 */
async function markWritten(
  reply: FastifyReply,
  cookie: CookieRules,
  replicated: ReplicatedReads | undefined,
): Promise<void> {
  if (replicated === undefined) return;
  // A value that is no position is one that no replica has reached.
  const written = await replicated.position().catch(() => 'unknown');
  void reply.header('set-cookie', setCookie(cookie, written, replicated.maxLagSeconds + 1));
}

/** Up to where the browser wrote, and up to where the live event goes for which it reads. */
function positionsOf({ headers }: FastifyRequest, cookie: CookieRules): string[] {
  const seen = headers['x-gatehouse-position'];
  return [readCookie(cookie, headers.cookie), seen].flat().filter((position) => position !== undefined);
}

/**
 * What strangers sent is kept by the browser and never shown by it: an attachment, of the type that its content has
 * and no other, and even opened as a page it could neither run nor load nor reach anything of ours.
 */
function sendFile(reply: FastifyReply, file: ConsoleFile): FastifyReply {
  void reply.headers({
    'content-type': file.contentType,
    ...(file.size === undefined ? {} : { 'content-length': file.size }),
    'content-disposition': attachmentDisposition(file.filename),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
  });
  return reply.send(file.bytes);
}

/** Browsers connect again by themselves a second after it ended, whatever the reason. */
const reconnectMs = 1_000;

/**
 * Ours: a library such as better-sse writes to the socket past Fastify and keeps sessions and channels of its own. Here
 * an answer is a stream that Fastify ends and that waits for a slow reader, and the format is two lines.
 */
function sendEvents(reply: FastifyReply, events: ConsoleEvents): FastifyReply {
  async function* lines(): AsyncGenerator<string> {
    yield `retry: ${reconnectMs}\n\n`;
    for await (const event of events) {
      yield event === 'beat' ? ':\n\n' : `id: ${event.id}\ndata: ${JSON.stringify(event.data)}\n\n`;
    }
  }
  // Proxies that gather answers would hold it back for ever.
  void reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    // Else it would stay open, idle, when the service stops.
    connection: 'close',
  });
  return reply.send(Readable.from(lines(), { objectMode: true, highWaterMark: 1 }));
}

/** The access token of an `Authorization: Bearer …` header; one of somebody else's, as a proxy may add it, is none. */
function readBearer(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^Bearer +(gatehouse_[\w-]{1,200})$/i.exec(header)?.[1];
}

/** The query as it was sent. */
function searchOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

function lastEventId(request: FastifyRequest): string | undefined {
  const value = request.headers['last-event-id'];
  return typeof value === 'string' ? value : undefined;
}

function refusalOf(error: FastifyError): ConsoleRefusal {
  if (error instanceof ConsoleRefusal) return error;
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ConsoleRefusal('UNSUPPORTED_MEDIA_TYPE');
  if (error.statusCode === 413) return new ConsoleRefusal('TOO_LARGE');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ConsoleRefusal('MALFORMED', undefined);
  }
  if (error instanceof OutcomeUnknownError) {
    return new ConsoleRefusal('UNAVAILABLE', phrase('refusals.storeLost'));
  }
  return isRetryable(error) ? new ConsoleRefusal('UNAVAILABLE') : new ConsoleRefusal('INTERNAL');
}

function refuse(reply: FastifyReply, refusal: ConsoleRefusal): FastifyReply {
  const { retryAfterSeconds } = refusal.details;
  if (retryAfterSeconds !== undefined) {
    void reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  }
  return reply.code(refusal.status).send(refusal.body());
}
