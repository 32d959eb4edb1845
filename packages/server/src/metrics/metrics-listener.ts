import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '../lib/logger.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsListener {
  /** The port that was bound. */
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Answers `GET /metrics` on a listener of its own, never on the public one. A port that cannot be bound is a
 * warning: the service works without; undefined then.
 */
export async function startMetricsListener(
  metrics: Pick<Metrics, 'text'>,
  { host, port }: { readonly host: string; readonly port: number },
  logger: Logger,
): Promise<MetricsListener | undefined> {
  const server = createMetricsServer(metrics, logger);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ host, port }, resolve);
    });
  } catch (err) {
    const { code } = err as NodeJS.ErrnoException;
    logger.warn(
      code === 'EADDRINUSE'
        ? `no metrics: GATEHOUSE_METRICS_PORT ${port} on ${host} is taken by another program; choose another port, or 0 for none`
        : `no metrics: GATEHOUSE_METRICS_PORT ${port} on ${host} cannot be bound (${code})`,
    );
    return undefined;
  }
  server.on('error', (err) => logger.error({ err }, 'metrics listener'));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createMetricsServer(metrics: Pick<Metrics, 'text'>, logger: Logger): Server {
  const limits = { headersTimeout: 5_000, requestTimeout: 10_000, maxHeaderSize: 8_192 };
  const server = createServer(limits, (request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path !== '/metrics') {
      response.writeHead(404).end();
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
    } else {
      metrics.text().then(
        ({ contentType, body }) => response.writeHead(200, { 'content-type': contentType }).end(body),
        (err: unknown) => {
          logger.error({ err }, 'the metrics cannot be read');
          response.writeHead(500).end();
        },
      );
    }
  });
  // A scraper or two; whoever else comes must not take the process's descriptors.
  server.maxConnections = 32;
  return server;
}
