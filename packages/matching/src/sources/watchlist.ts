/** The tenant's own list: rows of the tenant file as entries. */
import { parseBirth } from '../dates.ts';
import type { EntityType, ListEntry } from '../entry.ts';
import { typedIdentifier } from '../identifiers/index.ts';
import { countryCode } from '../names/countries.ts';

export interface WatchlistRow {
  id: string;
  name: string;
  aliases?: string[];
  /** Default `individual`. */
  type?: EntityType;
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  dateOfBirth?: string;
  /** Two or three letters, or English names. */
  countries?: string[];
  gender?: 'M' | 'F';
  identifiers?: { kind: string; value: string; country?: string }[];
  note?: string;
}

/**
 * Entry of a watchlist row. A person's countries count as nationalities too, since the tenant does not separate them
 * apart. Facts that cannot be read (an unknown country, an impossible date) are left out: missing is neutral.
 */
export function watchlistEntry(row: WatchlistRow): ListEntry {
  const type = row.type ?? 'individual';
  const countries = [...new Set((row.countries ?? []).flatMap((country) => countryCode(country) ?? []))];
  const birth = row.dateOfBirth === undefined ? undefined : parseBirth(row.dateOfBirth);
  return {
    id: `watchlist:${row.id}`,
    source: 'watchlist',
    type,
    names: [
      { text: row.name, kind: 'primary' },
      ...(row.aliases ?? []).map((text) => ({ text, kind: 'strong' as const })),
    ],
    ...(row.gender ? { gender: row.gender } : {}),
    births: birth ? [birth] : [],
    nationalities: type === 'individual' ? countries : [],
    countries,
    identifiers: (row.identifiers ?? []).map(typedIdentifier),
    addresses: [],
    category: 'watchlist',
    subCategory: 'tenant',
    programs: [],
    ...(row.note ? { remarks: row.note } : {}),
  };
}
