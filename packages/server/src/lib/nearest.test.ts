import { expect, test } from 'vitest';
import { nearest, suggestion } from './nearest.ts';

test.each([
  ['amonut', ['data', 'amount'], 'amount'],
  ['Amount', ['amount'], 'amount'],
  ['dat', ['data', 'date'], 'data'],
  ['screning', ['screening', 'branch'], 'screening'],
  ['x', ['y', 'abc'], 'y'],
  ['nowhere', ['clear', 'decide'], undefined],
  ['', ['amount'], undefined],
  ['amount', [], undefined],
])('the word meant by %s among %j is %s', (word, known, meant) => {
  expect(nearest(word, known)).toBe(meant);
});

test('a suggestion is empty when nothing comes close', () => {
  expect(suggestion('amonut', ['amount'])).toBe(' (did you mean amount?)');
  expect(suggestion('amonut', ['x'])).toBe('');
});
