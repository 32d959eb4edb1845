import type { WorkflowNode } from '@gatehouse/contract';
import type { EndUserStepState, NodeContext, NodeResult } from '../../interpreter/index.ts';
import { newId } from '../../lib/ids.ts';

/** What a step keeps of a submission; it is in the execution until its segment is committed. */
interface StepOutput {
  readonly output: Readonly<Record<string, unknown>>;
}

/**
 * A step of the end user: waits until they have given what it asks for, which was evaluated and stored when it came, and
 * makes that the node's output.
 */
export const endUserStepNode = async (
  context: NodeContext,
  node: Pick<WorkflowNode, 'type' | 'title'>,
): Promise<NodeResult> => {
  const pause = context.resumed as EndUserStepState | undefined;
  const submitted = pause?.given as StepOutput | undefined;
  if (submitted !== undefined) return { kind: 'done', output: submitted.output };
  return {
    kind: 'paused',
    for: 'person',
    // Taken up again without having been given anything, it waits on with its key.
    state: pause ?? { person: { type: node.type, title: node.title ?? null, callbackKey: newId() } },
    input: { waitsFor: 'end user' },
  };
};
