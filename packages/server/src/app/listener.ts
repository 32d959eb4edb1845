import type { AddressInfo } from 'node:net';
import type { Operations } from '@gatehouse/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/index.ts';
import {
  type ConsoleOptions,
  consolePagesPlugin,
  consolePath,
  consolePlugin,
  refuseUnreadableAddress,
} from '../console-api/index.ts';
import { storeOutage } from '../database/index.ts';
import {
  closeHttpServer,
  createHttpServer,
  type GatewayOptions,
  type GatewayState,
  gatewayPath,
  gatewayPlugin,
} from '../gateway/index.ts';
import {
  type HostedOptions,
  hostedPath,
  hostedPlugin,
  refuseUnreadableFlowAddress,
} from '../hosted/pages/index.ts';
import { isLoopback } from '../lib/loopback.ts';
import { OperatorRefusal } from '../lib/operator-refusal.ts';
import { isUnfetched } from '../lists/updates/index.ts';
import { mailboxPlugin } from '../messages/index.ts';
import { type StorageOptions, storagePath, storagePlugin, uploadTimeoutMs } from '../uploads/index.ts';
import type { AppContext } from './app-context.ts';

export interface Listener {
  /** The port that was bound. */
  readonly port: number;
  /** How many connections are open. */
  connections(): Promise<number>;
  /** Goes on answering, but is not ready any more and keeps no connection after its answer. */
  leave(): void;
}

/** What is served, each with all that the listener itself does not know. */
export interface ServedParts {
  readonly gateway: Omit<GatewayOptions<Operations>, 'settings' | 'state'>;
  readonly storage: Omit<StorageOptions, 'settings' | 'isDraining' | 'logger'>;
  readonly console: Pick<
    ConsoleOptions,
    'handlers' | 'authenticate' | 'authenticateBearer' | 'domainsOf' | 'checkOutput' | 'replicated'
  >;
  readonly hosted: Omit<HostedOptions, 'settings' | 'isDraining' | 'logger'>;
  /** Rejects when the store does not answer. */
  databaseAnswers(): Promise<unknown>;
}

/** How long calls under way may still take when the service stops; within 15 s it has ended as a whole. */
const lastChanceMs = 5_000;

/**
 * A body that comes again is a retry, or somebody who captured it. What is polled, or is always the same, says nothing.
 */
const countsRepeats = new Set<keyof Operations>([
  'workflow.apply.submit',
  'quickscan.submit',
  'sdk.launch.link.generate',
]);

type HttpServer = ReturnType<typeof createHttpServer>;

