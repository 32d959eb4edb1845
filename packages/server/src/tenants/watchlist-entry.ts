import type { WatchlistFileEntry } from '@gatehouse/contract';
import countries from 'i18n-iso-countries';

/** The ISO 3166 code of two letters for one of two or three letters in any case; undefined when there is none. */
export function alpha2Of(code: string): string | undefined {
  const upper = code.toUpperCase();
  if (upper.length === 3) return countries.alpha3ToAlpha2(upper);
  return countries.isValid(upper) ? upper : undefined;
}

/** A watchlist entry as it is stored and screened: countries as codes of two letters, no repetition. */
export function normaliseWatchlistEntry(entry: WatchlistFileEntry): WatchlistFileEntry {
  const codes = entry.countries.map((code) => alpha2Of(code) ?? code.toUpperCase());
  return { ...entry, aliases: [...new Set(entry.aliases)], countries: [...new Set(codes)] };
}
