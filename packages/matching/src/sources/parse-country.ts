/** Reads countries as lists write them: codes and names, of former states and of parts of countries too. */
import { countryCode } from '../names/countries.ts';

/**
 * Codes that ISO 3166 no longer has, or never had. A former state counts as the one that most of its people and
 * companies belong to now, so that an old entry still agrees with a customer's country of today.
 */
const FORMER_CODES: Readonly<Record<string, string>> = {
  an: 'CW',
  anhh: 'CW',
  bu: 'MM',
  cs: 'RS',
  cshh: 'CZ',
  csxx: 'RS',
  dd: 'DE',
  ddde: 'DE',
  el: 'GR',
  prc: 'CN',
  roc: 'TW',
  su: 'RU',
  suhh: 'RU',
  tp: 'TL',
  uk: 'GB',
  yd: 'YE',
  ydye: 'YE',
  yu: 'RS',
  yucs: 'RS',
  zr: 'CD',
  zrcd: 'CD',
};

/** Values of lists for an unknown country, and for more than one. */
const NO_COUNTRY = new Set(['', '00', 'eu', 'int', 'n/a', 'na', 'none', 'stateless', 'unknown', 'xx', 'zz']);

/**
 * ISO 3166 alpha-2 code of a country as lists write it: codes of two or three letters, former codes, codes with
 * a region behind a hyphen (`gb-sct`, `ua-cri`), English names. Undefined when unknown or stated as unknown.
 */
export function parseCountry(text: string | undefined): string | undefined {
  const plain = text?.trim().toLowerCase() ?? '';
  if (NO_COUNTRY.has(plain)) return undefined;
  const former = FORMER_CODES[plain];
  if (former) return former;
  const region = /^([a-z]{2})-[a-z0-9]{1,4}$/.exec(plain);
  return countryCode(region ? region[1]! : plain);
}

/** Codes of several countries, each as `parseCountry` reads it. */
export function parseCountries(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => parseCountry(text) ?? []))];
}

/** The country that occurs at the end of a place: `Culiacan, Sinaloa, Mexico`, `Pyongyang, Korea, North`. */
export function countryAtEnd(place: string): string | undefined {
  const parts = place.split(',').map((part) => part.trim());
  for (let count = 1; count <= Math.min(3, parts.length); count++) {
    const code = parseCountry(parts.slice(-count).join(' '));
    if (code) return code;
  }
  return undefined;
}
