import type { ComparedFact } from '@gatehouse/contract';
import { currentLocale, text, textIfKnown } from '../messages/text.ts';
import { labelOf, listText } from './format.ts';

const names = new Intl.DisplayNames(currentLocale(), { type: 'region', fallback: 'none' });

/** Fields of a submit whose values are countries. */
const countryField = /country|nationality/i;

/** One country as the service writes it: `Germany (DE)`. */
const writtenCountry = /^[^()]+ \([A-Z]{2}\)$/;

/** Name of a country; undefined for what is no ISO 3166 alpha-2 code. */
export function countryName(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code) || code === 'ZZ') return undefined;
  // Intl names the state that followed one that is no more: `SU` would be Russia.
  return new Intl.Locale(`und-${code}`).region === code ? names.of(code) : undefined;
}

/**
 * A country as every page writes it, whichever side states it: `New Zealand (NZ)`.
 * @param code ISO 3166 alpha-2 in any case; anything else stays as it is
 */
function countryText(code: string): string {
  const upper = code.trim().toUpperCase();
  const name = countryName(upper);
  return name === undefined ? code : `${name} (${upper})`;
}

/** A country of a list entry; one without a code of the standard has the publisher's name. */
export function namedCountryText({ code, name }: { readonly code: string; readonly name: string }): string {
  return countryName(code) === undefined ? name || code : countryText(code);
}

/** A kind of document as every page writes it: `PASSPORT` and `DE` as `Passport of Germany`. */
export function documentTypeText(type: string, country: string | null): string {
  const label = labelOf(type);
  return country === null
    ? label
    : text('ui.documentOf', { document: label, country: countryName(country) ?? country });
}

/** The same of a code of `platform_document_master`, such as `DE_PASSPORT`; any other text as it is. */
function documentCodeText(code: string): string {
  const [, country = '', type = ''] = /^([A-Z]{2})_([A-Z_]+)$/.exec(code) ?? [];
  return countryName(country) === undefined ? code : documentTypeText(type, country);
}

/** The value of a submitted field: countries by name and code, several beside each other; other codes by their names. */
export function fieldText(field: string, value: string): string {
  return listText(fieldTexts(field, value));
}

/** The same, of several countries each by itself. */
export function fieldTexts(field: string, value: string): readonly string[] {
  if (!countryField.test(field)) return [codeText(field, value)];
  return writtenCountry.test(value) ? [statedText(field, value)] : value.split(/,\s*/).map(countryText);
}

function codeText(field: string, value: string): string {
  if (field === 'idType') return documentCodeText(value);
  if (field === 'customerType') return labelOf(value);
  return field === 'sex' ? (textIfKnown(`ui.sex-${value}`) ?? value) : value;
}

/** A fact that a customer stated, as the service writes it: of `Netherlands (NL)` the country in the language of the page. */
function statedText(field: string, value: string): string {
  const [, code] = /\(([A-Z]{2})\)$/.exec(value) ?? [];
  return code !== undefined && countryField.test(field) ? countryText(code) : value;
}

/** Codes in the reason of a score that compares countries: `both SA` as `both Saudi Arabia (SA)`. */
export function countryReason(detail: string): string {
  return detail.replaceAll(/\b[A-Z]{2}\b/g, countryText);
}

/** What a list states of a fact: of countries their names too. Two capitals in a name or a document are no country. */
export function listedText(fact: ComparedFact, listed: string): string {
  return fact === 'country' ? countryReason(listed) : listed;
}
