import { describe, expect, it } from 'vitest';
import type { ListEngineChoice } from '../../screening/index.ts';
import { ComparedNodes } from './compared-nodes.ts';

const check = (matchStrength: 'EXACT' | 'WEAK'): ListEngineChoice => ({
  GLOBAL_CHECK: { matchStrength, maxHits: 20 },
});
const scan: ListEngineChoice = { COMPOSITE_SCAN: { sensitivity: 0.5 } };

describe('settings of several screening nodes', () => {
  it('count for what their own node screened', () => {
    const nodes = new ComparedNodes([
      [check('EXACT'), scan],
      [check('WEAK'), scan],
    ]);
    expect(nodes.searches).toEqual([[check('EXACT')], [scan], [check('WEAK')], [scan]]);
    expect(nodes.variantsOf([2], 0)).toEqual([1]);
    expect(nodes.variantsOf([0, 2], 0)).toEqual([0, 1]);
    // What the second node searches says nothing of whom the first one screened.
    expect(nodes.variantsOf([1, 3], 0)).toEqual([]);
    expect(nodes.variantsOf([1, 3], 1)).toEqual([0, 1]);
  });

  it('count all together for a node that is not published any more', () => {
    const nodes = new ComparedNodes([
      [check('EXACT'), scan],
      [check('WEAK'), scan],
    ]);
    expect(nodes.variantsOf([2, 3], undefined)).toEqual([1, 1]);
  });

  it('count all together where settings have another number of nodes', () => {
    const nodes = new ComparedNodes([[check('EXACT'), scan], [scan]]);
    expect(nodes.searches).toHaveLength(2);
    expect(nodes.variantsOf([0, 1], 0)).toEqual([0, 1]);
  });
});
