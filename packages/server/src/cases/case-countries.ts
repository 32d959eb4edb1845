import { countryCode } from '../lib/countries.ts';

/** The first is what people ask for first. */
const countryFields = ['countryOfIncorporation', 'countryOfNationality', 'countryOfResidence'] as const;

/** @returns ISO 3166 alpha-2 of the countries that the fields of a customer state, each once; what is no code is left out */
export function caseCountries(fields: Readonly<Record<string, unknown>>): string[] {
  const codes = countryFields.flatMap((name) => {
    const stated = fields[name];
    return typeof stated === 'string' ? (countryCode(stated) ?? []) : [];
  });
  return [...new Set(codes)];
}
