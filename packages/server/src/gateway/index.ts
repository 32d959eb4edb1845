/**
 * The request pipeline of the one signed endpoint: checks every call in the order of docs/interface.md 2 and hands
 * what is left to its operation. It never knows what an operation does, nor any database.
 */

export { isLive } from './authenticate.ts';
export { checkPermission } from './authorize.ts';
export type { Call, Handlers, Idempotency } from './call.ts';
export { type CallAsKey, createKeyCaller } from './call-as-key.ts';
export { CallLimit } from './call-limit.ts';
export type { CallOutcome } from './call-record.ts';
export { type ClientKey, clientKeyReader, type TrustProxy } from './client-address.ts';
export { type ClientLimitSettings, createClientLimit } from './client-limit.ts';
export { gatewayPath, gatewayPlugin } from './gateway.ts';
export { GatewayError, refusalOf } from './gateway-error.ts';
export type { GatewayOptions, GatewayState } from './gateway-options.ts';
export {
  type CallHeaders,
  checkContentType,
  readDomain,
  readHeaders,
  readIdempotencyKey,
} from './headers.ts';
export { closeHttpServer, createHttpServer, type HttpServerSettings, unknownPath } from './http-server.ts';
export type { KeyDirectory, KeyLimits, KeyRecord, KeyUse, RateDecision } from './keys.ts';
export { createOperationRoutes, type OperationRoutes, type Route } from './operation-routes.ts';
export { PreparedResponse } from './prepared-response.ts';
export { operationOfPath, type ParsedQuery, readQuery } from './query.ts';
export { Refusal, refuse, refuseInput } from './refusal.ts';
export { ReplayedResponse } from './replayed-response.ts';
export { acceptedBody, replyWithError, sendAccepted, sendError } from './response.ts';
