import { Graph, layout } from '@dagrejs/dagre';
import type { Draft, EdgeDraft, Position } from './draft.ts';
import { type Route, routesOf } from './edge-routes.ts';

/** Size of a node on the canvas in pixels; the style sheet draws it so. */
export const nodeSize = { width: 240, height: 76 } as const;

/** Where a workflow runs to on the canvas. */
export type Direction = 'down' | 'right';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Between the ranks of nodes, for the edges with what they say. */
const rankGap = 76;

interface Arranged {
  readonly places: ReadonlyMap<string, Position>;
  /** By the number of the edge. */
  readonly routes: ReadonlyMap<number, Route>;
}

const arrangedDrafts = new WeakMap<Draft, Map<Direction, Arranged>>();

/** A place for every node and for `start`, in the order of the ways, and the ways between them. */
export function arrange(draft: Draft, direction: Direction = 'down'): Arranged {
  const known = arrangedDrafts.get(draft) ?? new Map<Direction, Arranged>();
  arrangedDrafts.set(draft, known);
  const arranged = known.get(direction) ?? arrangeAnew(draft, direction);
  known.set(direction, arranged);
  return arranged;
}

function arrangeAnew(draft: Draft, direction: Direction): Arranged {
  const graph = new Graph({ multigraph: true });
  const isRight = direction === 'right';
  graph.setGraph({ rankdir: isRight ? 'LR' : 'TB', nodesep: 44, edgesep: 24, ranksep: rankGap });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of ['start', ...draft.nodes.map((node) => node.id)]) graph.setNode(id, { ...nodeSize });
  const drawn: { readonly index: number; readonly edge: EdgeDraft; readonly size: Size }[] = [];
  for (const [index, edge] of draft.edges.entries()) {
    const { from, to } = edge;
    if (!graph.hasNode(from) || !graph.hasNode(to) || from === to) continue;
    const size = labelSize(edge);
    drawn.push({ index, edge, size });
    graph.setEdge(from, to, size.width > 0 ? { ...size, labelpos: 'c' } : {}, String(index));
  }
  layout(graph);
  const middle = (id: string): Position => pointOf(graph.node(id) as Position);
  const routes = routesOf(
    drawn.map(({ index, edge: { from, to }, size }) => {
      const placed = graph.edge({ v: from, w: to, name: String(index) }) as Partial<Position> & {
        readonly points: readonly Position[];
      };
      const between = placed.points.slice(1, -1).map(pointOf);
      const halfway = between[Math.floor(between.length / 2)] ?? pointOf(placed.points[0]!);
      const label = placed.x === undefined || placed.y === undefined ? halfway : pointOf(placed as Position);
      return { source: middle(from), target: middle(to), between, label, size };
    }),
    { nodes: graph.nodes().map(middle), nodeSize, isRight },
  );
  return {
    places: new Map(
      graph.nodes().map((id: string) => {
        const { x, y } = middle(id);
        return [id, { x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 }];
      }),
    ),
    routes: new Map(drawn.map(({ index }, order) => [index, routes[order]!])),
  };
}

function pointOf({ x, y }: Position): Position {
  return { x: Math.round(x), y: Math.round(y) };
}

/** Widest text of an edge; a longer one has a second line. */
const labelWidth = 180;
const letterWidth = 7;

/** The room for what an edge says, with the button that inserts a node beside it. */
function labelSize({ when, otherwise, on }: EdgeDraft): Size {
  if (when === undefined && otherwise === undefined && on === undefined) return { width: 0, height: 0 };
  const length = (when ?? 'on failure').length * letterWidth;
  return { width: Math.min(labelWidth, length) + 48, height: length > labelWidth ? 44 : 26 };
}

/** The letters of a card, 13 pixels high, are no smaller than 12 from this zoom on. */
export const readableZoom = 0.93;

/** So many nodes are read by moving over them, from top to bottom. */
const mostToRight = 60;

/** The direction in which an arranged workflow is drawn larger. @param canvas undefined: it is not shown yet */
export function fittingDirection(draft: Draft, canvas: Size | undefined): Direction {
  if (canvas === undefined || draft.nodes.length > mostToRight) return 'down';
  const isWide = canvas.width > canvas.height * 1.5;
  if (draft.nodes.length === 0) return isWide ? 'right' : 'down';
  const zoom = (direction: Direction): number => {
    const { width, height } = extentOf(arrange(draft, direction).places);
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

/** The ways of edges where nodes are as arranged; an edge whose nodes people placed has none. */
export function routesIn(draft: Draft, direction: Direction = 'down'): Arranged['routes'] {
  const isPlaced = draft.nodes.length > 0 && draft.nodes.every(({ position }) => position !== undefined);
  return isPlaced ? new Map() : arrange(draft, direction).routes;
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
  const { places } = arrange(draft, direction);
  return new Map([...places, ...own.map(({ id, position }) => [id, position!] as const)]);
}
