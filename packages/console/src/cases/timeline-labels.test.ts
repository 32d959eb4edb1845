import { expect, it } from 'vitest';
import { nodeRunLabels } from './timeline-labels.ts';

it('counts each list entry of a screening once, by whichever engine and for whomever it was found', () => {
  const label = (output: Record<string, unknown>) =>
    nodeRunLabels(
      { nodeType: 'screening', input: {}, output } as unknown as Parameters<typeof nodeRunLabels>[0],
      String,
    );
  expect(label({ hits: 2, entityIds: ['us-ofac-sdn:1'] })).toBe('1 matching list entry');
  expect(label({ hits: 3, entityIds: ['us-ofac-sdn:1', 'un-sc:2'] })).toBe('2 matching list entries');
  expect(label({ hits: 0, entityIds: [], silencedHits: 1 })).toBe('no hits, 1 suppressed by earlier rulings');
  // As executions of before have it.
  expect(label({ hits: 2 })).toBe('2 matching list entries');
});
