import {
  type EndUserStepType,
  endUserStepTypes,
  type FlowView,
  type WorkflowNode,
} from '@gatehouse/contract';
import type { CompiledWorkflow } from '../../interpreter/index.ts';
import type { FlowExecution } from './flow-queries.ts';

const types: ReadonlySet<string> = new Set(endUserStepTypes);

function isEndUserStep(type: string): type is EndUserStepType {
  return types.has(type);
}

/** A step of the person within a workflow. */
export type EndUserNode = Extract<WorkflowNode, { type: EndUserStepType }>;

export function endUserNode(workflow: CompiledWorkflow, nodeId: string): EndUserNode | undefined {
  const node = workflow.nodes.get(nodeId);
  return node !== undefined && isEndUserStep(node.type) ? (node as EndUserNode) : undefined;
}

/** The person's steps that are done, in the order in which they were last done. */
export function doneSteps(workflow: CompiledWorkflow, execution: FlowExecution): EndUserNode[] {
  const last = new Map<string, number>();
  for (const [index, { nodeId }] of execution.nodeRuns.entries()) last.set(nodeId, index);
  return [...last]
    .filter(([nodeId]) => Object.hasOwn(execution.outputs, nodeId))
    .toSorted(([, a], [, b]) => a - b)
    .flatMap(([nodeId]) => endUserNode(workflow, nodeId) ?? []);
}

/** Done, current, and what follows as far as no branch has to be taken first. */
export function stepsOfView(
  workflow: CompiledWorkflow,
  execution: FlowExecution | undefined,
): FlowView['steps'] {
  const done = execution === undefined ? [] : doneSteps(workflow, execution);
  const waiting = execution?.waiting?.nodeId;
  const current = waiting === undefined ? undefined : endUserNode(workflow, waiting);
  const isOver = execution !== undefined && (execution.decision !== null || isFinal(execution));
  const ahead = isOver ? [] : stepsAhead(workflow, current?.id ?? execution?.nodeId ?? 'start');
  const stated = (state: 'done' | 'current' | 'ahead') => (node: EndUserNode) => ({
    nodeId: node.id,
    type: node.type,
    title: node.title ?? null,
    state,
  });
  return [
    ...done.map(stated('done')),
    ...(current ? [current] : []).map(stated('current')),
    ...ahead.map(stated('ahead')),
  ];
}

function stepsAhead(workflow: CompiledWorkflow, from: string): EndUserNode[] {
  const found: EndUserNode[] = [];
  // The graph has no cycles.
  for (let at: string | undefined = from; at !== undefined; ) {
    const edges: readonly { readonly to: string; readonly condition?: unknown }[] =
      workflow.outgoing.get(at) ?? [];
    const [sole] = edges;
    at = edges.length === 1 && sole?.condition === undefined ? sole?.to : undefined;
    const node = at === undefined ? undefined : endUserNode(workflow, at);
    if (node !== undefined) found.push(node);
  }
  return found;
}

/**
 * Whether a step that is done can be opened again: nothing has come of it since but other steps of the person, and
 * branches, which are taken anew. Returns the nodes whose outputs are then taken back; undefined: it cannot be.
 */
export function nodesSince(execution: FlowExecution, nodeId: string): readonly string[] | undefined {
  if (!Object.hasOwn(execution.outputs, nodeId)) return undefined;
  const at = execution.nodeRuns.findLastIndex((nodeRun) => nodeRun.nodeId === nodeId);
  if (at < 0) return undefined;
  const since = execution.nodeRuns.slice(at);
  if (!since.every(({ nodeType }) => isEndUserStep(nodeType) || nodeType === 'branch')) return undefined;
  return [...new Set(since.map((nodeRun) => nodeRun.nodeId))];
}

export function isFinal({ state }: FlowExecution): boolean {
  return state === 'COMPLETED' || state === 'FAILED' || state === 'CANCELLED';
}
