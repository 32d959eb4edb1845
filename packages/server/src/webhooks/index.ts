/**
 * Keeps definitions of webhooks with their versions and secrets; makes, signs and sends one attempt, and judges what
 * came back. Never decides when to send: it keeps no deliveries and waits for no retry.
 */
export type { RequestRecord, ResponseRecord } from './attempt-record.ts';
export { saveFileWebhook } from './file-webhook.ts';
export { readWebhook, type SendableWebhook } from './read-webhook.ts';
export {
  type Attempt,
  type AttemptContext,
  type AttemptErrorClass,
  type AttemptResult,
  sendAttempt,
} from './send-attempt.ts';
export { checkWebhook, type WebhookFault } from './webhook-check.ts';
export { webhookConsole } from './webhook-console.ts';
export { WebhookDefinitions } from './webhook-definitions.ts';
export type { WebhookOutputs } from './webhook-outputs.ts';
export { type WebhookInputs, webhookBody } from './webhook-request.ts';
export { retryDelayMs, type Verdict } from './webhook-retry.ts';
