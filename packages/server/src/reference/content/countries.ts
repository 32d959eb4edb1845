import { alpha3Of, countryCodes, countryName, numericOf } from '../../lib/countries.ts';
import type { ShippedSection } from '../section.ts';

/** Countries of ISO 3166-1, and Kosovo under its user-assigned code. */
export const countries: ShippedSection<'platform_countries'> = {
  version: 'ISO 3166-1',
  attribution: null,
  settings: {},
  items: countryCodes().map((code) => ({
    code,
    name: countryName(code),
    alpha3: alpha3Of(code),
    numeric: code === 'XK' ? null : numericOf(code),
  })),
};
