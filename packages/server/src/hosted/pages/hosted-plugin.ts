import type { FastifyPluginCallback } from 'fastify';
import { type FlowApiOptions, flowApi } from './flow-api.ts';
import { type PageOptions, pageRoutes } from './page-routes.ts';

/** Path of the hosted verification (docs/interface.md 1). */
export const hostedPath = '/verify';

export interface HostedOptions extends FlowApiOptions, Omit<PageOptions, 'clients'> {}

/** The hosted verification as a Fastify plugin: its pages, and the interface that they call. */
export function hostedPlugin(options: HostedOptions): FastifyPluginCallback {
  return (server, _options, done) => {
    const api = flowApi(options);
    server.register(pageRoutes({ ...options, clients: api.clients }), { prefix: hostedPath });
    server.register(api.plugin, { prefix: `${hostedPath}/api` });
    done();
  };
}
