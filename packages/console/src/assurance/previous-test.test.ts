import { describe, expect, it } from 'vitest';
import type { Run } from './assurance-texts.ts';
import { previousTest } from './previous-test.ts';

const node = { workflowId: 'wf_1', version: 1, nodeId: 'screen' };
const run = (id: string, orderedAt: number, more: object = {}, state: Run['state'] = 'DONE') =>
  ({
    assuranceRunId: id,
    orderedAt,
    state,
    settings: { engine: 'GLOBAL_CHECK', workflow: node, seed: 1, size: 1_000, ...more },
  }) as Run;

describe('what a test is compared with', () => {
  it('is the newest before it of the same node, whichever its version', () => {
    const one = run('one', 1);
    const two = run('two', 2, { workflow: { ...node, version: 2 } });
    const three = run('three', 3);
    expect(previousTest(three, [three, two, one])).toBe(two);
    expect(previousTest(two, [three, two, one])).toBe(one);
    expect(previousTest(one, [three, two, one])).toBeUndefined();
  });

  it('is one with the same records, where there is one', () => {
    const same = run('same', 1, { cleanFrom: 'MADE_UP' });
    const others = [run('seed', 4, { seed: 2 }), run('size', 3, { size: 100 })];
    const own = run('own', 2, { cleanFrom: 'CUSTOMERS' });
    expect(previousTest(run('now', 5), [...others, own, same])).toBe(same);
    expect(previousTest(run('now', 5), [...others, own])).toBe(others[0]);
  });

  it('is no test of other settings, and none without a report', () => {
    const before = [
      run('failed', 5, {}, 'FAILED'),
      run('elsewhere', 4, { workflow: null }),
      run('node', 3, { workflow: { ...node, nodeId: 'again' } }),
      run('engine', 2, { engine: 'RISK_LISTS' }),
    ];
    expect(previousTest(run('now', 6), before)).toBeUndefined();
    const direct = run('direct', 6, { workflow: null });
    expect(previousTest(direct, [direct, ...before])).toBe(before[1]);
  });
});
