import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { type ClientLimitSettings, clientKeyReader } from '../../gateway/index.ts';
import type { Logger } from '../../lib/logger.ts';
import type { PageFiles } from '../../lib/page-files.ts';
import type { TenantDirectory, TenantRecord } from '../../tenants/index.ts';
import type { Links } from '../links/index.ts';
import { brandingOf, FlowRefusal } from '../steps/index.ts';
import { chooseLanguage } from './choose-language.ts';
import type { FlowLimits } from './flow-limits.ts';
import { noticePage } from './notice-page.ts';
import type { NoticeKind } from './notice-texts.ts';

export interface PageOptions {
  readonly links: Links;
  readonly tenants: TenantDirectory;
  readonly settings: ClientLimitSettings;
  /** The built pages; undefined: nothing was built. */
  readonly pages: PageFiles | undefined;
  readonly clients: FlowLimits;
  readonly isDraining: () => boolean;
  readonly logger: Logger;
}

const yearSeconds = 31_536_000;

/** `GET /verify` and the files of its page. Opening a link changes nothing: scanners of mails do it too. */
export function pageRoutes(options: PageOptions): FastifyPluginCallback {
  const { links, tenants, clients, logger, pages } = options;
  const clientKey = clientKeyReader(options.settings.trustProxy);
  return (scope, _options, done) => {
    scope.addHook('onRequest', async (request, reply) => {
      void reply.headers({
        'x-request-id': request.id,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
    });

    scope.get('/', (request, reply) => open(request, reply));

    scope.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
      const file = pages?.asset(`assets/${request.params['*']}`, request.headers['accept-encoding']);
      if (file === undefined) return notice(request, reply, 'missing');
      return reply.headers(file.headers).send(file.body);
    });

    scope.get<{ Params: { id: string } }>('/logo/:id', (request, reply) => {
      const logo = tenants.logo(request.params.id);
      if (logo === undefined) return notice(request, reply, 'missing');
      return reply
        .headers({
          'content-type': logo.contentType,
          'cache-control': `public, max-age=${yearSeconds}, immutable`,
          'content-security-policy': "sandbox; default-src 'none'",
        })
        .send(logo.bytes);
    });

    scope.setNotFoundHandler((request, reply) => notice(request, reply, 'missing'));
    scope.setErrorHandler((error, request, reply) => {
      logger.error({ err: error, requestId: request.id }, 'unexpected');
      return notice(request, reply, 'unavailable');
    });

    async function open(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      if (options.isDraining()) return notice(request, reply, 'unavailable');
      const { linkToken } = request.query as { linkToken?: unknown };
      // Without one it is a page that was loaded again: the tab has the token.
      if (linkToken === undefined) return page(request, reply, []);
      const refusal = await limited(request);
      if (refusal !== undefined) {
        void reply.header('retry-after', String(Math.ceil(refusal.details.retryAfterSeconds ?? 1)));
        return notice(request, reply, 'tooMany');
      }
      const found = typeof linkToken === 'string' ? await links.find(linkToken) : undefined;
      const tenant = found && tenants.tenant(found.link.scope.tenantId);
      if (found === undefined || tenant === undefined) {
        clients.countRefused(request.raw);
        return notice(request, reply, 'unknown');
      }
      if (found.state !== 'live') return notice(request, reply, found.state, tenant);
      return page(request, reply, tenant.frameAncestors);
    }

    async function limited(request: FastifyRequest): Promise<FlowRefusal | undefined> {
      try {
        await clients.checkAddress(request.raw, clientKey(request.raw));
        return undefined;
      } catch (error) {
        if (error instanceof FlowRefusal) return error;
        throw error;
      }
    }

    function page(
      request: FastifyRequest,
      reply: FastifyReply,
      frameAncestors: readonly string[],
    ): FastifyReply {
      if (pages === undefined) {
        logger.error('the hosted pages are not built: run npm run build in packages/hosted');
        return notice(request, reply, 'unavailable');
      }
      const { body, headers } = pages.page(request.headers['accept-encoding'], frameAncestors);
      // The browser fetches the texts of its language beside the script that will ask for them.
      const texts = pages.scriptNamed(`load-${chooseLanguage(request.headers['accept-language'])}`);
      if (texts !== undefined) void reply.header('link', `</verify/${texts}>; rel=modulepreload`);
      return reply.headers(headers).send(body);
    }
    done();
  };

  function notice(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: NoticeKind,
    tenant?: TenantRecord,
  ): FastifyReply {
    const { status, html, policy } = noticePage(kind, {
      accept: request.headers['accept-language'],
      branding: tenant && brandingOf(tenant),
      ...(tenant && { frameAncestors: tenant.frameAncestors }),
    });
    return reply
      .code(status)
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .send(html);
  }
}
