import { describe, expect, it } from 'vitest';
import { type Draft, emptyDraft } from './draft.ts';
import {
  arrange,
  type Direction,
  fittingDirection,
  nodeSize,
  placedDirection,
  placesOf,
  routesIn,
} from './layout.ts';

const chain: Draft = {
  ...emptyDraft,
  nodes: ['a', 'b', 'c'].map((id) => ({ id, type: 'wait' })),
  edges: [
    { from: 'start', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ],
};
const longChain: Draft = {
  ...emptyDraft,
  nodes: Array.from({ length: 17 }, (_, index) => ({ id: `n${index}`, type: 'wait' })),
  edges: Array.from({ length: 17 }, (_, index) => ({
    from: index === 0 ? 'start' : `n${index - 1}`,
    to: `n${index}`,
  })),
};
const placed = (draft: Draft, direction: 'down' | 'right'): Draft => {
  const { places } = arrange(draft, direction);
  return { ...draft, nodes: draft.nodes.map((node) => ({ ...node, position: places.get(node.id)! })) };
};

describe('the direction of a workflow', () => {
  it('is the one in which it is drawn larger', () => {
    expect(fittingDirection(chain, { width: 1300, height: 500 })).toBe('right');
    expect(fittingDirection(chain, { width: 600, height: 700 })).toBe('down');
    expect(fittingDirection(emptyDraft, { width: 1300, height: 500 })).toBe('right');
    expect(fittingDirection(chain, undefined)).toBe('down');
    // Also where it cannot be read as a whole: in a wide canvas a long one is larger from top to bottom.
    expect(fittingDirection(longChain, { width: 970, height: 700 })).toBe('down');
  });

  it('is that of the places which people chose', () => {
    expect(placedDirection(chain)).toBeUndefined();
    expect(placedDirection(placed(chain, 'right'))).toBe('right');
    expect(placedDirection(placed(chain, 'down'))).toBe('down');
    const start = placesOf(placed(chain, 'right'), 'right').get('start')!;
    const first = placesOf(placed(chain, 'right'), 'right').get('a')!;
    expect(start.y).toBe(first.y);
    expect(start.x).toBeLessThan(first.x);
  });
});

/** A branch past several steps, beside one that goes through them, and conditions of one node side by side. */
const branched: Draft = {
  ...emptyDraft,
  nodes: ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, type: 'branch' })),
  edges: [
    { from: 'start', to: 'a' },
    { from: 'a', to: 'b', when: "data.countryOfResidence in ['IR', 'KP']" },
    { from: 'a', to: 'f', when: 'riskScore >= 70' },
    { from: 'a', to: 'e', otherwise: true },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'd', when: 'b.hits > 0' },
    { from: 'c', to: 'f', otherwise: true },
    { from: 'd', to: 'f' },
    { from: 'e', to: 'f' },
  ],
};

describe.each<Direction>(['down', 'right'])('the ways of edges that run %s', (direction) => {
  const { places, routes } = arrange(branched, direction);

  it('pass no node but their ends', () => {
    const behind = branched.edges.flatMap((edge, index) => {
      const { points } = routes.get(index)!;
      return [...places].flatMap(([id, place]) =>
        id !== edge.from && id !== edge.to && pointsOn(points, direction).some(isWithin(place))
          ? [`${edge.from}>${edge.to} behind ${id}`]
          : [],
      );
    });
    expect(behind).toEqual([]);
  });

  it('have words that lie over no node and over no other words', () => {
    const labels = branched.edges.flatMap((edge, index) =>
      edge.when || edge.otherwise ? [routes.get(index)!.label] : [],
    );
    for (const label of labels)
      for (const place of places.values()) expect(isWithin(place)(label)).toBe(false);
    for (const [at, one] of labels.entries()) {
      for (const other of labels.slice(at + 1)) {
        expect(Math.abs(one.x - other.x) >= 120 || Math.abs(one.y - other.y) >= 26).toBe(true);
      }
    }
  });

  it('are left to the canvas where people placed the nodes', () => {
    expect(routesIn(branched, direction).size).toBe(branched.edges.length);
    expect(routesIn(placed(branched, direction), direction).size).toBe(0);
  });
});

type Point = { readonly x: number; readonly y: number };

const isWithin =
  (place: Point) =>
  ({ x, y }: Point): boolean =>
    x > place.x + 1 &&
    x < place.x + nodeSize.width - 1 &&
    y > place.y + 1 &&
    y < place.y + nodeSize.height - 1;

/** Points of the curve through these, as `curveThrough` draws it. */
function pointsOn(points: readonly Point[], direction: Direction): Point[] {
  return points.slice(1).flatMap((to, index) => {
    const from = points[index]!;
    return Array.from({ length: 41 }, (_, step) => {
      const t = step / 40;
      const along = (a: number, b: number) => a * (1 - t) ** 3 + 3 * ((a + b) / 2) * t * (1 - t) + b * t ** 3;
      const across = (a: number, b: number) => a + (b - a) * (3 * t ** 2 - 2 * t ** 3);
      return direction === 'right'
        ? { x: along(from.x, to.x), y: across(from.y, to.y) }
        : { x: across(from.x, to.x), y: along(from.y, to.y) };
    });
  });
}
