import type { StepEdge, WorkflowEdge } from '@gatehouse/contract';

/** A step as the log has it. */
export interface LoggedStep {
  readonly nodeId: string;
  readonly nodeType: string;
  readonly input: unknown;
  readonly output: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. */
  readonly finishedAt: number;
}

/** A node as the workflow that ran has it, with the keys of its type. */
export interface RanNode {
  readonly id: string;
  readonly type: string;
  readonly title?: string;
  readonly [key: string]: unknown;
}

/** The workflow that an execution ran. */
export interface RanWorkflow {
  readonly name?: string;
  readonly nodes: readonly RanNode[];
  readonly edges: readonly WorkflowEdge[];
}

/** Faults as the service words them; a webhook may take over a field of the same name. */
const ownFailures = /^(?:webhook .+, attempt \d+: |inputs\.|the edge to |no edge of )/;

/** Why a step did not succeed; null where it did. */
export function stepFailure({ nodeType, output }: LoggedStep): string | null {
  const failure = output['failure'];
  if (typeof failure !== 'string') return null;
  return nodeType !== 'webhook' || ownFailures.test(failure) ? failure : null;
}

/**
 * The edge that was taken from a step where several leave its node; null where there was no choice, or none was made.
 * @param following node that came next in the log
 */
export function takenEdge(
  step: LoggedStep,
  { workflow, following }: { readonly workflow: RanWorkflow | null; readonly following: string | null },
): StepEdge | null {
  const leaving = (workflow?.edges ?? []).filter(({ from }) => from === step.nodeId);
  const failed = stepFailure(step) !== null;
  const nodeId = reachedNode(step, following);
  if (nodeId === null || leaving.length < 2) return null;
  const taken = leaving.filter(({ to, on }) => to === nodeId && (on === 'failure') === failed);
  if (taken.length === 0) return null;
  const hasConditions = leaving.some(({ when }) => when !== undefined);
  return {
    nodeId,
    title: workflow?.nodes.find(({ id }) => id === nodeId)?.title ?? null,
    conditions: taken.flatMap(({ when }) => when ?? []),
    isOtherwise: !failed && hasConditions && taken.some(({ when }) => when === undefined),
    isFailure: failed,
    values: readValues(step, workflow?.nodes ?? []),
  };
}

/** A webhook may take over a field that is called as the log calls the node that was reached. */
function reachedNode({ nodeType, output }: LoggedStep, following: string | null): string | null {
  const to = output['to'];
  return nodeType !== 'webhook' && typeof to === 'string' ? to : following;
}

/** What conditions read, without what callers and their servers sent. */
function readValues({ nodeType, input }: LoggedStep, nodes: readonly RanNode[]): StepEdge['values'] {
  // The log of other nodes has their own input instead.
  if (nodeType !== 'branch' && nodeType !== 'start') return [];
  const computed = new Set(nodes.filter(({ type }) => type !== 'webhook').map(({ id }) => id));
  return Object.entries((input ?? {}) as Readonly<Record<string, unknown>>).flatMap(([name, value]) => {
    const [root = ''] = name.split('.');
    if (name !== 'riskScore' && !computed.has(root)) return [];
    return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
      ? [{ name, value }]
      : [];
  });
}
