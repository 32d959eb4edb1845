import { countryCode } from './countries.ts';

/** Codes of ICAO 9303-3, section 5, that stand for a country of ISO 3166 without being its code. */
const ownCodes: Readonly<Record<string, string>> = {
  D: 'DE',
  GBD: 'GB',
  GBN: 'GB',
  GBO: 'GB',
  GBP: 'GB',
  GBS: 'GB',
  RKS: 'XK',
  XXK: 'XK',
  UNK: 'XK',
};

/** Codes that stand for no country: organisations, and persons without a nationality. */
const otherCodes = new Set([
  ...['EUE', 'UNO', 'UNA', 'XBA', 'XIM', 'XCC', 'XCE', 'XCO', 'XEC', 'XPO', 'XES', 'XMP', 'XOM', 'XDC'],
  ...['XXA', 'XXB', 'XXC', 'XXX', 'IAO', 'ANT', 'NTZ'],
]);

export interface ZoneCountry {
  /** ISO alpha-2, or the zone's own code where it is for no country. */
  readonly value: string;
  readonly isKnown: boolean;
}

/** What three places of the zone say, with or without their fillers. */
export function readZoneCountry(code: string): ZoneCountry {
  const plain = code.replaceAll('<', '');
  const value = Object.hasOwn(ownCodes, plain)
    ? ownCodes[plain]
    : plain.length === 3
      ? countryCode(plain)
      : undefined;
  return { value: value ?? plain, isKnown: value !== undefined || otherCodes.has(plain) };
}
