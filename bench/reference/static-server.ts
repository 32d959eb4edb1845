/**
 * The yardstick: a Fastify route that verifies the HMAC over the raw body and answers the same bytes every time.
 *
 *   node bench/reference/static-server.ts '{"bytes":190000}'
 */
import type { AddressInfo } from 'node:net';
import { verifyRequest } from '@gatehouse/contract/signature';
import fastify from 'fastify';
import { caller } from '../rig/tenant.ts';

export interface StaticOptions {
  /** Length of the answer's body. */
  readonly bytes: number;
}

const { bytes } = JSON.parse(process.argv[2]!) as StaticOptions;
const start = '{"apiCode":200,"apiMsg":"OK","data":{"code":200,"filling":"';
const answer = Buffer.from(`${start}${'x'.repeat(bytes - start.length - 3)}"}}`);
const server = fastify({ logger: false });
server.removeAllContentTypeParsers();
server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, raw, done) => {
  done(null, raw);
});
server.post<{ Querystring: { sign: string }; Body: Buffer }>('/gateway', async (request, reply) => {
  if (!verifyRequest(caller.secret, request.body, request.query.sign)) return reply.code(403).send();
  return reply.type('application/json; charset=utf-8').send(answer);
});
await server.listen({ host: '127.0.0.1', port: 0 });
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
process.stdout.write(
  `static ready base_url=http://127.0.0.1:${(server.server.address() as AddressInfo).port}\n`,
);
