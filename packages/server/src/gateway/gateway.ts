import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { replyWithError } from './answer.ts';
import type { OperationTable } from './call.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { unknownPath } from './http-server.ts';
import type { ParsedQuery } from './query.ts';
import { createRequestPipeline, type IncomingRequest } from './request-pipeline.ts';

/** Path of `{base_url}` (wire-decisions 1). */
export const gatewayPath = '/gateway';

/** The door as a Fastify plugin: takes `POST /gateway?api=…` and every other method on that path. */
export function gatewayPlugin<Table extends OperationTable>(
  options: GatewayOptions<Table>,
): FastifyPluginCallback {
  const serve = createRequestPipeline(options);
  return (server, _options, done) => {
    server.register(
      (scope, _scopeOptions, scopeDone) => {
        scope.all('', {
          // Before Fastify looks at the body: its own reading would judge the media type before the signature.
          onRequest: (request, reply) => {
            reply.hijack();
            void serve(arrivalOf(request, reply));
          },
          handler: () => {
            throw new Error('the door answers every call before its route is reached');
          },
        });
        // Methods that Fastify has no route for come out here.
        scope.setNotFoundHandler((request, reply) => {
          const path = request.raw.url?.split('?', 1)[0];
          if (path !== gatewayPath) return replyWithError(reply, unknownPath());
          reply.hijack();
          return serve(arrivalOf(request, reply));
        });
        scopeDone();
      },
      { prefix: gatewayPath },
    );
    done();
  };
}

function arrivalOf(request: FastifyRequest, reply: FastifyReply): IncomingRequest {
  return {
    request: request.raw,
    response: reply.raw,
    requestId: request.id,
    query: request.query as ParsedQuery,
  };
}
