import { type Phrase, phrase, type WatchlistEntry } from '@gatehouse/contract';
import { parseBirth } from '@gatehouse/matching';
import { countryCode } from '../../lib/countries.ts';

/** Why an entry would not be searched as it was meant; undefined when it will. */
export function screenableFault(entry: WatchlistEntry): Phrase | undefined {
  const unreadable = [entry.name, ...entry.aliases].find((name) => !/[\p{L}\p{N}]/u.test(name));
  if (unreadable !== undefined) return phrase('rules.unreadableName', { value: JSON.stringify(unreadable) });
  const unknown = entry.countries.find((country) => countryCode(country) === undefined);
  if (unknown !== undefined) return phrase('rules.unknownCountry', { value: JSON.stringify(unknown) });
  if (entry.dateOfBirth !== undefined && parseBirth(entry.dateOfBirth) === undefined) {
    return phrase('rules.impossibleDate', { value: JSON.stringify(entry.dateOfBirth) });
  }
  return undefined;
}
