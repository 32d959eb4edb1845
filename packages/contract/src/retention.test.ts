import { expect, it } from 'vitest';
import { cutoffOf, isShorter, periodPattern } from './retention.ts';

const cutoff = (period: string, asOf: string) =>
  cutoffOf(period, new Date(`${asOf}T06:00:00Z`))
    .toISOString()
    .slice(0, 10);

it('counts calendar years and months, leap days included', () => {
  expect(cutoff('P5Y', '2029-02-01')).toBe('2024-02-01');
  expect(cutoff('P1Y', '2028-02-29')).toBe('2027-02-28');
  expect(cutoff('P1M', '2026-03-31')).toBe('2026-02-28');
  expect(cutoff('P18M', '2026-01-15')).toBe('2024-07-15');
  expect(cutoff('P30D', '2026-03-31')).toBe('2026-03-01');
});

it.each([
  ['P4Y', 'P5Y', true],
  ['P5Y', 'P5Y', false],
  ['P60M', 'P5Y', false],
  ['P59M', 'P5Y', true],
  ['P365D', 'P1Y', true],
  ['P366D', 'P1Y', false],
  ['P1Y', 'P366D', true],
  ['P1Y', null, true],
  [null, 'P1Y', false],
  [null, null, false],
] as const)('says whether %s is shorter than %s', (period, than, shorter) => {
  expect(isShorter(period, than)).toBe(shorter);
});

it.each(['P0D', 'P1000Y', 'P5W', '5Y', 'P1Y6M', 'P10000D', 'PT5M'])('refuses %s', (period) => {
  expect(periodPattern.test(period)).toBe(false);
});
