/** A directed edge by the index it has in its file. */
export interface Arc {
  readonly from: string;
  readonly to: string;
  readonly index: number;
}

export interface GraphTraversal {
  /** Every node after all that it leads to, except along edges that close a cycle. */
  readonly postorder: readonly string[];
  /** Every edge that closes a cycle, with the cycle from the node it returns to and back. */
  readonly cycles: readonly { readonly arc: Arc; readonly nodes: readonly string[] }[];
}

/** The arcs by the node they leave, in their order. */
export function groupBySource(arcs: readonly Arc[]): ReadonlyMap<string, readonly Arc[]> {
  return Map.groupBy(arcs, (arc) => arc.from);
}

/** Walks depth first from the roots in turn; a loop, not a recursion, so that length is no limit. */
export function walkGraph(
  roots: Iterable<string>,
  outgoing: ReadonlyMap<string, readonly Arc[]>,
): GraphTraversal {
  const postorder: string[] = [];
  const cycles: { arc: Arc; nodes: string[] }[] = [];
  const state = new Map<string, 'open' | 'closed'>();
  for (const root of roots) {
    if (state.has(root)) continue;
    const trail = [{ node: root, next: 0 }];
    state.set(root, 'open');
    for (let top = trail.at(-1); top; top = trail.at(-1)) {
      const arc = outgoing.get(top.node)?.[top.next++];
      if (!arc) {
        state.set(top.node, 'closed');
        postorder.push(top.node);
        trail.pop();
      } else if (!state.has(arc.to)) {
        state.set(arc.to, 'open');
        trail.push({ node: arc.to, next: 0 });
      } else if (state.get(arc.to) === 'open') {
        const open = trail.map((step) => step.node);
        cycles.push({ arc, nodes: [...open.slice(open.indexOf(arc.to)), arc.to] });
      }
    }
  }
  return { postorder, cycles };
}