/** Opens the public listener with the scopes of this process's roles. */
export async function startListener(context: AppContext, parts: ServedParts): Promise<Listener> {
  const { config, closing } = context;
  let state: GatewayState = 'ready';
  const server = openServer(context, () => state !== 'ready');
  server.server.on('drop', () => context.metrics.connectionDropped());
  serveHealth(server, () => whyNotReady(context, parts, state));
  await registerScopes(server, context, { parts, state: () => state });
  closing.defer(async () => {
    state = 'draining';
    await closeHttpServer(server, lastChanceMs);
  });
  await server.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw bindingRefused(config, error as NodeJS.ErrnoException);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    connections: () =>
      new Promise((resolve, reject) => {
        server.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    leave: () => {
      state = 'leaving';
    },
  };
}

/** The HTTP server, which gives calls with large bodies more time. */
function openServer({ config, logger, http }: AppContext, isStopping: () => boolean): HttpServer {
  const { roles } = config;
  return createHttpServer({
    longRequests: [
      ...(roles.includes('storage') ? [{ path: `${storagePath}/`, timeoutMs: uploadTimeoutMs }] : []),
      ...(roles.includes('console')
        ? [{ path: `${consolePath}/`, timeoutMs: uploadTimeoutMs, part: '/attachments' }]
        : []),
      // A phone on a slow line sends a part for longer than any other call may take.
      ...(roles.includes('hosted')
        ? [{ path: `${hostedPath}/api/files/`, timeoutMs: uploadTimeoutMs, part: '/parts/' }]
        : []),
    ],
    ...(roles.includes('storage') && { ownTime: [gatewayPath] }),
    isStopping,
    isHttpsOnly: isHttpsOnly(config),
    readOnly: ['/healthz', '/readyz'],
    unreadable: [
      { path: `${consolePath}/`, refuse: refuseUnreadableAddress },
      { path: `${hostedPath}/api/`, refuse: refuseUnreadableFlowAddress },
    ],
    ...http,
    onUnexpected: (err, requestId) => logger.error({ err, requestId }, 'unexpected'),
  });
}

/** `/healthz` answers while the process lives, `/readyz` while it can serve; says what is missing otherwise. */
function serveHealth(server: HttpServer, missingNow: () => Promise<string | undefined>): void {
  server.get('/healthz', (request, reply) => identify(request, reply).send({ status: 'ok' }));
  server.get('/readyz', async (request, reply) => {
    const missing = await missingNow();
    return identify(request, reply)
      .code(missing ? 503 : 200)
      .send(missing ? { status: 'unready', missing } : { status: 'ready' });
  });
}

async function whyNotReady(
  context: AppContext,
  parts: ServedParts,
  state: GatewayState,
): Promise<string | undefined> {
  if (state === 'leaving' || state === 'draining') return 'the service is stopping';
  if (!context.listsReady()) {
    const loading = 'the name lists are being loaded';
    // Anybody may ask: which list it is, and from where, is the operator's to know.
    const hasFailed = context.updates.sourceStatuses().some(isUnfetched);
    return hasFailed ? `${loading}, and fetching one failed: run gatehouse doctor` : loading;
  }
  return parts.databaseAnswers().then(
    () => undefined,
    (error: unknown) => storeOutage(error) ?? 'the database does not answer',
  );
}

/** Adds the scope of each role that this process has, and the mailbox where it may be read. */
async function registerScopes(
  server: HttpServer,
  context: AppContext,
  { parts, state }: { readonly parts: ServedParts; readonly state: () => GatewayState },
): Promise<void> {
  const { config, logger, http, mailbox, mailboxAccess } = context;
  const { roles, bodyLimit, clientRate, trustProxy, wireApiVersions } = config;
  const settings = { clientRate, trustProxy };
  const isDraining = () => state() === 'draining';
  if (roles.includes('gateway')) {
    const bodyTimeoutMs = http?.requestTimeoutMs;
    await server.register(
      gatewayPlugin({
        ...parts.gateway,
        settings: { ...settings, bodyLimit, bodyTimeoutMs, countsRepeats, wireApiVersions },
        state,
      }),
    );
  }
  if (roles.includes('storage'))
    await server.register(storagePlugin({ ...parts.storage, logger, settings, isDraining }));
  if (roles.includes('console')) {
    await server.register(
      consolePlugin({
        ...parts.console,
        trustProxy,
        isHttps: config.publicUrl?.startsWith('https://') === true,
        isDraining,
        onUnexpected: (err, requestId) => logger.error({ err, requestId }, 'unexpected'),
      }),
    );
    await server.register(consolePagesPlugin());
  }
  if (mailboxAccess !== undefined) {
    const token = mailboxAccess.kind === 'token' ? mailboxAccess.token : undefined;
    await server.register(mailboxPlugin({ mailbox, token, settings }));
  }
  if (roles.includes('hosted'))
    await server.register(hostedPlugin({ ...parts.hosted, logger, settings, isDraining }));
}

/** Not for a name of this machine, which other programs are reached by without TLS. */
function isHttpsOnly({ publicUrl }: Config): boolean {
  if (publicUrl === undefined) return false;
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' && !isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'));
}

/** Every answer carries its request's id, and answers of health checks are never cached. */
function identify(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
}

/** Why the address cannot be listened on, and what to do. */
function bindingRefused({ host, port }: Config, error: NodeJS.ErrnoException): Error {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `GATEHOUSE_PORT ${port} on ${host} is in use by another program: stop it, or choose another port (0 picks a free one)`,
    EACCES: `GATEHOUSE_PORT ${port} on ${host} needs rights that this process lacks: choose a port from 1024 on`,
    EADDRNOTAVAIL: `GATEHOUSE_HOST ${host} is no address of this machine: choose one of its own, 127.0.0.1 or 0.0.0.0`,
    ENOTFOUND: `GATEHOUSE_HOST ${host} is a name that leads to no address: choose an address of this machine`,
  };
  const reason = reasons[error.code ?? ''];
  return reason === undefined ? error : new OperatorRefusal(reason, { cause: error });
}
