import { countryName } from '../ui/country-text.ts';
import { labelOf } from '../ui/format.ts';

/** A kind of document as every page writes it: `PASSPORT` and `DE` as `Passport of Germany`. */
export function documentTypeText(type: string, country: string | null): string {
  const label = labelOf(type);
  return country === null ? label : `${label} of ${countryName(country) ?? country}`;
}

/** The same of a code of `platform_document_master`, such as `DE_PASSPORT`; any other text as it is. */
export function documentCodeText(code: string): string {
  const [, country = '', type = ''] = /^([A-Z]{2})_([A-Z_]+)$/.exec(code) ?? [];
  return countryName(country) === undefined ? code : documentTypeText(type, country);
}
