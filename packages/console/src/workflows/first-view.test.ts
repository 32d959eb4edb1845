import { describe, expect, it } from 'vitest';
import { firstNodes } from './first-view.ts';

/** Nodes below each other, the first of which is the start. */
const column = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: index === 0 ? 'start' : `n${index}`,
    position: { x: 0, y: index * 142 },
  }));
const row = (count: number) =>
  column(count).map(({ id, position }) => ({ id, position: { x: position.y * 2, y: 0 } }));
const ids = (nodes: ReturnType<typeof firstNodes>) => nodes?.map(({ id }) => id);
const canvas = { width: 630, height: 710 };

describe('the first view of a workflow', () => {
  it('is of all nodes where they can be read', () => {
    expect(firstNodes(column(5), canvas, 'start')).toBeUndefined();
    expect(firstNodes([], canvas, 'start')).toBeUndefined();
  });

  it('begins at the start where the whole would be too small to be read', () => {
    expect(ids(firstNodes(column(12), canvas, 'start'))).toEqual(['start', 'n1', 'n2', 'n3', 'n4']);
    expect(ids(firstNodes(row(12), canvas, 'start'))).toEqual(['start', 'n1']);
  });

  it('lies around the node that is looked for, and not beyond the graph', () => {
    expect(ids(firstNodes(column(12), canvas, 'n6'))).toEqual(['n4', 'n5', 'n6', 'n7', 'n8']);
    expect(ids(firstNodes(column(12), canvas, 'n11'))).toEqual(['n7', 'n8', 'n9', 'n10', 'n11']);
  });

  it('is no smaller on a phone: people move over it', () => {
    expect(ids(firstNodes(column(6), { width: 336, height: 540 }, 'start'))).toEqual(['start', 'n1', 'n2']);
  });
});
