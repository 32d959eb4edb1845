import type { CaseDetail } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { historyOf, stepOf } from './case-history.ts';

type Entry = CaseDetail['timeline'][number];

function action(act: string, detail: Readonly<Record<string, unknown>> = {}): Entry {
  const object = { kind: 'case', id: 'C000001' } as const;
  return {
    kind: 'act',
    at: 2,
    actor: { kind: 'user', id: 'ana@example.test', name: null },
    act,
    object,
    detail,
  };
}

function decision(nodeId: string, outcome: string): Entry {
  return {
    kind: 'visit',
    at: 1,
    finishedAt: 1,
    sequence: 1,
    nodeId,
    nodeTitle: 'Approve: low risk',
    nodeType: 'decision',
    attempt: 1,
    input: { outcome },
    output: {},
    searchedLists: null,
    deliveryId: null,
  };
}

describe('the history of a case', () => {
  it('has an automatic decision once, with the step that made it', () => {
    const end = action('execution.complete', { nodeId: 'clear', decision: 'approve' });
    const timeline = [decision('clear', 'approve'), end];
    expect(historyOf(timeline)).toEqual([end]);
    expect(stepOf(end, timeline)?.nodeTitle).toBe('Approve: low risk');
  });

  it('has the decision of a person once, beside the node that routed the case', () => {
    const routed = decision('decide', 'manual');
    const rejected = action('case.reject', { reason: 'listed' });
    const timeline = [
      routed,
      action('execution.complete', { nodeId: 'decide', decision: 'reject' }),
      rejected,
    ];
    expect(historyOf(timeline)).toEqual([routed, rejected]);
    expect(stepOf(rejected, timeline)).toBeUndefined();
  });

  it('keeps a node’s decision while the execution has not ended, and an end without its node', () => {
    const run = decision('clear', 'approve');
    const end = action('execution.complete', { nodeId: 'other', decision: 'approve' });
    expect(historyOf([run])).toEqual([run]);
    expect(historyOf([end])).toEqual([end]);
  });

  it('has a ruling on several list entries once, and a second one like it again', () => {
    const both = { ruling: 'UNDECIDED', reason: 'photo', entityIds: ['a', 'b'] };
    const [first, second] = ['a', 'b'].map((entityId) => action('case.rule', { ...both, entityId }));
    const other = action('case.rule', { ...both, entityId: 'a', ruling: 'TRUE_MATCH' });
    expect(historyOf([first!, second!, first!, second!, other])).toEqual([first, first, other]);
    const single = action('case.rule', { ruling: 'UNDECIDED', reason: 'photo', entityId: 'a' });
    expect(historyOf([single, single])).toEqual([single, single]);
  });
});
