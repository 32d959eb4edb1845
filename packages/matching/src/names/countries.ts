/** From a country as lists write it to its ISO 3166 alpha-2 code. */
import countries from 'i18n-iso-countries';
import { tokensOf } from './tokens.ts';

/** Spellings of lists, short names, nationalities and former states that the standard's names do not cover. */
const ALIASES: Readonly<Record<string, string>> = {
  'korea north': 'KP',
  'north korea': 'KP',
  dprk: 'KP',
  'democratic peoples republic of korea': 'KP',
  'korea south': 'KR',
  'south korea': 'KR',
  'republic of korea': 'KR',
  'congo democratic republic of the': 'CD',
  'democratic republic of the congo': 'CD',
  'dr congo': 'CD',
  drc: 'CD',
  zaire: 'CD',
  'congo republic of the': 'CG',
  'republic of the congo': 'CG',
  burma: 'MM',
  turkey: 'TR',
  turkiye: 'TR',
  'cote d ivoire': 'CI',
  'cote divoire': 'CI',
  'ivory coast': 'CI',
  'virgin islands british': 'VG',
  'british virgin islands': 'VG',
  'virgin islands us': 'VI',
  palestinian: 'PS',
  palestine: 'PS',
  'state of palestine': 'PS',
  'palestinian territories': 'PS',
  'west bank': 'PS',
  gaza: 'PS',
  'gaza strip': 'PS',
  'region gaza': 'PS',
  'region crimea': 'UA',
  crimea: 'UA',
  'the gambia': 'GM',
  'gambia the': 'GM',
  'bahamas the': 'BS',
  'the bahamas': 'BS',
  bosnia: 'BA',
  macedonia: 'MK',
  'the former yugoslav republic of macedonia': 'MK',
  kosovo: 'XK',
  'serbia and montenegro': 'RS',
  yugoslavia: 'RS',
  ussr: 'RU',
  'soviet union': 'RU',
  'czech republic': 'CZ',
  czechia: 'CZ',
  'cape verde': 'CV',
  'cabo verde': 'CV',
  swaziland: 'SZ',
  macau: 'MO',
  'hong kong': 'HK',
  'china hong kong special administrative region': 'HK',
  'netherlands antilles': 'CW',
  uk: 'GB',
  'united kingdom of great britain and northern ireland': 'GB',
  england: 'GB',
  scotland: 'GB',
  'united kingdom': 'GB',
  britain: 'GB',
  usa: 'US',
  us: 'US',
  'united states': 'US',
  uae: 'AE',
  'viet nam': 'VN',
  vietnam: 'VN',
  russia: 'RU',
  syria: 'SY',
  iran: 'IR',
  'iran islamic republic of': 'IR',
  laos: 'LA',
  moldova: 'MD',
  tanzania: 'TZ',
  'united republic of tanzania': 'TZ',
  bolivia: 'BO',
  venezuela: 'VE',
  brunei: 'BN',
  micronesia: 'FM',
  'east timor': 'TL',
  'comoros islands': 'KM',
  'st kitts and nevis': 'KN',
};

const BY_NAME: ReadonlyMap<string, string> = (() => {
  const names = new Map<string, string>();
  for (const [code, spellings] of Object.entries(countries.getNames('en', { select: 'all' }))) {
    for (const name of spellings) names.set(tokensOf(name, false).join(' '), code);
  }
  for (const [name, code] of Object.entries(ALIASES)) names.set(name, code);
  return names;
})();

/** ISO 3166 alpha-2 code of a country given by its English name, as lists write it; undefined when unknown. */
export function countryNamed(text: string): string | undefined {
  const key = tokensOf(text, false).join(' ');
  return BY_NAME.get(key) ?? BY_NAME.get(key.replace(/^the /, ''));
}

/** ISO 3166 alpha-2 code of a country given as a name, a two- or a three-letter code; undefined when unknown. */
export function countryCode(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^[A-Za-z]{2}$/.test(trimmed)) {
    const upper = trimmed.toUpperCase();
    if (countries.isValid(upper)) return upper;
  }
  if (/^[A-Za-z]{3}$/.test(trimmed)) {
    const code = countries.alpha3ToAlpha2(trimmed.toUpperCase());
    if (code) return code;
  }
  return countryNamed(trimmed);
}
