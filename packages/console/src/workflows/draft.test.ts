import { describe, expect, it } from 'vitest';
import {
  clip,
  connect,
  type Draft,
  emptyDraft,
  freshId,
  insertOnEdge,
  moveEdge,
  paste,
  readDraft,
  removeEdge,
  removeNodes,
  renameInExpression,
  renameNode,
} from './draft.ts';
import { closesCircle } from './expression-names.ts';
import { start, step } from './history.ts';
import { arrange } from './layout.ts';
import { fileText, readText } from './workflow-text.ts';

const chain: Draft = {
  ...emptyDraft,
  id: 'wf',
  name: 'Chain',
  nodes: [
    { id: 'score', type: 'risk-score', rules: [{ when: 'data.a > 1', add: 1, reason: 'score.reasons' }] },
    { id: 'call', type: 'webhook', webhook: 'crm', inputs: { s: 'score.score', t: "'score.score'" } },
    { id: 'end', type: 'decision', outcome: 'approve' },
  ],
  edges: [
    { from: 'start', to: 'score' },
    { from: 'score', to: 'call' },
    { from: 'call', to: 'end' },
  ],
};

describe('a drawn workflow', () => {
  it('leads two ways by a condition and an otherwise, and always where one is left', () => {
    const two = connect(chain, 'score', 'end');
    expect(two.edges.slice(1)).toEqual([
      { from: 'score', to: 'end', when: '' },
      { from: 'score', to: 'call', otherwise: true },
      { from: 'call', to: 'end' },
    ]);
    expect(removeEdge(two, 1)).toEqual(chain);
    const failing = connect(chain, 'call', 'score', 'failure');
    expect(failing.edges.at(-1)).toEqual({ from: 'call', to: 'score', on: 'failure' });
    expect(connect(chain, 'score', 'call')).toBe(chain);
    expect(connect(chain, 'score', 'score')).toBe(chain);
  });

  it('tries ways in the order of the file', () => {
    const two = connect(chain, 'score', 'end');
    expect(moveEdge(two, 1, 1).edges.slice(1, 3)).toEqual([two.edges[2], two.edges[1]]);
    expect(moveEdge(two, 1, -1)).toBe(two);
  });

  it('goes on past what is taken out of it, and through what is put into an edge', () => {
    expect(removeNodes(chain, ['call']).edges).toEqual([
      { from: 'start', to: 'score' },
      { from: 'score', to: 'end' },
    ]);
    const put = insertOnEdge(connect(chain, 'score', 'end'), 1, { id: 'wait', type: 'wait' });
    expect(put.edges).toContainEqual({ from: 'score', to: 'wait', when: '' });
    expect(put.edges).toContainEqual({ from: 'wait', to: 'end' });
    expect(removeNodes(chain, ['score', 'call', 'end'])).toMatchObject({ nodes: [], edges: [] });
  });

  it('follows a new id in edges and expressions, and in no quoted text', () => {
    const expressionsOf = (type: string) => (type === 'webhook' ? ['inputs.*'] : ['rules.*.when']);
    const renamed = renameNode(chain, { from: 'score', to: 'points', expressionsOf });
    expect(renamed.nodes[1]).toMatchObject({ inputs: { s: 'points.score', t: "'score.score'" } });
    expect(renamed.nodes[0]).toMatchObject({ id: 'points', rules: [{ reason: 'score.reasons' }] });
    expect(renamed.edges.slice(0, 2)).toEqual([
      { from: 'start', to: 'points' },
      { from: 'points', to: 'call' },
    ]);
    expect(renameInExpression('a.b > 1 && x.a.b == data.a', 'a', 'z')).toBe('z.b > 1 && x.a.b == data.a');
  });

  it('is copied under fresh ids with the edges within', () => {
    const { draft, ids } = paste(chain, clip(chain, new Set(['score', 'call'])));
    expect(ids).toEqual(['risk_score', 'webhook']);
    expect(draft.edges.at(-1)).toEqual({ from: 'risk_score', to: 'webhook' });
    expect(freshId(draft, 'risk-score')).toBe('risk_score_2');
    expect(freshId(chain, 'case')).toBe('case_2');
  });

  it('never leads in a circle', () => {
    expect(closesCircle(chain, 'end', 'score')).toBe(true);
    expect(closesCircle(chain, 'score', 'end')).toBe(false);
  });

  it('stands in the order of its ways, no two nodes on one place', () => {
    const { places } = arrange(chain);
    const heights = ['start', 'score', 'call', 'end'].map((id) => places.get(id)!.y);
    expect(heights).toEqual([...heights].sort((a, b) => a - b));
    expect(new Set(heights).size).toBe(4);
  });

  it('is the same as its text', () => {
    expect(readText(fileText(chain))).toEqual({ draft: chain });
    expect(readText('nodes: [')).toMatchObject({ fault: expect.stringContaining('line 1') });
    expect(readText('nodes: [{ id: a }]')).toMatchObject({ fault: expect.stringContaining('type') });
    expect(
      readDraft({
        nodes: [
          { id: 'a', type: 'wait' },
          { id: 'a', type: 'wait' },
        ],
      }),
    ).toBeUndefined();
    expect(readDraft({ id: 4, edges: [] })).toEqual({
      id: '',
      name: '',
      eventType: '',
      nodes: [],
      edges: [],
    });
  });

  it('goes back step by step, a typed word as one', () => {
    let past = start('');
    for (const letter of 'ab')
      past = step(past, { kind: 'change', change: (t) => t + letter, burst: 'name' });
    past = step(past, { kind: 'change', change: (t) => `${t}!`, burst: undefined });
    past = step(past, { kind: 'undo' });
    expect(past.present).toBe('ab');
    past = step(past, { kind: 'undo' });
    expect(past.present).toBe('');
    expect(step(past, { kind: 'redo' }).present).toBe('ab');
    expect(step(start('x'), { kind: 'undo' }).present).toBe('x');
  });
});
