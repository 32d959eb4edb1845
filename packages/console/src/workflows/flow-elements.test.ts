import { expect, it } from 'vitest';
import type { Draft } from './draft.ts';
import { flowEdges } from './flow-elements.ts';

it('tells nodes of one title apart in what an edge says', () => {
  const draft = {
    eventType: 'KYC_EVENT',
    nodes: [
      { id: 'first', type: 'screening' },
      { id: 'second', type: 'screening' },
      { id: 'reject', type: 'decision', outcome: 'reject' },
    ],
    edges: [
      { from: 'first', to: 'second' },
      { from: 'second', to: 'reject', when: 'first.hits > 0' },
    ],
  } as unknown as Draft;
  const [next, rejecting] = flowEdges({
    draft,
    lookOf: (type) => ({
      title: type === 'screening' ? 'Screening' : type,
      isTerminal: false,
      waitsForPerson: false,
    }),
    faulty: { nodes: new Set(), edges: new Set() },
    isEditable: true,
    selectedEdge: undefined,
    direction: 'down',
  });
  expect(next?.ariaLabel).toContain('Screening (first)');
  expect(next?.ariaLabel).toContain('Screening (second)');
  expect(rejecting?.data?.label).toBe('Screening (first): Hits > 0');
});
