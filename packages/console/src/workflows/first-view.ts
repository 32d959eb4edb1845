import type { Position } from './draft.ts';
import { nodeSize, readableZoom } from './layout.ts';

/** Which nodes a canvas shows before people move over it. */

interface Size {
  readonly width: number;
  readonly height: number;
}
interface PlacedNode {
  readonly id: string;
  readonly position: Position;
}

/** Around the graph in pixels, with room for the buttons of the view below it. */
export const viewMargin = { top: 24, left: 24, right: 24, bottom: 56 } as const;

/**
 * The nodes that are shown first, so that they can be read; undefined where that is all of them.
 * @param at the node around which they lie
 */
export function firstNodes(
  nodes: readonly PlacedNode[],
  canvas: Size,
  at: string,
): readonly { readonly id: string }[] | undefined {
  const middle = nodes.find(({ id }) => id === at) ?? nodes[0];
  if (middle === undefined) return undefined;
  const room = {
    width: canvas.width - viewMargin.left - viewMargin.right,
    height: canvas.height - viewMargin.top - viewMargin.bottom,
  };
  const x = spanOf(nodes.map(({ position }) => position.x));
  const y = spanOf(nodes.map(({ position }) => position.y));
  const wholeZoom = Math.min(
    room.width / (x.last - x.first + nodeSize.width),
    room.height / (y.last - y.first + nodeSize.height),
  );
  if (wholeZoom >= readableZoom) return undefined;
  const isInWidth = inWindow(x, middle.position.x, room.width / readableZoom - nodeSize.width);
  const isInHeight = inWindow(y, middle.position.y, room.height / readableZoom - nodeSize.height);
  return nodes.filter(
    (node) => node === middle || (isInWidth(node.position.x) && isInHeight(node.position.y)),
  );
}

interface Span {
  readonly first: number;
  readonly last: number;
}

function spanOf(values: readonly number[]): Span {
  return { first: Math.min(...values), last: Math.max(...values) };
}

/** What lies in a window around the middle that is not moved beyond the graph. */
function inWindow(span: Span, middle: number, length: number): (value: number) => boolean {
  const from = Math.max(span.first, Math.min(middle - length / 2, span.last - length));
  return (value) => value >= from && value <= from + length;
}
