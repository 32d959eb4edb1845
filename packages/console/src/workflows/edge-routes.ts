import type { Position } from './draft.ts';

/** The ways of edges over an arranged graph, past the nodes between their ends. Pure. */

interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Route {
  /** From the side that the source shows to the side of the target. */
  readonly points: readonly Position[];
  /** The middle of what the edge says. */
  readonly label: Position;
}
interface PlacedEdge {
  readonly source: Position;
  readonly target: Position;
  /** What the layout gave it between its ends. */
  readonly between: readonly Position[];
  readonly label: Position;
  /** Of its label; without one both are 0. */
  readonly size: Size;
}

/**
 * Ends at the middles of the nodes' sides, and straight past every rank of nodes, so that an edge bends only where no node
 * can be. A label lies near the source, where the choice is made, unless another label is there.
 *
 * @param nodes the middles of all nodes
 */
export function routesOf(
  edges: readonly PlacedEdge[],
  {
    nodes,
    nodeSize,
    isRight,
  }: { readonly nodes: readonly Position[]; readonly nodeSize: Size; readonly isRight: boolean },
): readonly Route[] {
  const axis = isRight ? 'x' : 'y';
  const half = (isRight ? nodeSize.width : nodeSize.height) / 2;
  const ranks = new Set(nodes.map((node) => Math.round(node[axis])));
  const at = (point: Position, along: number): Position => ({ ...point, [axis]: along });
  const taken: { readonly middle: Position; readonly size: Size }[] = [];
  return edges.map(({ source, target, between, label, size }) => {
    const forward = Math.sign(target[axis] - source[axis]) || 1;
    const passages = between.flatMap((point) =>
      ranks.has(Math.round(point[axis]))
        ? [at(point, point[axis] - forward * half), at(point, point[axis] + forward * half)]
        : [point],
    );
    const near = between.find((point) => !ranks.has(Math.round(point[axis]))) ?? label;
    const isFree = taken.every((other) => !overlap({ middle: near, size }, other));
    const middle = isFree ? near : label;
    if (size.width > 0) taken.push({ middle, size });
    return {
      points: [
        at(source, source[axis] + forward * half),
        ...passages,
        at(target, target[axis] - forward * half),
      ],
      label: middle,
    };
  });
}

function overlap(
  one: { readonly middle: Position; readonly size: Size },
  other: { readonly middle: Position; readonly size: Size },
): boolean {
  return (
    Math.abs(one.middle.x - other.middle.x) < (one.size.width + other.size.width) / 2 &&
    Math.abs(one.middle.y - other.middle.y) < (one.size.height + other.size.height) / 2
  );
}

/** The points joined by curves that leave and reach each of them in the direction of the graph. */
export function curveThrough([first, ...others]: readonly Position[], isRight: boolean): string {
  if (first === undefined) return '';
  let path = `M${first.x},${first.y}`;
  let from = first;
  for (const to of others) {
    if (isRight ? from.y === to.y : from.x === to.x) path += `L${to.x},${to.y}`;
    else if (isRight) {
      const middle = (from.x + to.x) / 2;
      path += `C${middle},${from.y} ${middle},${to.y} ${to.x},${to.y}`;
    } else {
      const middle = (from.y + to.y) / 2;
      path += `C${from.x},${middle} ${to.x},${middle} ${to.x},${to.y}`;
    }
    from = to;
  }
  return path;
}
