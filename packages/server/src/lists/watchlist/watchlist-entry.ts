import type { WatchlistEntry } from '@gatehouse/contract';
import { countryCode } from '../../lib/countries.ts';

/** A watchlist entry as it is stored and screened: countries as codes of two letters, no repetition. */
export function normaliseWatchlistEntry<Entry extends WatchlistEntry>(entry: Entry): Entry {
  const codes = entry.countries.map((code) => countryCode(code) ?? code.toUpperCase());
  return { ...entry, aliases: [...new Set(entry.aliases)], countries: [...new Set(codes)] };
}
