import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { OperationTable } from './call.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { unknownPath } from './http-server.ts';
import { operationOfPath, type ParsedQuery } from './query.ts';
import { createRequestPipeline, type IncomingRequest } from './request-pipeline.ts';
import { replyWithError } from './response.ts';

/** Path of `{base_url}` (docs/interface.md 1). */
export const gatewayPath = '/gateway';

/**
 * The gateway as a Fastify plugin: takes `POST /gateway?api=…`, the alias `POST /gateway/<operation>`, and every other
 * method on these paths.
 */
export function gatewayPlugin<Table extends OperationTable>(
  options: GatewayOptions<Table>,
): FastifyPluginCallback {
  const serve = createRequestPipeline(options);
  return (server, _options, done) => {
    server.register(
      (scope, _scopeOptions, scopeDone) => {
        for (const path of ['', '/:operation']) {
          scope.all(path, {
            // Before Fastify reads the body: it would check the media type before the signature.
            onRequest: (request, reply) => {
              const operation = operationOfPath(pathOf(request), gatewayPath);
              if (path !== '' && operation === undefined) {
                void replyWithError(reply, unknownPath());
                return;
              }
              reply.hijack();
              void serve(incomingRequest(request, reply, operation));
            },
            handler: () => {
              throw new Error('the gateway answers every call before its route is reached');
            },
          });
        }
        // Methods that Fastify has no route for come out here.
        scope.setNotFoundHandler((request, reply) => {
          const path = pathOf(request);
          const operation = operationOfPath(path, gatewayPath);
          if (path !== gatewayPath && operation === undefined) return replyWithError(reply, unknownPath());
          reply.hijack();
          return serve(incomingRequest(request, reply, operation));
        });
        scopeDone();
      },
      { prefix: gatewayPath },
    );
    done();
  };
}

function pathOf(request: FastifyRequest): string {
  return request.raw.url?.split('?', 1)[0] ?? '';
}

function incomingRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  pathOperation: string | undefined,
): IncomingRequest {
  return {
    request: request.raw,
    response: reply.raw,
    requestId: request.id,
    query: request.query as ParsedQuery,
    pathOperation,
  };
}
