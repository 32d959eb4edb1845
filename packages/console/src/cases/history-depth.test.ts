import type { CaseDetail } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { entriesAt, isKeyEntry, technicalText } from './history-depth.ts';

type Entry = CaseDetail['timeline'][number];

const act = (name: string, detail: Record<string, unknown> = {}): Entry => ({
  kind: 'act',
  at: 1,
  actor: { kind: 'user', id: 'ana@example.test', name: null },
  act: name,
  object: { kind: 'case', id: 'C000001' },
  detail,
});
const run = (nodeType: string, sequence: number): Entry => ({
  kind: 'visit',
  at: 5,
  finishedAt: 12,
  sequence,
  nodeId: `n${sequence}`,
  nodeTitle: null,
  nodeType,
  attempt: 1,
  input: nodeType === 'decision' ? { outcome: 'manual', groups: ['first-line'] } : null,
  output: {},
  searchedLists: null,
  deliveryId: null,
});

describe('the history of a case', () => {
  const timeline = [
    act('execution.submit'),
    run('screening', 1),
    run('decision', 2),
    act('case.claim'),
    act('upload.read'),
    act('case.rule', { ruling: 'TRUE_MATCH' }),
    act('case.reject'),
    act('execution.complete', { decision: 'reject', nodeId: 'n2' }),
  ];
  const namesAt = (depth: Parameters<typeof entriesAt>[0]) =>
    entriesAt(depth, timeline).map((entry) => (entry.kind === 'act' ? entry.act : entry.nodeType));

  it('has decisions alone, each once', () => {
    expect(namesAt('decisions')).toEqual(['decision', 'case.rule', 'case.reject']);
  });

  it('lets decisions, what people did and the steps that led to it stand out, and not who looked on', () => {
    const workflow = { kind: 'system', id: 'interpreter', name: null };
    const others = [run('wait', 3), { ...act('execution.wait'), actor: workflow }];
    const names = [...timeline.slice(1), ...others].filter(isKeyEntry);
    expect(names.map((entry) => (entry.kind === 'act' ? entry.act : entry.nodeType))).toEqual([
      'screening',
      'decision',
      'case.claim',
      'case.rule',
      'case.reject',
      'execution.complete',
    ]);
  });

  it('has decisions that were taken back, and those that were not made', () => {
    const undone = [act('case.hold'), act('case.take_back'), act('case.hold'), act('case.void')];
    expect(entriesAt('decisions', undone)).toEqual([undone[1], undone[3]]);
  });

  it('has all that happened, each decision once', () => {
    expect(namesAt('all')).toEqual([
      'execution.submit',
      'screening',
      'decision',
      'case.claim',
      'upload.read',
      'case.rule',
      'case.reject',
    ]);
  });

  it('has every record where somebody looks for technical details, by its names in the log', () => {
    expect(entriesAt('technical', timeline)).toEqual(timeline);
    expect(technicalText(timeline[1]!)).toBe('screening · node n1 · run 1 · attempt 1 · 7 ms');
    expect(technicalText(timeline[6]!)).toBe('case.reject · case C000001 · user');
  });
});
