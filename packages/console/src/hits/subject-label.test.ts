import { expect, it } from 'vitest';
import { shareInterval } from './subject-label.ts';

it('says of a share what its source states: "more than 50%" is none of 50', () => {
  expect(shareInterval(50.0001, 75)).toBe('more than 50, up to 75%');
  expect(shareInterval(50.0001, 100)).toBe('more than 50%');
  expect(shareInterval(50, 75)).toBe('50–75%');
  expect(shareInterval(50, 50)).toBe('50%');
  expect(shareInterval(null, null)).toBe('');
});
