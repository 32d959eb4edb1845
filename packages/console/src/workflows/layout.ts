import { Graph, layout } from '@dagrejs/dagre';
import type { Draft, EdgeDraft, Position } from './draft.ts';

/** Size of a node on the canvas in pixels; the style sheet draws it so. */
export const nodeSize = { width: 224, height: 72 } as const;

/** Where a workflow runs to on the canvas. */
export type Direction = 'down' | 'right';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Between the ranks of nodes, for the edges with what they say. */
const rankGap = 70;

/** A place for every node and for `start`, in the order of the ways. */
export function arrange(draft: Draft, direction: Direction = 'down'): ReadonlyMap<string, Position> {
  const graph = new Graph({ multigraph: true });
  const isRight = direction === 'right';
  graph.setGraph({ rankdir: isRight ? 'LR' : 'TB', nodesep: isRight ? 40 : 50, ranksep: rankGap });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of ['start', ...draft.nodes.map((node) => node.id)]) graph.setNode(id, { ...nodeSize });
  for (const [index, edge] of draft.edges.entries()) {
    const { from, to } = edge;
    // What an edge says stands beside the others: across the ranks there is room for it already.
    const label = isRight && hasWords(edge) ? { width: 150, height: 24, labelpos: 'c' } : {};
    if (graph.hasNode(from) && graph.hasNode(to)) graph.setEdge(from, to, label, String(index));
  }
  layout(graph);
  return new Map(
    graph.nodes().map((id: string) => {
      const { x, y } = graph.node(id) as Position;
      return [id, { x: Math.round(x - nodeSize.width / 2), y: Math.round(y - nodeSize.height / 2) }];
    }),
  );
}

function hasWords({ when, otherwise, on }: EdgeDraft): boolean {
  return when !== undefined || otherwise !== undefined || on !== undefined;
}

/** So many nodes are read by moving over them, from top to bottom. */
const mostToRight = 60;

/** The direction in which an arranged workflow is drawn larger. @param canvas undefined: it is not shown yet */
export function fittingDirection(draft: Draft, canvas: Size | undefined): Direction {
  if (canvas === undefined || draft.nodes.length > mostToRight) return 'down';
  if (draft.nodes.length === 0) return canvas.width > canvas.height * 1.5 ? 'right' : 'down';
  const zoom = (direction: Direction): number => {
    const { width, height } = extentOf(arrange(draft, direction));
    return Math.min(1, canvas.width / width, canvas.height / height);
  };
  return zoom('right') >= zoom('down') ? 'right' : 'down';
}

function extentOf(places: ReadonlyMap<string, Position>): Size {
  const all = [...places.values()];
  const span = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
  return {
    width: span(all.map(({ x }) => x)) + nodeSize.width,
    height: span(all.map(({ y }) => y)) + nodeSize.height,
  };
}

/** The direction of nodes that people placed; undefined while the file has no places of all. */
export function placedDirection({ nodes, edges }: Draft): Direction | undefined {
  const own = new Map(nodes.flatMap(({ id, position }) => (position ? [[id, position] as const] : [])));
  if (own.size === 0 || own.size < nodes.length) return undefined;
  let [right, down] = [0, 0];
  for (const { from, to } of edges) {
    const [a, b] = [own.get(from), own.get(to)];
    if (a === undefined || b === undefined) continue;
    // Nodes are wider than high, so that a step to the side is longer.
    right += Math.abs(b.x - a.x) / nodeSize.width;
    down += Math.abs(b.y - a.y) / nodeSize.height;
  }
  return right > down ? 'right' : 'down';
}

/** Positions of nodes: from the file, else as arranged. */
export function placesOf(draft: Draft, direction: Direction = 'down'): ReadonlyMap<string, Position> {
  const own = draft.nodes.filter(({ position }) => position !== undefined);
  if (own.length === draft.nodes.length && own.length > 0) {
    const first = draft.edges.find(({ from }) => from === 'start')?.to;
    const { x, y } = (own.find(({ id }) => id === first) ?? own[0]!).position!;
    const start =
      direction === 'right'
        ? { x: Math.min(...own.map(({ position }) => position!.x)) - nodeSize.width - rankGap, y }
        : { x, y: Math.min(...own.map(({ position }) => position!.y)) - nodeSize.height - rankGap };
    return new Map([...own.map(({ id, position }) => [id, position!] as const), ['start', start]]);
  }
  const arranged = arrange(draft, direction);
  return new Map([...arranged, ...own.map(({ id, position }) => [id, position!] as const)]);
}
