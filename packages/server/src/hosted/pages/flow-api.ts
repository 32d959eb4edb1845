import {
  callbackKey,
  checkBody,
  codeBody,
  confirmBody,
  consentBody,
  documentBody,
  type FlowCall,
  type FlowCallName,
  type FlowProblemCode,
  fileBody,
  filePartBytes,
  flowCalls,
  languageBody,
  reopenBody,
  sessionBody,
} from '@gatehouse/contract';
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginCallback,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { z } from 'zod';
import { isRetryable, OutcomeUnknownError } from '../../database/index.ts';
import { type ClientLimitSettings, clientKeyReader } from '../../gateway/index.ts';
import { allowedMethodsOf, isOtherMethod } from '../../lib/allowed-methods.ts';
import type { Logger } from '../../lib/logger.ts';
import { isDecodable, isStorableText } from '../../lib/storable-text.ts';
import type { TenantDirectory } from '../../tenants/index.ts';
import { type FlowSessionOfLink, type Links, sessionIdleSeconds } from '../links/index.ts';
import { brandingOf, type FlowDocuments, type FlowFiles, FlowRefusal, type Flows } from '../steps/index.ts';
import { bearerOf, readBody } from './flow-call.ts';
import { FlowLimits } from './flow-limits.ts';

const allowedMethods = allowedMethodsOf(Object.values(flowCalls), '/verify/api');

/** A thousand entries of a repeated form are less. */
const jsonLimit = 1024 * 1024;
const maxUserAgentLength = 1000;

export interface FlowApiOptions {
  readonly flows: Flows;
  readonly files: FlowFiles;
  readonly documents: FlowDocuments;
  readonly links: Links;
  readonly tenants: TenantDirectory;
  readonly settings: ClientLimitSettings;
  readonly isDraining: () => boolean;
  readonly logger: Logger;
}

/** A call under a session. */
interface SessionCall {
  readonly session: FlowSessionOfLink;
  readonly request: FastifyRequest;
  readonly params: Readonly<Record<string, string>>;
}

/** What answers each call under a session; the table of calls demands it. */
type FlowAnswers = Readonly<
  Record<Exclude<FlowCallName, 'session.open'>, (call: SessionCall) => Promise<unknown>>
>;

/** What is known of a call for its line in the log. */
interface CallFacts {
  session?: FlowSessionOfLink;
  refused?: FlowProblemCode;
}

/** The interface of the hosted pages, `/verify/api` (docs/hosted.md). */
export function flowApi(options: FlowApiOptions): {
  readonly plugin: FastifyPluginCallback;
  readonly clients: FlowLimits;
} {
  const clients = new FlowLimits(options.settings);
  const plugin: FastifyPluginCallback = (scope, _options, done) => {
    new FlowApi(options, clients).register(scope);
    done();
  };
  return { plugin, clients };
}

class FlowApi {
  readonly #options: FlowApiOptions;
  readonly #limits: FlowLimits;
  readonly #clientKey: ReturnType<typeof clientKeyReader>;
  readonly #facts = new WeakMap<FastifyRequest, CallFacts>();

  constructor(options: FlowApiOptions, limits: FlowLimits) {
    this.#options = options;
    this.#limits = limits;
    this.#clientKey = clientKeyReader(options.settings.trustProxy);
  }

