/**
 * The door: takes the one signed endpoint, checks every call in the order of wire-decisions 2 and hands
 * what is left to its operation. It never knows what an operation does, nor any database.
 */

export { acceptedBody, replyWithError, sendAccepted, sendError } from './answer.ts';
export type { Call, Handlers, Idempotency } from './call.ts';
export { CallLimit } from './call-limit.ts';
export type { CallOutcome } from './call-record.ts';
export { type CheckedRequest, checkRequest, type WrittenRequest } from './check-request.ts';
export { type ClientKey, clientKeyReader, type TrustProxy } from './client-address.ts';
export { type ClientLimitSettings, createClientLimit } from './client-limit.ts';
export { gatewayPath, gatewayPlugin } from './gateway.ts';
export { GatewayError, refusalOf } from './gateway-error.ts';
export type { GatewayOptions, GatewayState } from './gateway-options.ts';
export { createHttpServer, type HttpServerSettings, unknownPath } from './http-server.ts';
export { describeFault, type JsonFault } from './json-fault.ts';
export type { Budgets, KeyDirectory, KeyRecord, KeyUse, RateDecision } from './keys.ts';
export { createOperationRoutes, type OperationRoutes } from './operation-routes.ts';
export { PreparedAnswer } from './prepared-answer.ts';
export { Refusal, refuse, refuseInput } from './refusal.ts';
export { ReplayedAnswer } from './replayed-answer.ts';
export { parseStrictJson } from './strict-json.ts';
