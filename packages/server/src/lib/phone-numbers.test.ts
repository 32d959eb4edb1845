import { describe, expect, it } from 'vitest';
import { readPhoneNumber } from './phone-numbers.ts';

describe('readPhoneNumber', () => {
  it.each([
    ['+49 1512 3456789', undefined, '+4915123456789', 'DE'],
    ['01512 3456789', 'DE', '+4915123456789', 'DE'],
    ['(201) 555-0123', 'US', '+12015550123', 'US'],
    ['+١ ٢٠١ ٥٥٥ ٠١٢٣', undefined, '+12015550123', 'US'],
    // A number with its own country is taken by it, whatever was told.
    ['+33 6 12 34 56 78', 'DE', '+33612345678', 'FR'],
    ['+971 50 123 4567', undefined, '+971501234567', 'AE'],
    ['+86 131 2345 6789', undefined, '+8613123456789', 'CN'],
  ])('reads %s of %s as %s of %s', (text, country, e164, of) => {
    expect(readPhoneNumber(text, country)).toEqual({ kind: 'phone', e164, country: of });
  });

  it.each([
    ['', 'DE', 'malformed'],
    ['my number', 'DE', 'malformed'],
    ['call +49 1512 3456789 now', undefined, 'malformed'],
    ['+49 1512 3456789 ext. 5', undefined, 'malformed'],
    ['01512 3456789', undefined, 'countryMissing'],
    ['01512 3456789', 'XX', 'countryMissing'],
    ['+49 15', undefined, 'tooShort'],
    ['+49 1512 3456789 0123 4567', undefined, 'tooLong'],
    ['+1 555 555 5555', undefined, 'invalid'],
    // A landline, a free line, one at extra cost, and a number of no country.
    ['+49 30 12345678', undefined, 'noMessages'],
    ['+44 800 123 4567', undefined, 'noMessages'],
    ['+49 900 1234567', undefined, 'noMessages'],
    ['+800 1234 5678', undefined, 'invalid'],
  ])('refuses %s of %s: %s', (text, country, reason) => {
    expect(readPhoneNumber(text, country)).toEqual({ kind: 'fault', reason });
  });
});
