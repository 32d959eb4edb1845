/**
 * The yardstick: a Fastify route that verifies the HMAC over the raw body and runs the product's statements
 * under the product's scope. No checks of the envelope, no contract, no log, no workflow.
 *
 *   node bench/service/bare-server.ts '{"place":…,"kind":"status"|"submit","through":"store"|"pg"}'
 *
 * `store` goes through the product's own data access, in one round trip as the product does; `pg` through
 * node-postgres as its manual shows it: begin, scope, each statement, commit, one after the other.
 */
import type { AddressInfo } from 'node:net';
import { verifyRequest } from '@gatehouse/contract/signature';
import fastify from 'fastify';
import pg from 'pg';
import { queueDefinitions } from '../../packages/server/src/app/queues.ts';
import { type DatabaseLocation, openDatabase, statement } from '../../packages/server/src/database/index.ts';
import { Jobs } from '../../packages/server/src/jobs/index.ts';
import { newId } from '../../packages/server/src/lib/ids.ts';
import { createLogger } from '../../packages/server/src/lib/logger.ts';
import { caller, scope } from '../rig/tenant.ts';
import {
  type PlainStatement,
  type StatementTemplate,
  statusTemplate,
  submitTemplate,
} from './product-statements.ts';

export interface BareOptions {
  readonly place: DatabaseLocation;
  readonly kind: 'status' | 'submit';
  readonly through: 'store' | 'pg';
}

type Run = (statements: readonly PlainStatement[]) => Promise<unknown>;

async function serve(options: BareOptions): Promise<void> {
  const database = await openDatabase(options.place, { embeddedMemory: 'large' });
  const template = await chooseTemplate(options.kind);
  const run = options.through === 'pg' && 'url' in options.place ? byHand(options.place.url) : throughStore();
  const server = fastify({ logger: false });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, raw, done) => {
    done(null, raw);
  });
  server.post<{ Querystring: { sign: string }; Body: Buffer }>('/gateway', async (request, reply) => {
    if (!verifyRequest(caller.secret, request.body, request.query.sign)) return reply.code(403).send();
    const input = JSON.parse(request.body.toString('utf8')) as Input;
    return { apiCode: 200, apiMsg: 'OK', data: { code: 200, result: await answer(input) } };
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  process.on('SIGTERM', () => {
    void server
      .close()
      .then(() => database.close())
      .then(() => process.exit(0));
  });
  process.stdout.write(
    `bare ready base_url=http://127.0.0.1:${(server.server.address() as AddressInfo).port}\n`,
  );

  interface Input {
    readonly executionId?: string;
    readonly data?: { readonly customerId: string };
  }
  async function answer(input: Input): Promise<unknown> {
    if (options.kind === 'status') return run(template.fill({ executionId: input.executionId! }));
    const executionId = newId();
    await run(template.fill({ executionId, auditId: newId(), customerId: input.data!.customerId }));
    return executionId;
  }

  async function chooseTemplate(kind: BareOptions['kind']): Promise<StatementTemplate> {
    if (kind === 'status') return statusTemplate();
    const jobs = await Jobs.open<Record<keyof typeof queueDefinitions, object>>(database, queueDefinitions, {
      logger: createLogger('error'),
    });
    return submitTemplate(jobs.queue('execution'));
  }

  function throughStore(): Run {
    if (options.kind === 'status') {
      return ([only]) => database.read(scope, statement(only!.text, only!.values));
    }
    return (statements) =>
      database.atomic(
        scope,
        statements.map(({ text, values }) => statement(text, values)),
      );
  }
}

/** As the manual of node-postgres has it, with prepared statements. */
function byHand(url: string): Run {
  const pool = new pg.Pool({ connectionString: url, max: 15, options: '-c search_path=gatehouse' });
  const names = new Map<string, string>();
  const named = (text: string): string => {
    const name = names.get(text) ?? `bare_${names.size}`;
    names.set(text, name);
    return name;
  };
  return async (statements) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query({
        name: 'scope',
        text: "select set_config('role', $1, true), set_config('gatehouse.tenant', $2, true), set_config('gatehouse.domain', $3, true)",
        values: ['gatehouse_app', scope.tenantId, scope.domain],
      });
      let rows: unknown[] = [];
      for (const { text, values } of statements) {
        ({ rows } = await client.query({ name: named(text), text, values: [...values] }));
      }
      await client.query('commit');
      return rows;
    } finally {
      client.release();
    }
  };
}

if (import.meta.main) await serve(JSON.parse(process.argv[2]!) as BareOptions);
