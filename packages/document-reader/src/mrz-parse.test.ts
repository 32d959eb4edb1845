import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readZoneCountry } from './mrz-countries.ts';
import { readBirthDate, readExpiryDate } from './mrz-dates.ts';
import { parseZone } from './mrz-parse.ts';
import { seededNumbers, specimenOf } from './testing/specimen-people.ts';
import { zoneOf } from './testing/specimen-zone.ts';

const today = new Date('2026-11-22T00:00:00Z');

describe('a machine-readable zone', () => {
  it('of a passport (ICAO 9303-4, appendix B) says who, which document and until when', () => {
    const parsed = parseZone(
      ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
      today,
    );
    expect(parsed).toMatchObject({
      mrz: {
        format: 'TD3',
        documentCode: 'P',
        fields: {
          surname: 'ERIKSSON',
          givenNames: 'ANNA MARIA',
          documentNumber: 'L898902C3',
          nationality: 'UTO',
          issuingCountry: 'UTO',
          dateOfBirth: '1974-08-12',
          sex: 'F',
          expiryDate: '2012-04-15',
          personalNumber: 'ZE184226B',
        },
        checkDigits: {
          documentNumber: 'ok',
          birthDate: 'ok',
          expiry: 'ok',
          optional: 'ok',
          composite: 'ok',
        },
        corrected: [],
      },
    });
  });

  it('of a German card names the country by its one letter', () => {
    const parsed = parseZone(
      ['IDD<<LZ6311T475<<<<<<<<<<<<<<<', '8308126<3108011D<<<<<<<<<<<<<9', 'MUSTERMANN<<ERIKA<<<<<<<<<<<<<'],
      today,
    );
    expect(parsed?.mrz).toMatchObject({
      format: 'TD1',
      documentCode: 'ID',
      countryCodes: { issuing: 'D', nationality: 'D' },
      fields: { issuingCountry: 'DE', nationality: 'DE', sex: 'X', documentNumber: 'LZ6311T47' },
      checkDigits: { documentNumber: 'ok', birthDate: 'ok', expiry: 'ok', optional: 'none' },
    });
  });

  it('whose number goes on in the optional field has the whole number (ICAO 9303-5, note j)', () => {
    const parsed = parseZone(
      ['I<UTOD23145890<7349<<<<<<<<<<<', '3407127M9507122UTO<<<<<<<<<<<2', 'SPECIMEN<<EXAMPLE<<<<<<<<<<<<<'],
      today,
    );
    expect(parsed?.mrz.fields).toMatchObject({ documentNumber: 'D23145890734' });
    expect(parsed?.mrz.fields.personalNumber).toBeUndefined();
    expect(parsed?.mrz.checkDigits.documentNumber).toBe('ok');
  });

  it.each([
    ['UNO', 'UNO', true],
    ['XXA', 'XXA', true],
    ['GBN', 'GB', true],
    ['D<<', 'DE', true],
    ['RKS', 'XK', true],
    ['KEN', 'KE', true],
    ['UTO', 'UTO', false],
  ])('takes %s for %s', (code, value, isKnown) => {
    expect(readZoneCountry(code)).toEqual({ value, isKnown });
  });
});

describe('dates of a zone', () => {
  it.each([
    ['261122', '2026-11-22'],
    ['261123', '1926-11-23'],
    ['000229', '2000-02-29'],
    ['70<<<<', '1970'],
    ['7004<<', '1970-04'],
    ['700400', '1970-04'],
    ['700431', undefined],
    ['<<<<<<', undefined],
    ['70<<12', undefined],
  ])('of birth: %s is %s', (six, date) => {
    expect(readBirthDate(six, today)).toBe(date);
  });

  it.each([
    ['360101', '2036-01-01'],
    ['991231', '1999-12-31'],
    ['750101', '2075-01-01'],
    ['770101', '1977-01-01'],
  ])('of expiry: %s is %s', (six, date) => {
    expect(readExpiryDate(six, today)).toBe(date);
  });
});

describe('any specimen', () => {
  it('is read back from its zone', () => {
    const seeds = fc.tuple(fc.nat(), fc.constantFrom('TD1', 'TD2', 'TD3' as const));
    fc.assert(
      fc.property(seeds, ([seed, format]) => {
        const specimen = specimenOf(seededNumbers(seed), format);
        const { documentNumber, dateOfBirth, sex, expiryDate } = specimen;
        const parsed = parseZone(zoneOf(specimen), today);
        expect(parsed?.mrz.fields).toMatchObject({ documentNumber, dateOfBirth, sex, expiryDate });
        expect(Object.values(parsed!.mrz.checkDigits)).not.toContain('failed');
      }),
    );
  });
});
