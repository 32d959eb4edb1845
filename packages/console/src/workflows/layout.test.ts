import { describe, expect, it } from 'vitest';
import { type Draft, emptyDraft } from './draft.ts';
import { arrange, fittingDirection, placedDirection, placesOf } from './layout.ts';

const chain: Draft = {
  ...emptyDraft,
  nodes: ['a', 'b', 'c'].map((id) => ({ id, type: 'wait' })),
  edges: [
    { from: 'start', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ],
};
const placed = (draft: Draft, direction: 'down' | 'right'): Draft => {
  const places = arrange(draft, direction);
  return { ...draft, nodes: draft.nodes.map((node) => ({ ...node, position: places.get(node.id)! })) };
};

describe('the direction of a workflow', () => {
  it('is the one in which it is drawn larger', () => {
    expect(fittingDirection(chain, { width: 1300, height: 500 })).toBe('right');
    expect(fittingDirection(chain, { width: 600, height: 700 })).toBe('down');
    expect(fittingDirection(emptyDraft, { width: 1300, height: 500 })).toBe('right');
    expect(fittingDirection(chain, undefined)).toBe('down');
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
