import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { countryCode, countryName } from '../../lib/countries.ts';
import type { ShippedSection } from '../section.ts';

/** International dialling codes with an example of a mobile number, from the data of libphonenumber. */
export const phoneCode: ShippedSection<'platform_phone_code'> = {
  version: '1.0.0',
  attribution: null,
  settings: {},
  items: getCountries()
    // Ascension and Tristan da Cunha have codes of their own there, but none in ISO 3166-1.
    .filter((code) => countryCode(code) !== undefined)
    .map((code) => ({
      code,
      name: countryName(code),
      dialCode: `+${getCountryCallingCode(code)}`,
      example: getExampleNumber(code, examples)?.formatNational() ?? null,
    })),
};
