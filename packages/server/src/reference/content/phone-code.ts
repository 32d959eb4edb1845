import { countryName } from '../../lib/countries.ts';
import { dialCodes } from '../../lib/phone-numbers.ts';
import type { ShippedSection } from '../section.ts';

/** International dialling codes with an example of a mobile number, from the data of libphonenumber. */
export const phoneCode: ShippedSection<'platform_phone_code'> = {
  version: '1.0.0',
  attribution: null,
  settings: {},
  items: dialCodes().map(({ code, dialCode, example }) => ({
    code,
    name: countryName(code),
    dialCode,
    example,
  })),
};
