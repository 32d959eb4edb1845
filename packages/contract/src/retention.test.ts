import { expect, it } from 'vitest';
import { cutoffOf, endOf, isBelowLaw, isShorter, periodPattern } from './retention.ts';

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

it.each([
  ['P5Y', '2026-11-29', '2031-11-29'],
  ['P1Y', '2028-02-29', '2029-03-01'],
  ['P1M', '2027-01-31', '2027-03-01'],
  ['P30D', '2026-12-15', '2027-01-14'],
] as const)('says when %s from %s end', (period, from, end) => {
  expect(endOf(period, from)).toBe(end);
  const dayBefore = new Date(Date.parse(end) - 86_400_000);
  expect(cutoffOf(period, new Date(end)).getTime()).toBeGreaterThanOrEqual(Date.parse(from));
  expect(cutoffOf(period, dayBefore).getTime()).toBeLessThan(Date.parse(from));
});

it('names what is shorter than the law against money laundering demands', () => {
  expect(isBelowLaw('customers', 'P4Y')).toBe(true);
  expect(isBelowLaw('customers', 'P60M')).toBe(false);
  expect(isBelowLaw('customers', null)).toBe(false);
  expect(isBelowLaw('messages', 'P1D')).toBe(false);
});
