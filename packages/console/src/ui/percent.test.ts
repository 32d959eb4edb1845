import { expect, it } from 'vitest';
import { rounded } from './percent.ts';

it('rounds shares to a hundredth, and none onto a whole percent', () => {
  expect([50, 50.0001, 33.333333, 66.666667, 0.1 + 0.2 + 49.7].map(rounded)).toEqual([
    50, 50, 33.33, 66.67, 50,
  ]);
  expect([49.999041, 50.004, 49.9999].map(rounded)).toEqual([49.999, 50.004, 49.9999]);
});
