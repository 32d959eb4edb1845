/** Graphs of what imports what: their arrows, cycles and layers. */

import { type Source, targetOf } from './source-imports.ts';

/** What each node imports of the others. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export interface GraphOptions {
  /** The node that a file belongs to. */
  readonly nodeOf: (path: string) => string;
  readonly withTypes: boolean;
}

/** The graph of some sources' relative imports; imports inside one node count for nothing. */
export function graphOf(sources: readonly Source[], { nodeOf, withTypes }: GraphOptions): Graph {
  const known = new Set(sources.map((source) => source.path));
  const graph = new Map<string, Set<string>>();
  for (const source of sources) {
    const from = nodeOf(source.path);
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const { specifier, typeOnly } of source.imports) {
      const path = targetOf(source, specifier);
      if (!specifier.startsWith('.') || !known.has(path) || (typeOnly && !withTypes)) continue;
      if (nodeOf(path) !== from) targets.add(nodeOf(path));
    }
  }
  return graph;
}

/** How many pairs of nodes are tied. */
export function arrowsOf(graph: Graph): number {
  return graph.values().reduce((sum, targets) => sum + targets.size, 0);
}

/** Groups of nodes that reach each other (Tarjan's strongly connected components), those of one node left out. */
export function cyclesOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): number => {
    order.set(node, order.size);
    let low = order.get(node)!;
    stack.push(node);
    for (const target of graph.get(node) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, lowest.get(target) ?? order.get(target)!);
    }
    lowest.set(node, low);
    if (low === order.get(node)) {
      const group = stack.splice(stack.lastIndexOf(node));
      if (group.length > 1) cycles.push(group.toSorted());
    }
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles.toSorted((a, b) => (a[0] ?? '').localeCompare(b[0] ?? ''));
}

/** The layer of each node: one more than the highest that it imports. What is in a cycle counts as one node. */
export function layersOf(graph: Graph): Map<string, number> {
  const groupOf = new Map(cyclesOf(graph).flatMap((group) => group.map((node) => [node, group] as const)));
  const layers = new Map<string, number>();
  const layer = (node: string): number => {
    const known = layers.get(node);
    if (known !== undefined) return known;
    const group = groupOf.get(node) ?? [node];
    const below = group
      .flatMap((member) => [...(graph.get(member) ?? [])])
      .filter((to) => !group.includes(to));
    const found = 1 + Math.max(0, ...below.map(layer));
    for (const member of group) layers.set(member, found);
    return found;
  };
  for (const node of graph.keys()) layer(node);
  return layers;
}
