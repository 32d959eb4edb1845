import { Graph, layout } from '@dagrejs/dagre';
import type { Draft, Position } from './draft.ts';

/** Size of a node on the canvas in pixels; the style sheet draws it so. */
export const nodeSize = { width: 200, height: 60 } as const;

/** A place for every node and for `start`, from top to bottom in the order of the ways. */
export function arrange(draft: Draft): ReadonlyMap<string, Position> {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 50, ranksep: 70 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of ['start', ...draft.nodes.map((node) => node.id)]) graph.setNode(id, { ...nodeSize });
  for (const [index, { from, to }] of draft.edges.entries()) {
    if (graph.hasNode(from) && graph.hasNode(to)) graph.setEdge(from, to, {}, String(index));
  }
  layout(graph);
  return new Map(
    graph.nodes().map((id: string) => {
      const { x, y } = graph.node(id) as Position;
      return [id, { x: Math.round(x - nodeSize.width / 2), y: Math.round(y - nodeSize.height / 2) }];
    }),
  );
}

/** Positions of nodes: from the file, else as arranged. */
export function placesOf(draft: Draft): ReadonlyMap<string, Position> {
  const own = draft.nodes.filter(({ position }) => position !== undefined);
  if (own.length === draft.nodes.length && own.length > 0) {
    const top = Math.min(...own.map(({ position }) => position!.y));
    const first = draft.edges.find(({ from }) => from === 'start')?.to;
    const below = own.find(({ id }) => id === first) ?? own[0]!;
    return new Map([
      ...own.map(({ id, position }) => [id, position!] as const),
      ['start', { x: below.position!.x, y: top - nodeSize.height - 70 }],
    ]);
  }
  const arranged = arrange(draft);
  return new Map([...arranged, ...own.map(({ id, position }) => [id, position!] as const)]);
}
