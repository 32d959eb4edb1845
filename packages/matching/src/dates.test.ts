import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOfDay, dayNumber, parseBirth } from './dates.ts';

describe('parseBirth', () => {
  it('reads days, months and years, and refuses days that do not exist', () => {
    expect(parseBirth('1980-02-29')).toEqual({ from: '1980-02-29', to: '1980-02-29', precision: 'day' });
    expect(parseBirth('1980-02')).toEqual({ from: '1980-02-01', to: '1980-02-29', precision: 'month' });
    expect(parseBirth('1980')).toEqual({ from: '1980-01-01', to: '1980-12-31', precision: 'year' });
    for (const text of ['1981-02-29', '1980-13', '80', '', '1980-1-1'])
      expect(parseBirth(text), text).toBeUndefined();
  });
});

describe('dayNumber', () => {
  it('grows by one a day and is undone by dateOfDay', () => {
    expect(dayNumber('1970-01-02') - dayNumber('1970-01-01')).toBe(1);
    expect(dayNumber('2000-03-01') - dayNumber('2000-02-28')).toBe(2);
    const year = fc.integer({ min: 1, max: 9999 });
    fc.assert(
      fc.property(year, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }), (y, m, d) => {
        const date = `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
        expect(dateOfDay(dayNumber(date))).toBe(date);
      }),
    );
  });
});
