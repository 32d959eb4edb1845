import { expect, it } from 'vitest';
import { riskBreakdown } from './risk-breakdown.ts';

const rules = [
  { reason: 'On a list', add: 60 },
  { reason: 'High-risk country', add: 50 },
  { reason: 'Country', add: 10 },
  { reason: 'Country', add: 20 },
];

it('gives the points of each reason, and the sum before it is kept within 0 and 100', () => {
  const row = { score: 100, reasons: ['On a list', 'High-risk country'], node: { base: 5, rules } };
  expect(riskBreakdown(row)).toEqual({
    score: 100,
    base: 5,
    reasons: [
      { reason: 'On a list', points: 60 },
      { reason: 'High-risk country', points: 50 },
    ],
    sum: 115,
  });
});

it('states no points where rules of one reason add different ones, or no node set the score', () => {
  const ambiguous = riskBreakdown({ score: 15, reasons: ['Country'], node: { base: 5, rules } });
  expect(ambiguous).toMatchObject({ base: 5, reasons: [{ reason: 'Country', points: null }], sum: null });
  expect(riskBreakdown({ score: null, reasons: [], node: null })).toEqual({
    score: null,
    base: null,
    reasons: [],
    sum: null,
  });
});
