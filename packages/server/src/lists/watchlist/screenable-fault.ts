import { type Phrase, phrase, type WatchlistEntry } from '@gatehouse/contract';
import { parseBirth } from '@gatehouse/matching';
import { countryCode } from '../../lib/countries.ts';

interface ScreenableFault {
  /** Member of the entry that the phrase is about. */
  readonly field: 'name' | 'countries' | 'dateOfBirth';
  readonly phrase: Phrase;
}

/** Why an entry would not be searched as it was meant; undefined when it will. */
export function screenableFault(entry: WatchlistEntry): ScreenableFault | undefined {
  const unreadable = [entry.name, ...entry.aliases].find((name) => !/[\p{L}\p{N}]/u.test(name));
  if (unreadable !== undefined)
    return { field: 'name', phrase: phrase('rules.unreadableName', { value: JSON.stringify(unreadable) }) };
  const unknown = entry.countries.find((country) => countryCode(country) === undefined);
  if (unknown !== undefined)
    return { field: 'countries', phrase: phrase('rules.unknownCountry', { value: JSON.stringify(unknown) }) };
  const { dateOfBirth } = entry;
  if (dateOfBirth !== undefined && parseBirth(dateOfBirth) === undefined) {
    const value = JSON.stringify(dateOfBirth);
    return { field: 'dateOfBirth', phrase: phrase('rules.impossibleDate', { value }) };
  }
  return undefined;
}
