import type { WorkflowNode } from '@gatehouse/contract';
import type { EndUserStepState, NodeContext, NodeResult, Write } from '../../interpreter/index.ts';
import { newId } from '../../lib/ids.ts';
import { ownershipPartyWrites } from '../../screening/index.ts';

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
  if (submitted !== undefined) {
    const { output } = submitted;
    return { kind: 'done', output, writes: partyWrites(context, node, output) };
  }
  return {
    kind: 'paused',
    for: 'person',
    // Taken up again without having been given anything, it waits on with its key.
    state: pause ?? { person: { type: node.type, title: node.title ?? null, callbackKey: newId() } },
    input: { waitsFor: 'end user' },
  };
};

/** Whom monitoring follows from what the end user stated. */
function partyWrites(
  context: NodeContext,
  { type }: Pick<WorkflowNode, 'type'>,
  { parties }: StepOutput['output'],
): Write[] {
  return type === 'ownership-structure' && Array.isArray(parties)
    ? ownershipPartyWrites(context, parties)
    : [];
}
