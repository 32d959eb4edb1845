import countries from 'i18n-iso-countries';

/** ISO 3166 alpha-2 of a code of two or three letters in any case; undefined when the standard does not have it. */
export function countryCode(code: string): string | undefined {
  const upper = code.trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(upper)) return countries.isValid(upper) ? upper : undefined;
  // Kosovo has no entry in the standard; both of its user-assigned codes are in use.
  if (upper === 'XKX') return 'XK';
  return /^[A-Z]{3}$/.test(upper) ? countries.alpha3ToAlpha2(upper) : undefined;
}
