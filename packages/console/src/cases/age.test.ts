import { describe, expect, it } from 'vitest';
import { ageOn } from './age.ts';

describe('the age of a subject', () => {
  const today = new Date(2026, 2, 14);

  it('grows on the birthday', () => {
    expect(ageOn('1961-03-14', today)).toBe(65);
    expect(ageOn('1961-03-15', today)).toBe(64);
    expect(ageOn('1961-04-01', today)).toBe(64);
  });

  it('is not said of a birth that is no full date or lies ahead', () => {
    for (const birth of ['1961', '1961-03', 'about 1961', '', '2027-01-01']) {
      expect(ageOn(birth, today)).toBeUndefined();
    }
  });
});
