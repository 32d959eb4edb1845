import { expressionCost } from './expression-cost.ts';
import { maxSegmentSteps } from './expression-steps.ts';
import type { Draft, DraftNode, Finding } from './workflow-draft.ts';

/** Where a run pauses: what follows begins with all of its steps again. */
const pausing: ReadonlySet<string | undefined> = new Set([
  'webhook',
  'wait',
  'particulars',
  'required-forms',
  'documents',
  'phone-verification',
  'email-verification',
  'ownership-structure',
  'review-and-submit',
]);

/**
 * Parts of a workflow whose expressions together take more steps than a run has between two pauses, whatever a submit
 * holds. `sourcesOf` gives the expressions of a node.
 */
export function findCostFaults(draft: Draft, sourcesOf: (node: DraftNode) => readonly string[]): Finding[] {
  const leaving = new Map<string, { to: string | undefined; cost: number }[]>();
  for (const { from, to, when } of draft.edges) {
    if (from === undefined) continue;
    const cost = typeof when === 'string' ? expressionCost(when) : 0;
    leaving.set(from, [...(leaving.get(from) ?? []), { to, cost }]);
  }
  const own = new Map(
    [...draft.nodesById].map(([id, node]) => [id, sumOf(sourcesOf(node).map(expressionCost))] as const),
  );
  const after = (id: string, before: number): { through: number; beyond: number } => {
    const through = before + (own.get(id) ?? 0);
    const isPausing = pausing.has(draft.nodesById.get(id)?.type);
    return {
      through,
      beyond: (isPausing ? 0 : through) + sumOf((leaving.get(id) ?? []).map(({ cost }) => cost)),
    };
  };
  const before = dearestWays(draft, leaving, (id, cost) => after(id, cost).beyond);
  return [...before].flatMap(([id, cost]) => {
    const { through, beyond } = after(id, cost);
    const most = Math.max(through, beyond);
    // What comes after a node that is too dear is not its own fault.
    return most > maxSegmentSteps && cost <= maxSegmentSteps
      ? [faultAt(id, draft.nodesById.get(id), most)]
      : [];
  });
}

/** What a run can have taken since its last pause when it comes to each node, by the dearest way to it. */
function dearestWays(
  draft: Draft,
  leaving: ReadonlyMap<string, readonly { readonly to: string | undefined }[]>,
  after: (id: string, before: number) => number,
): Map<string, number> {
  const before = new Map([['start', 0]]);
  // No way is longer than there are nodes; a cycle is a fault of its own.
  for (let round = 0; round <= draft.nodes.length; round += 1) {
    let isChanged = false;
    for (const [from, edges] of leaving) {
      const cost = before.get(from);
      if (cost === undefined) continue;
      for (const { to } of edges) {
        const reached = Math.min(after(from, cost), 10 * maxSegmentSteps);
        if (to === undefined || reached <= (before.get(to) ?? -1)) continue;
        before.set(to, reached);
        isChanged = true;
      }
    }
    if (!isChanged) break;
  }
  return before;
}

function faultAt(id: string, node: DraftNode | undefined, cost: number): Finding {
  return {
    path: node === undefined ? ['edges'] : ['nodes', node.index],
    message: `up to ${id} the expressions since the last pause take ${cost} steps, at most ${maxSegmentSteps}: write shorter lists, or fewer list functions inside each other`,
  };
}

function sumOf(costs: readonly number[]): number {
  return costs.reduce((sum, cost) => sum + cost, 0);
}
