import type { WorkflowNodeOf } from '@gatehouse/contract';
import {
  inputsOf,
  type NodeContext,
  type NodeHandler,
  type NodeResult,
  write,
} from '../../interpreter/index.ts';
import { newId } from '../../lib/ids.ts';
import { attemptDelivery, type SendingTools } from './attempt-delivery.ts';
import { deliveryContent, insertDeliveries, recordAttempts } from './delivery-queries.ts';
import { sealInputs } from './sealed-calls.ts';

/** What a webhook node keeps between its segments. */
interface Standing {
  readonly deliveryId: string;
  /** The attempt that is to be made; written down as intended. */
  readonly attempt: number;
  /** How often this attempt got no slot at the receiver. */
  readonly postponed?: number;
}

/**
 * Calls the caller's server (interface specification 6.2). The delivery and each attempt are committed before anything
 * leaves, and what an attempt came to after it: a crash in between repeats that attempt under the same id.
 */
export function webhookNode(tools: SendingTools): NodeHandler<'webhook'> {
  return async (context, node) => {
    const state = context.resumed as Standing | undefined;
    return state === undefined
      ? intend(tools, context, node)
      : attempt(tools, context, { node, standing: state });
  };
}

async function intend(
  { keys }: SendingTools,
  context: NodeContext,
  node: WorkflowNodeOf<'webhook'>,
): Promise<NodeResult> {
  const evaluated = await inputsOf(node, context);
  if (evaluated.kind === 'fault') return { kind: 'failed', reason: evaluated.reason };
  const { inputs } = evaluated;
  const deliveryId = newId();
  const sealed = await sealInputs(keys, context.execution.scope, { deliveryId, inputs });
  const state: Standing = { deliveryId, attempt: 1 };
  return {
    kind: 'paused',
    for: 'work',
    delayMs: 0,
    state: state,
    input: { webhook: node.webhook, inputs },
    writes: [
      write(insertDeliveries, {
        deliveryId,
        webhookId: node.webhook,
        kind: 'node',
        executionId: context.execution.executionId,
        nodeId: node.id,
        ...sealed,
      }),
    ],
  };
}

async function attempt(
  tools: SendingTools,
  { execution: { scope }, traceparent }: NodeContext,
  { node, standing: state }: { node: WorkflowNodeOf<'webhook'>; standing: Standing },
): Promise<NodeResult> {
  const { deliveryId, attempt, postponed = 0 } = state;
  const [content] = await tools.database.read(scope, deliveryContent(scope, deliveryId));
  if (!content) throw new Error(`delivery ${deliveryId} is not stored although it was intended`);
  const intended = { deliveryId, attempt, content, retries: true, postponed, traceparent };
  const made = await attemptDelivery(tools, scope, intended);
  if (!('record' in made)) {
    const later: Standing = { ...state, postponed: postponed + 1 };
    return { kind: 'paused', for: 'work', delayMs: made.postponedMs, state: later, again: true };
  }
  const reference = deliveryId;
  const externalWrites = [write(recordAttempts, made.record)];
  const { record } = made;
  if (record.next) {
    const next: Standing = { deliveryId, attempt: record.next.attempt };
    return { kind: 'paused', for: 'work', delayMs: record.next.delayMs, state: next, externalWrites };
  }
  const output = { httpStatus: record.httpStatus, ...made.outputs };
  if (record.outcome === 'succeeded') return { kind: 'done', output, externalWrites, attempt, reference };
  const reason = `webhook ${node.webhook}, attempt ${attempt}: ${made.reason}`;
  return { kind: 'unsuccessful', reason, output, externalWrites, attempt, reference };
}
