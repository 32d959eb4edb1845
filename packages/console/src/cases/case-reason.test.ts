import { expect, it } from 'vitest';
import { reasonOf } from './case-reason.ts';

const hit = { name: 'Jane Doe', source: 'watchlist', score: 0.914 };

it('names list and score of the best hit, and its name where it is another one', () => {
  const of = { topHit: hit, riskReasons: ['list match', 'high-risk country', 'list match'] };
  expect(reasonOf({ ...of, customerName: 'JANE DOE' })).toEqual({
    first: 'Watchlist · 0.91',
    second: 'list match · high-risk country',
  });
  expect(reasonOf({ ...of, customerName: 'Janet Doe' }).first).toBe('Watchlist · 0.91 · Jane Doe');
});

it('begins with the reasons where there is no hit, and says so where there are none', () => {
  const of = { topHit: null, customerName: 'Jane Doe' };
  expect(reasonOf({ ...of, riskReasons: ['faces not compared'] })).toEqual({
    first: 'faces not compared',
    second: 'No hits',
  });
  expect(reasonOf({ ...of, riskReasons: [] })).toEqual({ first: 'No hits', second: '' });
});
