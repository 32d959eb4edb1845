import type { WatchlistEntry } from '@gatehouse/contract';
import { parseBirth } from '@gatehouse/matching';
import { countryCode } from '../../lib/countries.ts';

/** Why an entry would not be searched as it was meant; undefined when it will. */
export function screenableFault(entry: WatchlistEntry): string | undefined {
  const unreadable = [entry.name, ...entry.aliases].find((name) => !/[\p{L}\p{N}]/u.test(name));
  if (unreadable !== undefined) return `name ${JSON.stringify(unreadable)}: must contain a letter or a digit`;
  const unknown = entry.countries.find((country) => countryCode(country) === undefined);
  if (unknown !== undefined) return `countries ${JSON.stringify(unknown)}: is not an ISO 3166 code`;
  if (entry.dateOfBirth !== undefined && parseBirth(entry.dateOfBirth) === undefined) {
    return `dateOfBirth ${JSON.stringify(entry.dateOfBirth)}: must be a date that exists`;
  }
  return undefined;
}
