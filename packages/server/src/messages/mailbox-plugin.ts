import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { type ClientLimitSettings, createClientLimit, GatewayError } from '../gateway/index.ts';
import { isLoopback } from '../lib/loopback.ts';
import type { Mailbox } from './mailbox.ts';
import { mailboxPolicy, renderMailbox } from './mailbox-page.ts';

export const mailboxPath = '/dev/mailbox';

export interface MailboxOptions {
  readonly mailbox: Mailbox;
  /** Demanded of every caller; undefined: callers on this machine alone see it, and need none. */
  readonly token: string | undefined;
  /** Bounds how many wrong tokens one client address may try. */
  readonly settings: ClientLimitSettings;
}

/**
 * The development mailbox as a Fastify plugin: `/dev/mailbox` as a page, `/dev/mailbox.json` for scripts, and each mail
 * in its own words. It has no login: a token in the query opens it.
 */
export function mailboxPlugin({ mailbox, token, settings }: MailboxOptions): FastifyPluginCallback {
  const admits = token === undefined ? undefined : tokenCheck(token, settings);
  const query = token === undefined ? '' : `?token=${encodeURIComponent(token)}`;
  return (server, _options, done) => {
    server.register((scope, _scopeOptions, scopeDone) => {
      scope.addHook('onRequest', async (request, reply) => {
        void reply.headers({
          'cache-control': 'no-store',
          'content-security-policy': mailboxPolicy,
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
          'x-request-id': request.id,
        });
        if (admits !== undefined) return admits(request, reply);
        return isOfThisMachine(request) ? undefined : reply.code(404).send();
      });
      scope.get(mailboxPath, async (_request, reply) =>
        reply
          .type('text/html; charset=utf-8')
          .send(renderMailbox(await mailbox.list(), { path: mailboxPath, query })),
      );
      scope.get(`${mailboxPath}.json`, async () => ({ messages: await mailbox.list() }));
      scope.get<{ Params: { messageId: string } }>(`${mailboxPath}/:messageId`, async (request, reply) =>
        sendMail(reply, await findMail(mailbox, request.params.messageId)),
      );
      scopeDone();
    });
    done();
  };
}

async function findMail(mailbox: Mailbox, messageId: string): Promise<string | undefined> {
  const kept = await mailbox.list();
  return kept.find((message) => message.messageId === messageId)?.html ?? undefined;
}

/** A mail's own markup: it may have styles, and nothing else. */
function sendMail(reply: FastifyReply, html: string | undefined): FastifyReply {
  if (html === undefined) return reply.code(404).send();
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    .send(html);
}

/** Refuses callers without the token, and for a while those that tried many. */
function tokenCheck(token: string, settings: ClientLimitSettings) {
  const expected = digest(token);
  const limit = createClientLimit(settings);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    try {
      limit.check(request.raw);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      return reply.code(429).header('retry-after', String(settings.clientRate.seconds)).send();
    }
    const submitted = (request.query as Record<string, unknown>)['token'];
    if (typeof submitted === 'string' && timingSafeEqual(digest(submitted), expected)) return undefined;
    limit.countFailure(request.raw);
    return reply.code(401).header('www-authenticate', 'Token').type('text/plain; charset=utf-8').send(needed);
  };
}

const needed = `The development mailbox needs its token: ${mailboxPath}?token=…, as GATEHOUSE_DEV_MAILBOX_TOKEN sets it, or as the service printed it at its start.\n`;

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const forwardedHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * From this machine, under a name of this machine, and not passed on by a proxy of it: a page elsewhere whose name
 * was turned to this address shows the name that the browser asked for. HTTP/1.0 is what proxies speak that say
 * nothing of themselves.
 */
function isOfThisMachine({ raw }: FastifyRequest): boolean {
  if (raw.httpVersion === '1.0' || forwardedHeaders.some((name) => raw.headers[name] !== undefined)) {
    return false;
  }
  const host = URL.canParse(`http://${raw.headers.host}`)
    ? new URL(`http://${raw.headers.host}`).hostname
    : '';
  return isLoopback(raw.socket.remoteAddress ?? '') && isLoopback(host.replace(/^\[(.*)\]$/, '$1'));
}