  register(scope: FastifyInstance): void {
    scope.removeAllContentTypeParsers();
    for (const type of ['application/json', 'application/octet-stream']) {
      scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    }
    scope.addHook('onRequest', async (request, reply) => {
      guard(request, reply);
      if (this.#options.isDraining()) throw new FlowRefusal('UNAVAILABLE');
      await this.#limits.checkAddress(request.raw, this.#clientKey(request.raw));
    });
    scope.addHook('onResponse', async (request, reply) => this.#log(request, reply));
    const refuseUnknown = (request: FastifyRequest, reply: FastifyReply) => {
      guard(request, reply);
      const allowed = allowedMethods(request.url);
      const isOther = isOtherMethod(request.method, allowed);
      if (isOther) void reply.header('allow', allowed.join(', '));
      return this.#refuse(request, reply, new FlowRefusal(isOther ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND'));
    };
    scope.setNotFoundHandler(refuseUnknown);
    scope.setErrorHandler<FastifyError>((error, request, reply) =>
      // Some methods are refused for their body before it is known that there is no route.
      request.is404
        ? refuseUnknown(request, reply)
        : this.#refuse(request, reply, this.#refusalOf(error, request)),
    );
    this.#addRoutes(scope);
  }

  #addRoutes(scope: FastifyInstance): void {
    const { flows, files, documents } = this.#options;
    scope.post(flowCalls['session.open'].path, { bodyLimit: 4096 }, (request) => this.#exchange(request));
    const step = ({ params }: SessionCall) => params['nodeId']!;
    const document = ({ params }: SessionCall) => ({
      nodeId: params['nodeId']!,
      documentId: params['documentId']!,
    });
    const answers: FlowAnswers = {
      'flow.read': ({ session }) => flows.view(session),
      'flow.consent': ({ session, request }) => {
        const { language } = readBody(consentBody, request.body);
        return flows.consent(session, { language, requestId: request.id });
      },
      'flow.language': ({ session, request }) =>
        flows.setLanguage(session, readBody(languageBody, request.body).language),
      'steps.give': (call) => {
        const { callbackKey: key, ...body } = readBody(anyStepBody, call.request.body);
        return flows.submit(call.session, { nodeId: step(call), callbackKey: key, body });
      },
      'steps.check': (call) => {
        const { callbackKey: key, ...requested } = readBody(checkBody, call.request.body);
        return flows.check(call.session, { nodeId: step(call), callbackKey: key }, requested);
      },
      'steps.code': (call) => {
        const { callbackKey: key, ...requested } = readBody(codeBody, call.request.body);
        return flows.sendCode(call.session, { nodeId: step(call), callbackKey: key }, requested);
      },
      'steps.reopen': (call) => {
        readBody(reopenBody, call.request.body);
        return flows.reopen(call.session, step(call));
      },
      'files.announce': ({ session, request }) =>
        files.announce(session, readBody(fileBody, request.body), request.id),
      'files.part': ({ session, request, params }) => {
        const part = { fileId: params['fileId']!, number: params['number']!, content: request.body };
        return files.part(session, part, request.id);
      },
      'documents.add': (call) =>
        documents.add(call.session, step(call), readBody(documentBody, call.request.body)),
      'documents.confirm': (call) =>
        documents.confirm(call.session, document(call), readBody(confirmBody, call.request.body)),
      'documents.remove': (call) => documents.remove(call.session, document(call)),
      'choices.search': async ({ session, request, params }) => {
        const requested = flowCalls['choices.search'].query.safeParse(request.query);
        const choices = requested.success
          ? flows.choices(session).search(params['key']!, requested.data.q)
          : undefined;
        if (choices === undefined) throw new FlowRefusal('NOT_FOUND');
        return choices;
      },
    };
    for (const [name, answer] of Object.entries(answers)) {
      this.#add(scope, flowCalls[name as keyof FlowAnswers], answer);
    }
  }

  #add(
    scope: FastifyInstance,
    { method, path, ...call }: FlowCall,
    answer: (call: SessionCall) => Promise<unknown>,
  ): void {
    const isPart = call.body === 'bytes';
    scope.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: isPart ? filePartBytes : jsonLimit,
      // Before the body is read: a stranger is not waited for.
      onRequest: async (request) => {
        const token = bearerOf(request.headers.authorization);
        const session = token === undefined ? undefined : await this.#options.links.authenticate(token);
        if (session === undefined) {
          if (token !== undefined) this.#limits.countRefused(request.raw);
          throw new FlowRefusal('UNAUTHENTICATED');
        }
        this.#facts.set(request, { session });
        await this.#limits.checkSession(session.sessionId, isPart ? 'part' : 'call');
      },
      handler: async (request, reply) => {
        const { session } = this.#facts.get(request) as { session: FlowSessionOfLink };
        refuseUnstorable(request);
        const params = request.params as Record<string, string>;
        return reply.send(await answer({ session, request, params }));
      },
    });
  }

  async #exchange(request: FastifyRequest): Promise<unknown> {
    const { linkToken } = readBody(sessionBody, request.body);
    const { links, tenants } = this.#options;
    const exchanged = await links.exchange(linkToken, {
      client: this.#clientKey(request.raw),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
    });
    if (exchanged === undefined) {
      this.#limits.countRefused(request.raw);
      throw new FlowRefusal('LINK_UNKNOWN');
    }
    if ('sdkToken' in exchanged) {
      const { sdkToken, ...session } = exchanged;
      const view = await this.#options.flows.view(session);
      return { sdkToken, idleSeconds: sessionIdleSeconds, view };
    }
    const tenant = tenants.tenant(exchanged.link.scope.tenantId);
    throw new FlowRefusal(deadLinks[exchanged.state as keyof typeof deadLinks], {
      ...(tenant && { branding: brandingOf(tenant) }),
    });
  }

  #refusalOf(error: FastifyError, request: FastifyRequest): FlowRefusal {
    if (error instanceof FlowRefusal) return error;
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
      return new FlowRefusal('UNSUPPORTED_MEDIA_TYPE', { reason: 'the media type of the body is not taken' });
    }
    if (error.statusCode === 413) return new FlowRefusal('TOO_LARGE');
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      return new FlowRefusal('MALFORMED');
    }
    // Whether it was done is not known: the pages ask again with the same key.
    if (error instanceof OutcomeUnknownError || isRetryable(error)) return new FlowRefusal('UNAVAILABLE');
    this.#options.logger.error({ err: error, requestId: request.id }, 'unexpected');
    return new FlowRefusal('INTERNAL');
  }

  #refuse(request: FastifyRequest, reply: FastifyReply, refusal: FlowRefusal): FastifyReply {
    const facts = this.#facts.get(request) ?? {};
    facts.refused = refusal.code;
    this.#facts.set(request, facts);
    const { retryAfterSeconds } = refusal.details;
    if (retryAfterSeconds !== undefined) {
      void reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))));
    }
    return reply.code(refusal.status).send(refusal.body());
  }

  /** One line a call; tokens and what a person gives stay out. */
  #log(request: FastifyRequest, reply: FastifyReply): void {
    const { session, refused } = this.#facts.get(request) ?? {};
    this.#options.logger.info(
      {
        requestId: request.id,
        method: request.method,
        // The pattern: an address may hold what somebody typed.
        route: request.routeOptions.url,
        status: reply.statusCode,
        code: refused,
        tenant: session?.link.scope.tenantId,
        domain: session?.link.scope.domain,
        link: session?.link.linkId,
        ms: Math.round(reply.elapsedTime),
      },
      'flow',
    );
  }
}

const deadLinks = {
  expired: 'LINK_EXPIRED',
  superseded: 'LINK_SUPERSEDED',
  spent: 'LINK_SPENT',
} as const;

/** An address below the interface's that cannot be decoded, which no route is ever asked about. */
export function refuseUnreadableFlowAddress(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  guard(request, reply);
  const refusal = unreadableAddress();
  return reply.code(refusal.status).send(refusal.body());
}

function unreadableAddress(): FlowRefusal {
  return new FlowRefusal('MALFORMED', { reason: 'the URL cannot be decoded' });
}

/** What the store cannot hold is refused here for every call: nothing has an id like that, and nothing is called so. */
function refuseUnstorable({ url, params, query }: FastifyRequest): void {
  if (!isDecodable(url)) throw unreadableAddress();
  const texts = [params, query].flatMap((part) => Object.values(part as Record<string, unknown>).flat());
  if (!texts.every((text) => isStorableText(String(text)))) throw new FlowRefusal('NOT_FOUND');
}

/** What every step has; the rest is evaluated by the step that waits. */
const anyStepBody = z.looseObject({ callbackKey });

/** Answers hold a person's data: nothing keeps, frames or interprets them. */
function guard(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers({
    'x-request-id': request.id,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
}
