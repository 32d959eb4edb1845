import { describe, expect, it } from 'vitest';
import { americanDay, britishBirth, britishDay, isoDay } from './numeric-dates.ts';

describe('numeric dates', () => {
  it('reads days in the order of their publisher, and none that the calendar lacks', () => {
    expect(britishDay('03/04/2012')).toBe('2012-04-03');
    expect(americanDay('03/04/2012')).toBe('2012-03-04');
    expect(britishDay('31/02/2012')).toBeUndefined();
    expect(americanDay('13/01/2012')).toBeUndefined();
    expect(isoDay('2026-08-05T16:47:04+02:00')).toBe('2026-08-05');
    expect(isoDay(undefined)).toBeUndefined();
  });

  it.each([
    ['10/12/1948', { from: '1948-12-10', to: '1948-12-10', precision: 'day' }],
    ['dd/mm/1975', { from: '1975-01-01', to: '1975-12-31', precision: 'year' }],
    ['00/00/1975', { from: '1975-01-01', to: '1975-12-31', precision: 'year' }],
    ['dd/08/1975', { from: '1975-08-01', to: '1975-08-31', precision: 'month' }],
    ['15/08/19yy', undefined],
    ['15/13/1975', undefined],
    ['30/02/1975', undefined],
    ['1975', undefined],
  ])('reads the British birth %s', (text, birth) => {
    expect(britishBirth(text)).toEqual(birth);
  });
});
