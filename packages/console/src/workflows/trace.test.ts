import { expect, test } from 'vitest';
import { outputNote, traceOf } from './trace.ts';

const visits = ['start', 'screen', 'score'].map((nodeId) => ({ nodeId, word: 'ran' }));

test('a trace has the nodes that ran and the edges between them', () => {
  const { nodes, edges, failed } = traceOf(visits, null);
  expect([...nodes]).toEqual([
    ['screen', 'ran'],
    ['score', 'ran'],
  ]);
  expect([...edges]).toEqual(['start>screen', 'screen>score']);
  expect(failed).toBeNull();
});

test('a node that failed is no node that ran', () => {
  expect([...traceOf(visits, 'score').nodes]).toEqual([
    ['screen', 'ran'],
    ['score', 'failed'],
  ]);
});

test('a node says what it found', () => {
  expect(outputNote({ hits: 1, topScore: 0.9 })).toBe('1 hit');
  expect(outputNote({ score: 60, reasons: [] })).toBe('score 60');
  expect(outputNote({ status: 'none' })).toBeUndefined();
  expect(outputNote(null)).toBeUndefined();
});
