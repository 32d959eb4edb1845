import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../lib/loopback.ts';
import type { Mailbox } from './mailbox.ts';
import { mailboxPolicy, renderMailbox } from './mailbox-page.ts';

export const mailboxPath = '/dev/mailbox';

export interface MailboxOptions {
  readonly mailbox: Mailbox;
  /** Whether callers from elsewhere see it too. */
  readonly forEverybody: boolean;
}

/**
 * The development mailbox as a Fastify plugin: `/dev/mailbox` as a page, `/dev/mailbox.json` for scripts, and each mail
 * in its own words. Without a login, so it answers callers on this machine alone unless the operator says otherwise.
 */
export function mailboxPlugin({ mailbox, forEverybody }: MailboxOptions): FastifyPluginCallback {
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
        if (!forEverybody && !isOfThisMachine(request)) return reply.code(404).send();
      });
      scope.get(mailboxPath, async (_request, reply) =>
        reply.type('text/html; charset=utf-8').send(renderMailbox(await mailbox.list(), mailboxPath)),
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

const forwardedHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * From this machine, under a name of this machine, and not passed on by a proxy of it: a page elsewhere whose name
 * was turned to this address shows the name that the browser asked for.
 */
function isOfThisMachine({ raw }: FastifyRequest): boolean {
  if (forwardedHeaders.some((name) => raw.headers[name] !== undefined)) return false;
  const host = URL.canParse(`http://${raw.headers.host}`)
    ? new URL(`http://${raw.headers.host}`).hostname
    : '';
  return isLoopback(raw.socket.remoteAddress ?? '') && isLoopback(host.replace(/^\[(.*)\]$/, '$1'));
}
