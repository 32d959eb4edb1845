import { expect, test } from 'vitest';
import { closestWord, didYouMean } from './did-you-mean.ts';

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
  expect(closestWord(word, known)).toBe(meant);
});

test('a suggestion is empty when nothing comes close', () => {
  expect(didYouMean('amonut', ['amount'])).toBe(' (did you mean amount?)');
  expect(didYouMean('amonut', ['x'])).toBe('');
});
