import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  type NumberType,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { countryCode } from './countries.ts';

/** The home of the phone numbers' library: reads numbers as people write them, by libphonenumber's data. */

interface PhoneNumber {
  /** As networks take it: + and digits. */
  readonly e164: string;
  /** Alpha-2 of the country whose number it is. */
  readonly country: string;
}

/**
 * Why a number is not taken: it is none; it is written without its country and none was given; its digits are too few
 * or too many; no such number is given out; it is one that takes no messages, such as a landline or a service line.
 */
export type PhoneFault = 'malformed' | 'countryMissing' | 'tooShort' | 'tooLong' | 'invalid' | 'noMessages';

export type PhoneReading =
  | ({ readonly kind: 'phone' } & PhoneNumber)
  | { readonly kind: 'fault'; readonly reason: PhoneFault };

/** Kinds of numbers that take messages; numbers of several countries do not tell mobile and landline apart. */
const takesMessages: ReadonlySet<NumberType> = new Set<NumberType>([
  'MOBILE',
  'FIXED_LINE_OR_MOBILE',
  'PERSONAL_NUMBER',
  'VOIP',
]);

const lengthFaults: Readonly<Record<string, PhoneFault>> = {
  INVALID_COUNTRY: 'countryMissing',
  TOO_SHORT: 'tooShort',
  TOO_LONG: 'tooLong',
  INVALID_LENGTH: 'invalid',
};

/** Reads a number that is to get messages; `country` (alpha-2) is that of numbers written without a +. */
export function readPhoneNumber(text: string, country?: string): PhoneReading {
  const submitted = text.trim();
  const defaultCountry = country !== undefined && isSupportedCountry(country) ? country : undefined;
  const length = validatePhoneNumberLength(submitted, { defaultCountry });
  if (length !== undefined) return { kind: 'fault', reason: lengthFaults[length] ?? 'malformed' };
  const number = parsePhoneNumberFromString(submitted, { defaultCountry, extract: false });
  if (number === undefined || number.ext !== undefined) return { kind: 'fault', reason: 'malformed' };
  if (!number.isValid() || number.country === undefined) return { kind: 'fault', reason: 'invalid' };
  const type = number.getType();
  // Where the data does not know the kind, the number gets its chance.
  if (type !== undefined && !takesMessages.has(type)) return { kind: 'fault', reason: 'noMessages' };
  return { kind: 'phone', e164: number.number, country: number.country };
}

/** Every country that has a dialling code, with an example of a mobile number. */
export function dialCodes(): {
  readonly code: string;
  readonly dialCode: string;
  readonly example: string | null;
}[] {
  return (
    getCountries()
      // Ascension and Tristan da Cunha have codes of their own there, but none in ISO 3166-1.
      .filter((code) => countryCode(code) !== undefined)
      .map((code: CountryCode) => ({
        code,
        dialCode: `+${getCountryCallingCode(code)}`,
        example: getExampleNumber(code, examples)?.formatNational() ?? null,
      }))
  );
}
