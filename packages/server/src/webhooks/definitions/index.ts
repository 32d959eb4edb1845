/**
 * Keeps definitions of webhooks with their versions, secrets and uses, and checks them. Never decides when to send, and
 * sends nothing itself.
 */
export { saveFileWebhook } from './file-webhook.ts';
export { headerMask as storedValueMask, maskHeaders } from './header-credentials.ts';
export { readWebhook } from './read-webhook.ts';

export { webhookConsoleHandlers } from './webhook-console-handlers.ts';
export { WebhookDefinitions } from './webhook-definitions.ts';
