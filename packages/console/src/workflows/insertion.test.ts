import { describe, expect, it } from 'vitest';
import type { Draft } from './draft.ts';
import { insertionOf } from './insertion.ts';
import { emptySelection, oneNode } from './selection.ts';

const draft: Draft = {
  id: 'wf',
  name: 'One',
  eventType: 'MANUAL_CASE_EVENT',
  nodes: [
    { id: 'screen', type: 'screening' },
    { id: 'clear', type: 'decision', outcome: 'approve' },
  ],
  edges: [
    { from: 'start', to: 'screen' },
    { from: 'screen', to: 'clear' },
  ],
};
const lookOf = (type: string) => ({
  title: type === 'screening' ? 'Screening' : 'Decision',
  isTerminal: type === 'decision',
  waitsForPerson: false,
});
const wordsOf = (selection = emptySelection, of = draft) => insertionOf(of, selection, lookOf);

describe('where a node goes that is added', () => {
  it('is said by the titles of what is selected', () => {
    expect(wordsOf(oneNode('screen'))).toEqual({ words: 'Insert after Screening', isLoose: false });
    expect(wordsOf({ nodes: new Set(), edge: 1 })).toEqual({
      words: 'Insert between Screening and Approve',
      isLoose: false,
    });
  });

  it('is nowhere without a selection, or behind a node that ends the workflow', () => {
    const asked = { words: 'Select a node or an edge to insert', isLoose: true };
    expect(wordsOf()).toEqual(asked);
    expect(wordsOf({ nodes: new Set(['screen', 'clear']), edge: undefined })).toEqual(asked);
    expect(wordsOf(oneNode('start'))).toEqual(asked);
    expect(wordsOf(oneNode('clear'))).toEqual({
      words: 'Approve ends the workflow: nothing follows it',
      isLoose: true,
    });
  });

  it('is behind the start of an empty workflow', () => {
    expect(wordsOf(emptySelection, { ...draft, nodes: [], edges: [] }).words).toBe('Insert after Start');
  });
});
