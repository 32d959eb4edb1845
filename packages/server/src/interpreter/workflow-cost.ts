import { nodeTypes, phrase } from '@gatehouse/contract';
import { expressionCost } from './expression-cost.ts';
import { maxSegmentSteps } from './expression-steps.ts';
import { type Draft, type DraftNode, type Finding, findingOf } from './workflow-draft.ts';

/**
 * Parts of a workflow whose expressions together take more steps than a run has between two pauses, whatever a submit
 * holds. `sourcesOf` gives the expressions of a node.
 */
export function findCostFaults(draft: Draft, sourcesOf: (node: DraftNode) => readonly string[]): Finding[] {
  const leaving = new Map<string, { to: string | undefined; cost: number }[]>();
  for (const { from, to, when } of draft.edges) {
    if (from === undefined) continue;
    const cost = typeof when === 'string' ? expressionCost(when) : 0;
    const edges = leaving.get(from);
    if (edges) edges.push({ to, cost });
    else leaving.set(from, [{ to, cost }]);
  }
  const own = new Map(
    [...draft.nodesById].map(([id, node]) => [id, sumOf(sourcesOf(node).map(expressionCost))] as const),
  );
  const choosing = new Map([...leaving].map(([id, edges]) => [id, sumOf(edges.map(({ cost }) => cost))]));
  const after = (id: string, before: number): { through: number; beyond: number } => {
    const through = before + (own.get(id) ?? 0);
    const type = draft.nodesById.get(id)?.type;
    // What follows a pause begins with all of its steps again.
    const isPausing = type !== undefined && nodeTypes[type].pauses;
    return { through, beyond: (isPausing ? 0 : through) + (choosing.get(id) ?? 0) };
  };
  const before = costliestPaths(leaving, (id, cost) => after(id, cost).beyond);
  return [...before].flatMap(([id, cost]) => {
    const { through, beyond } = after(id, cost);
    const max = Math.max(through, beyond);
    // What comes after a node that is too dear is not its own fault.
    return max > maxSegmentSteps && cost <= maxSegmentSteps
      ? [faultAt(id, draft.nodesById.get(id), max)]
      : [];
  });
}

/**
 * What a run can have taken since its last pause when it comes to each node, by the dearest way to it. Each edge is
 * followed once, in topological order; nodes of a cycle and those behind it are left out, for a cycle is a fault of its own.
 */
function costliestPaths(
  leaving: ReadonlyMap<string, readonly { readonly to: string | undefined }[]>,
  after: (id: string, before: number) => number,
): Map<string, number> {
  const before = new Map([['start', 0]]);
  const arriving = new Map<string, number>();
  for (const { to } of [...leaving.values()].flat()) {
    if (to !== undefined) arriving.set(to, (arriving.get(to) ?? 0) + 1);
  }
  const ready = [...leaving.keys()].filter((id) => !arriving.has(id));
  for (const from of ready) {
    const cost = before.get(from);
    const reached = cost === undefined ? -1 : after(from, cost);
    for (const { to } of leaving.get(from) ?? []) {
      if (to === undefined) continue;
      if (reached > (before.get(to) ?? -1)) before.set(to, reached);
      const left = (arriving.get(to) ?? 0) - 1;
      arriving.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return before;
}

function faultAt(id: string, node: DraftNode | undefined, cost: number): Finding {
  return findingOf(
    node === undefined ? ['edges'] : ['nodes', node.index],
    phrase('findings.tooManySteps', { id, steps: cost, max: maxSegmentSteps }),
  );
}

function sumOf(costs: readonly number[]): number {
  return costs.reduce((sum, cost) => sum + cost, 0);
}
