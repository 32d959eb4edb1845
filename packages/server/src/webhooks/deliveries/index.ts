/**
 * Calls to the callers' servers: webhook nodes, the hooks of decisions, replays and test sends, each attempt written
 * down before it leaves and after it came back. Never decides anything by an answer.
 */
export type { AttemptFacts, SendingTools } from './attempt-delivery.ts';
export { DecisionHooks, type HookJob } from './decision-hooks.ts';
export { deliveryConsoleHandlers } from './delivery-console-handlers.ts';
export { abandonDeliveries } from './delivery-queries.ts';
export { expungeDeliveries } from './expunge-deliveries.ts';
export { type ReplayJob, ReplaysAndTests } from './replays-and-tests.ts';
export { sealEarlierCalls } from './seal-earlier-calls.ts';
export { webhookNode } from './webhook.node.ts';
