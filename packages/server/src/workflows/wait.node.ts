import { durationMs } from '@gatehouse/contract';
import type { NodeHandler } from '../interpreter/index.ts';

/** Lets time pass and continues. */
export const waitNode: NodeHandler<'wait'> = async (context, node) => {
  if (context.resumed !== undefined) return { kind: 'done', output: {} };
  const delayMs = durationMs(node.for);
  if (delayMs === undefined) return { kind: 'failed', reason: `${node.for} is no duration` };
  return { kind: 'paused', for: 'time', delayMs, state: {}, input: { for: node.for } };
};
