/**
 * Makes, signs and sends one attempt at a webhook and evaluates what came back. Never decides when to send: it keeps no
 * deliveries and waits for no retry.
 */
export type { RequestRecord, ResponseRecord } from './attempt-record.ts';
export {
  type Attempt,
  type AttemptContext,
  type AttemptErrorClass,
  type AttemptResult,
  sendAttempt,
} from './send-attempt.ts';
export type { WebhookOutputs } from './webhook-outputs.ts';
export { outputFault } from './webhook-outputs.ts';
export { placeholderNames, type WebhookInputs } from './webhook-placeholders.ts';
export { webhookBody } from './webhook-request.ts';
export { retryDelayMs, type Verdict } from './webhook-retry.ts';
