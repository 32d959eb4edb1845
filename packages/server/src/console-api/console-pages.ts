import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FastifyPluginCallback, FastifyReply } from 'fastify';
import { openPageFiles } from '../lib/page-files.ts';

/** Where `npm run build` puts the console's pages. */
export const consolePagesFolder = fileURLToPath(new URL('../../../console/dist/', import.meta.url));

const placeholder = '__NONCE__';

/** A worker has the policy of its own file: scripts and data of this server, no WebAssembly, nothing else. */
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

/**
 * The console's pages below `/console`: one page for every address, whose script shows what the address says. What
 * is in style elements carries the nonce of its answer; scripts come from this server alone.
 */
export function consolePagesPlugin(folder = consolePagesFolder): FastifyPluginCallback {
  return (server, _options, done) => {
    const files = openPageFiles(folder);
    const index = files?.page(undefined).body.toString('utf8');
    server.get('/console/assets/*', (request, reply) => {
      const file = files?.asset(
        `assets/${(request.params as { '*': string })['*']}`,
        request.headers['accept-encoding'],
      );
      if (file === undefined) return reply.code(404).send();
      return reply.headers({ ...file.headers, 'content-security-policy': workerPolicy }).send(file.body);
    });
    const show = (_request: unknown, reply: FastifyReply) => {
      const nonce = randomBytes(16).toString('base64url');
      reply.headers({
        'cache-control': 'no-store',
        'content-security-policy': policy(nonce),
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
      if (index === undefined) {
        return reply
          .code(503)
          .type('text/plain; charset=utf-8')
          .send('The pages of the console are not built here: run "npm run build" in the checkout.\n');
      }
      return reply.type('text/html; charset=utf-8').send(index.replaceAll(placeholder, nonce));
    };
    server.get('/console', show);
    server.get('/console/*', show);
    done();
  };
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // React writes single properties of elements, which no policy forbids; attributes stay forbidden.
    "style-src-attr 'none'",
    // Pictures that people look at in place: fetched by the page, and each fetching is on record.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
