/**
 * The door: takes the one signed endpoint, checks every call in the order of wire-decisions 2 and hands
 * what is left to its operation. It never knows what an operation does, nor any database.
 */
export type { Verify } from './authenticate.ts';
export type { Call, Handler, Handlers, HandlersOf, OperationTable } from './call.ts';
export type { CallOutcome } from './call-record.ts';
export type { ClientKey, TrustProxy } from './client-address.ts';
export { clientKeyReader } from './client-address.ts';
export { gatewayPath, gatewayPlugin } from './gateway.ts';
export { GatewayError, type GatewayErrorOptions } from './gateway-error.ts';
export type { GatewayOptions, GatewaySettings, GatewayState } from './gateway-options.ts';
export { createHttpServer, type HttpServerSettings, httpServerOptions } from './http-server.ts';
export { describeFault, type JsonFault } from './json-fault.ts';
export type { Budgets, KeyDirectory, KeyRecord, RateDecision } from './keys.ts';
export { Refusal, refuse, refuseInput } from './refusal.ts';
export { parseStrictJson, type StrictJson } from './strict-json.ts';
