import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationMs } from './duration.ts';

test.each([
  ['PT1S', 1000],
  ['PT90M', 90 * 60_000],
  ['PT1H', 3_600_000],
  ['P1D', 86_400_000],
  ['P1DT2H3M4S', 86_400_000 + 2 * 3_600_000 + 3 * 60_000 + 4000],
  ['P2W', 14 * 86_400_000],
  ['PT0S', 0],
])('%s is %i ms', (text, ms) => {
  expect(durationMs(text)).toBe(ms);
});

test.each([
  '',
  'P',
  'PT',
  'P1',
  '1H',
  'PT1',
  'P1Y',
  'P1M',
  'P1DT',
  'PT1.5S',
  '-PT1S',
  'pt1s',
  'P1W1D',
  'PT1S ',
  'PT1M1H',
])('%j is no duration of fixed length', (text) => {
  expect(durationMs(text)).toBeUndefined();
});

test('days, hours, minutes and seconds add up', () => {
  const count = fc.nat(1000);
  fc.assert(
    fc.property(count, count, count, count, (days, hours, minutes, seconds) => {
      const sum = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
      expect(durationMs(`P${days}DT${hours}H${minutes}M${seconds}S`)).toBe(sum * 1000);
    }),
  );
});
