import { describe, expect, it } from 'vitest';
import { parseZone } from './mrz-parse.ts';

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
});
