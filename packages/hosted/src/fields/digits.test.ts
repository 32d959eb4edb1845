import { describe, expect, it } from 'vitest';
import { joinDate, partsOfDate, partsOrder } from './date-parts.ts';
import { plainDigits, readDecimal, withoutSeparators } from './digits.ts';

describe('digits', () => {
  it('of every script are taken for what they mean', () => {
    expect(plainDigits('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789');
    expect(plainDigits('۴۵۶')).toBe('456');
    expect(plainDigits('१२३')).toBe('123');
    expect(plainDigits('１９８０年')).toBe('1980年');
    expect(plainDigits('𝟘𝟙𝟚 9')).toBe('012 9');
  });

  it('lose what people put between them', () => {
    expect(withoutSeparators('(08 1) 23-45.67/8\u200e')).toBe('081234567' + '8');
  });
});

describe('a number', () => {
  it.each([
    ['10,000', 'en', 10_000],
    ['10,000', 'de', 10],
    ['10.000', 'de', 10_000],
    ['10.000', 'en', 10],
    ['1,234.5', 'en', 1234.5],
    ['1.234,5', 'de', 1234.5],
    ['1.234,5', 'en', 1234.5],
    ['33,3', 'en', 33.3],
    ['33.3', 'fr', 33.3],
    ['1 234 567', 'fr', 1_234_567],
    ['1,234,567', 'zh', 1_234_567],
    ['٢٥٫٥', 'ar', 25.5],
    ['-3', 'en', -3],
  ])('%s is read as in %s', (text, language, number) => {
    expect(readDecimal(text, language)).toBe(number);
  });

  it('that is none stays what was typed, so that it can be told', () => {
    for (const text of ['a lot', '1,2.3,4', '12 %', '--1']) expect(readDecimal(text, 'en')).toBe(text);
    expect(readDecimal('  ', 'en')).toBeNull();
  });
});

describe('a date', () => {
  it('is put together from its parts and taken apart again, whole or not', () => {
    expect(joinDate({ day: '3', month: '2', year: '1980' })).toBe('1980-02-03');
    expect(joinDate({ day: '', month: '', year: '1980' })).toBe('1980');
    expect(joinDate({ day: '', month: '', year: '' })).toBeNull();
    for (const parts of [
      { day: '3', month: '2', year: '1980' },
      { day: '3', month: '', year: '1980' },
      { day: '', month: '12', year: '' },
      { day: '', month: '', year: '19' },
    ]) {
      expect(partsOfDate(joinDate(parts))).toEqual(parts);
    }
  });

  it('is asked for in the order of the place', () => {
    expect(partsOrder('de')).toEqual(['day', 'month', 'year']);
    expect(partsOrder('en-US')).toEqual(['month', 'day', 'year']);
    expect(partsOrder('zh')).toEqual(['year', 'month', 'day']);
  });
});
