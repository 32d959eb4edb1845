/** `@gatehouse/sdk`: signs and calls every operation of a Gatehouse gateway from a server. */

export type { GatewayErrorName, RetryClass } from '@gatehouse/contract/errors';
export { createClient } from './client.ts';
export type { CallOptions, ClientOptions, ManyCallsOptions, SubmitOptions } from './client-options.ts';
export {
  BusinessError,
  GatewayCallError,
  type GatewayCallErrorName,
  isGatewayError,
  NoAnswerError,
  type SubmitCandidate,
  SubmitOutcomeUnknownError,
} from './errors.ts';
export type { GatehouseClient } from './gatehouse-client.ts';
export type { CallHooks, RequestEvent, ResponseEvent, RetryEvent } from './hooks.ts';
export type * from './inputs.ts';
export { type DataOfCall, isOperationName, operationNames } from './operations.ts';
export { type HitsPager, ScanNotDoneError } from './paging.ts';
export type { CaseOutcome, PollOptions } from './polling.ts';
export type { ScanOptions, ScanResult } from './quickscan.ts';
export type * from './results.ts';
export { type RetryPolicy, specRetryPolicy } from './retry.ts';
export type { Timing } from './timing.ts';
export type { Fetch } from './transport.ts';
export type { UploadOptions, UploadSource } from './upload.ts';
export { sdkVersion } from './user-agent.ts';
export {
  type RawBody,
  type VerifyWebhookOptions,
  verifyWebhook,
  verifyWebhookAsync,
  type WebhookHeaders,
  type WebhookRejection,
  type WebhookVerification,
} from './webhook.ts';
export {
  constructEvent,
  constructEventAsync,
  type WebhookEvent,
  WebhookVerificationError,
} from './webhook-event.ts';
export type * from './wire-types.ts';
