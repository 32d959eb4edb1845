import { listSources } from '@gatehouse/matching';
import { countryName } from '../../lib/countries.ts';
import { reportWords as words } from './report-words.ts';

/** An instant to the second, with its time zone. */
export function instantText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** `countryOfNationality` as `Country of nationality`, `KYC_EVENT` as `KYC event`. */
export function labelText(name: string): string {
  const plain = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase()
    .replaceAll(/\b(?:api|id|kyb|kyc|mrz|pep|url)\b/g, (word) => word.toUpperCase());
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

export function countryText({ code, name }: { readonly code: string; readonly name: string }): string {
  return code === '' ? name : `${name} (${code})`;
}

export function codedCountry(code: string): string {
  return countryText({ code, name: countryName(code) });
}

/** Title of a list by its source ID; the ID where it has none. */
export function listText(source: string): string {
  return source === 'watchlist' ? words.watchlist : (listSources[source]?.title ?? source);
}

export function bytesText(size: number): string {
  return size < 1024 * 1024
    ? `${Math.max(1, Math.round(size / 1024))} kB`
    : `${(size / 1024 / 1024).toFixed(1)} MB`;
}

/** Whatever JSON holds, in one text: nested members a line each. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.none;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) {
    const isPlain = value.every((each) => typeof each !== 'object' || each === null);
    return value.length === 0 ? words.none : value.map(valueText).join(isPlain ? ', ' : '\n');
  }
  const members = Object.entries(value);
  return members.length === 0
    ? words.none
    : members
        .map(([name, each]) => `${labelText(name)}: ${valueText(each).replaceAll('\n', '; ')}`)
        .join('\n');
}

/** A field as it was stated; the code of a country with its name. */
export function statedText(field: string, value: unknown): string {
  const isCode = /country|nationalit/i.test(field) && typeof value === 'string' && /^[A-Z]{2}$/.test(value);
  const name = isCode ? countryName(value) : value;
  return isCode && name !== value ? `${value} (${String(name)})` : valueText(value);
}
