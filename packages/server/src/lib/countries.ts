import countries from 'i18n-iso-countries';

/** ISO 3166 alpha-2 of a code of two or three letters in any case; undefined when the standard does not have it. */
export function countryCode(code: string): string | undefined {
  const upper = code.trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(upper)) return countries.isValid(upper) ? upper : undefined;
  // Kosovo has no entry in the standard; both of its user-assigned codes are in use.
  if (upper === 'XKX') return 'XK';
  return /^[A-Z]{3}$/.test(upper) ? countries.alpha3ToAlpha2(upper) : undefined;
}

/** English name of a country by its alpha-2 code; the code itself where the standard has no name for it. */
export function countryName(code: string): string {
  return countries.getName(code, 'en') ?? code;
}

/** Every alpha-2 code that is accepted, in alphabetical order. */
export function countryCodes(): string[] {
  return Object.keys(countries.getAlpha2Codes()).sort();
}

/** Alpha-3 of an alpha-2 code that is accepted. */
export function alpha3Of(code: string): string {
  return countries.alpha2ToAlpha3(code)!;
}

/** The three digits of an alpha-2 code that is accepted. */
export function numericOf(code: string): string {
  return countries.alpha2ToNumeric(code)!.padStart(3, '0');
}
