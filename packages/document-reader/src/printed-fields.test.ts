import { describe, expect, it } from 'vitest';
import type { PictureWord } from './picture-readout.ts';
import { printedFields } from './printed-fields.ts';
import { printedValue } from './printed-values.ts';
import { couldBeSame } from './same-value.ts';

/** Words of lines, each letter ten pixels wide. */
function words(...lines: readonly (readonly [left: number, top: number, text: string])[]): PictureWord[] {
  return lines.flatMap(([left, top, text]) => {
    let at = left;
    return text.split(' ').map((part) => {
      const word = { text: part, confidence: 0.9, left: at, top, width: part.length * 10, height: 18 };
      at += word.width + 8;
      return word;
    });
  });
}

describe('what is printed', () => {
  it('is found below, beside and after its label, in two columns and two languages', () => {
    const found = printedFields(
      words(
        [10, 0, 'Surname / Nom'],
        [10, 25, 'MUSTER-BEISPIEL'],
        [10, 60, 'Given names'],
        [10, 85, 'ERIKA'],
        [10, 120, 'Geburtsdatum'],
        [10, 145, '28.02.1971'],
        [400, 120, 'Sex / Sexe'],
        [400, 145, 'F'],
        [10, 180, 'Document No.: CFGHJK012'],
        [10, 215, 'Gültig bis'],
        [200, 215, '30 APR 2033'],
      ),
      'DE',
    );
    const values = Object.fromEntries(Object.entries(found).map(([field, { value }]) => [field, value]));
    expect(values).toEqual({
      surname: 'MUSTER-BEISPIEL',
      givenNames: 'ERIKA',
      dateOfBirth: '1971-02-28',
      sex: 'F',
      documentNumber: 'CFGHJK012',
      expiryDate: '2033-04-30',
    });
  });

  it('is nothing on a page of text', () => {
    expect(printedFields(words([10, 0, 'Dear customer, your name is known to us']), 'DE')).toEqual({});
  });

  it.each([
    ['03/04/1980', 'GB', '1980-04-03'],
    ['03/04/1980', 'US', '1980-03-04'],
    ['12 JUIL/JUL 1980', 'FR', '1980-07-12'],
    ['1980-07-12', 'FR', '1980-07-12'],
    ['31.02.1980', 'DE', undefined],
    ['DATE', 'DE', undefined],
  ])('says a date: %s in %s is %s', (text, country, date) => {
    expect(printedValue('dateOfBirth', text, country)).toBe(date);
  });

  it.each([
    ['surname', 'OEZIL', 'OZIL', true],
    ['surname', 'SCHMIDT', 'MEIER', false],
    ['givenNames', 'ERIKA MARIA JOSEP', 'ERIKA MARIA JOSEPHINE', true],
    ['documentNumber', 'C01X00T47', 'CO1XOOT47', true],
    ['documentNumber', 'C01X00T47', 'C01X00T48', false],
    ['dateOfBirth', '1971-02-28', '1972-02-28', false],
  ] as const)('speaks against a zone or not: %s %s and %s', (field, zone, print, same) => {
    expect(couldBeSame(field, zone, print)).toBe(same);
  });
});
