import type { IncomingMessage, ServerResponse } from 'node:http';

/** What is known of tenants' web pages. */
export interface OriginDirectory {
  /** Those of one tenant. */
  tenant(tenantId: string): { readonly uploadOrigins: ReadonlySet<string> } | undefined;
  /** Whether it is one of any tenant. */
  isUploadOrigin(origin: string): boolean;
}

/**
 * Whether a page may read an answer: one of the token's tenant, or of any tenant while the token is not known, so that
 * a page can learn what was wrong. A form can be sent from any page; without a token it does nothing.
 */
export function allowOrigin(
  exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
  origins: OriginDirectory,
  tenantId: string | undefined,
): boolean {
  const { request, response } = exchange;
  response.setHeader('vary', 'origin');
  const { origin } = request.headers;
  if (origin === undefined) return false;
  const isAllowed =
    tenantId === undefined
      ? origins.isUploadOrigin(origin)
      : origins.tenant(tenantId)?.uploadOrigins.has(origin) === true;
  if (!isAllowed) return false;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', 'x-request-id, x-error-detail, retry-after');
  return true;
}

/** Answers what a browser asks before it sends JSON; false where that is not for us to allow. */
export function answerPreflight(
  exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
  origins: OriginDirectory,
): boolean {
  const { request, response } = exchange;
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] !== 'POST')
    return false;
  if (!allowOrigin(exchange, origins, undefined)) return false;
  response.writeHead(204, [
    'access-control-allow-methods',
    'POST',
    'access-control-allow-headers',
    'content-type',
    'access-control-max-age',
    '600',
  ]);
  response.end();
  return true;
}
