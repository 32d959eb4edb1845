import type { AddressInfo } from 'node:net';
import type { Operations } from '@gatehouse/contract';
import type { Config } from './config.ts';
import { createHttpServer, type GatewayOptions, type GatewayState, gatewayPlugin } from './gateway/index.ts';
import type { Logger } from './lib/logger.ts';

export interface Listener {
  /** The port that was bound. */
  readonly port: number;
}

export interface ListenerParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly gateway: Omit<GatewayOptions<Operations>, 'settings' | 'state'>;
  listsReady(): boolean;
  /** Rejects when the store does not answer. */
  databaseAnswers(): Promise<unknown>;
}

/** Opens the public listener with the scopes of this process's roles. */
export async function startListener(parts: ListenerParts, closing: AsyncDisposableStack): Promise<Listener> {
  const { config, logger } = parts;
  let state: GatewayState = 'ready';
  const server = createHttpServer({
    onUnexpected: (err, requestId) => logger.error({ err, requestId }, 'unexpected'),
  });
  server.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    const missing = await notReady();
    return reply
      .code(missing ? 503 : 200)
      .send(missing ? { status: 'unready', missing } : { status: 'ready' });
  });
  if (config.roles.includes('gateway')) {
    const { bodyLimit, clientRate, trustProxy, wireApiVersions } = config;
    await server.register(
      gatewayPlugin({
        ...parts.gateway,
        settings: { bodyLimit, clientRate, trustProxy, wireApiVersions },
        state: () => state,
      }),
    );
  }
  closing.defer(async () => {
    state = 'draining';
    await server.close();
  });
  await server.listen({ host: config.host, port: config.port });
  return { port: (server.server.address() as AddressInfo).port };

  async function notReady(): Promise<string | undefined> {
    if (state === 'draining') return 'the service is stopping';
    if (!parts.listsReady()) return 'the name lists are being loaded';
    return parts.databaseAnswers().then(
      () => undefined,
      () => 'the database does not answer',
    );
  }
}
