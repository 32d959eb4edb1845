/**
 * Makes, signs and sends one attempt at a webhook and evaluates what came back. Never decides when to send: it keeps no
 * deliveries and waits for no retry.
 */
export type { RequestRecord } from './attempt-record.ts';
export {
  type AttemptResult,
  attemptErrorClasses,
  sendAttempt,
} from './send-attempt.ts';

export { outputFault } from './webhook-outputs.ts';
export { placeholderNames } from './webhook-placeholders.ts';
export { webhookBody } from './webhook-request.ts';
