/**
 * Calls of workflows to the callers' servers: webhook nodes and the hooks of decisions, each attempt written down
 * before it leaves and after it came back. Never decides anything by an answer.
 */
export type { SendingTools } from './attempt-delivery.ts';
export { abandonDeliveries } from './delivery-queries.ts';
export { type HookJob, HookRunner } from './hook-runner.ts';
export { webhookNode } from './webhook.node.ts';
