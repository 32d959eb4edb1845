import type { FlowView } from '@gatehouse/contract';
import { useFlowStore } from '../ui/context.ts';

/** Back to the step before, where there is one; the service says whether it can still be changed. */
export function useStepBack(view: FlowView): (() => void) | undefined {
  const store = useFlowStore();
  const index = view.steps.findIndex(({ state }) => state === 'current');
  const previous = view.steps.slice(0, Math.max(index, 0)).findLast(({ state }) => state === 'done');
  return previous && (() => void store.reopen(previous.nodeId));
}
