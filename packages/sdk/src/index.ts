/** `@gatehouse/sdk`: signs and calls every operation of a Gatehouse gateway from a server. */
export {
  type CallOptions,
  type ClientOptions,
  createClient,
  type GatehouseClient,
  type SubmitOptions,
} from './client.ts';
export {
  BusinessError,
  GatewayCallError,
  type GatewayCallErrorName,
  NoAnswerError,
  type SubmitCandidate,
  SubmitOutcomeUnknownError,
} from './errors.ts';
export type * from './inputs.ts';
export { type DataOfCall, isOperationName, operationNames } from './operations.ts';
export type { CaseOutcome, PollOptions } from './polling.ts';
export type { ScanOptions, ScanResult } from './quickscan.ts';
export type * from './results.ts';
export { type RetryPolicy, specRetryPolicy } from './retry.ts';
export type { Timing } from './timing.ts';
export type { Fetch } from './transport.ts';
export type { UploadOptions, UploadSource } from './upload.ts';
export {
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookRejection,
  type WebhookVerification,
} from './webhook.ts';
