import { Graph, layout } from '@dagrejs/dagre';

/** Places of cards and lines: holders above what they hold, the customer below all. */

export interface Box {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export interface Line {
  readonly from: string;
  readonly to: string;
  readonly width: number;
  readonly height: number;
  /** It leads up: it closes a circle. */
  readonly isCircular: boolean;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface PlacedLine {
  /** From the holder to the company. */
  readonly points: readonly Point[];
  /** The middle of its label. */
  readonly label: Point;
}

export interface PlacedPicture {
  readonly width: number;
  readonly height: number;
  /** Middles of the cards. */
  readonly boxes: ReadonlyMap<string, Point>;
  /** In the order of the lines. */
  readonly lines: readonly PlacedLine[];
}

export function placeBoxes(boxes: readonly Box[], lines: readonly Line[]): PlacedPicture {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({
    rankdir: 'TB',
    nodesep: 20,
    ranksep: 64,
    edgesep: 14,
    rankalign: 'bottom',
  });
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height });
  lines.forEach((line, index) => {
    const { from, to, width, height } = line;
    const label = { width, height, labelpos: 'c' };
    // What leads up is placed as if it led down, so that no circle is left.
    if (line.isCircular) graph.setEdge(to, from, label, String(index));
    else graph.setEdge(from, to, label, String(index));
  });
  layout(graph);
  const placed = boxes.map((box) => ({ ...box, ...pointOf(graph.node(box.id)) }));
  const drawn = lines.map((line, index) => {
    const [v, w] = line.isCircular ? [line.to, line.from] : [line.from, line.to];
    const edge = graph.edge({ v, w, name: String(index) }) as Point & { readonly points: readonly Point[] };
    const points = line.isCircular ? edge.points.toReversed() : edge.points;
    return { points, label: { ...line, ...pointOf(edge) } };
  });
  return moved(placed, drawn);
}

const margin = 8;

const pointOf = ({ x, y }: Point): Point => ({ x, y });

/** Everything from the margin on. The graph's own size is wrong where ranks are aligned at their lower sides. */
function moved(
  boxes: readonly (Box & Point)[],
  lines: readonly { readonly points: readonly Point[]; readonly label: Line & Point }[],
): PlacedPicture {
  const corners = [
    ...[...boxes, ...lines.map(({ label }) => label)].flatMap(({ x, y, width, height }) => [
      { x: x - width / 2, y: y - height / 2 },
      { x: x + width / 2, y: y + height / 2 },
    ]),
    ...lines.flatMap(({ points }) => points),
  ];
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  const move = ({ x, y }: Point): Point => ({ x: x - left, y: y - top });
  return {
    width: Math.ceil(Math.max(...xs) - left + margin),
    height: Math.ceil(Math.max(...ys) - top + margin),
    boxes: new Map(boxes.map((box) => [box.id, move(box)])),
    lines: lines.map(({ points, label }) => ({ points: points.map(move), label: move(label) })),
  };
}
