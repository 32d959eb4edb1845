import { describe, expect, it } from 'vitest';
import { nodeSummary } from './node-summary.ts';

describe('the line below the title of a node', () => {
  it('says what the node is set to do', () => {
    const engines = {
      GLOBAL_CHECK: { matchStrength: 'STRONG' },
      COMPOSITE_SCAN: { sensitivity: 0.6 },
      WATCHLIST: {},
    };
    expect(nodeSummary({ id: 'a', type: 'screening', engines })).toBe(
      'Global check · strong, Composite scan · 0.6, Watchlist',
    );
    // What a draft leaves out is what the node does without it.
    expect(nodeSummary({ id: 'a', type: 'screening', engines: { GLOBAL_CHECK: {}, RISK_LISTS: {} } })).toBe(
      'Global check · strong, Risk lists · precise',
    );
    expect(nodeSummary({ id: 'a', type: 'risk-score', rules: [{}] })).toBe('1 rule');
    expect(
      nodeSummary({
        id: 'a',
        type: 'decision',
        outcome: 'manual',
        groups: ['first-line', 'compliance'],
        fourEyes: true,
      }),
    ).toBe('first-line → compliance · two people');
    expect(nodeSummary({ id: 'a', type: 'wait', for: 'P3D' })).toBe('P3D');
  });

  it('is empty where a draft says nothing, or anything', () => {
    for (const type of ['screening', 'risk-score', 'decision', 'wait', 'webhook', 'branch', 'constructor']) {
      expect(nodeSummary({ id: 'a', type })).toBe('');
    }
    expect(nodeSummary({ id: 'a', type: 'screening', engines: [1] })).toBe('');
    expect(nodeSummary({ id: 'a', type: 'decision', groups: 7 })).toBe('');
  });
});
