import type { WireHit } from '@gatehouse/contract';
import { namedCountryText } from '../ui/country-text.ts';
import { categoryText, entryTitle } from './list-titles.ts';

/** What the list says of the person or company, in the order in which it is compared. */
export function listedFacts(hit: WireHit): readonly (readonly [string, string])[] {
  const dates = [
    ...hit.dobs.map(({ dateOfBirth }) => dateOfBirth),
    ...hit.dobRanges.map(({ from, to }) => rangeText(from, to)),
  ];
  const countries = [...new Set(hit.addresses.map(({ country }) => namedCountryText(country)))];
  return [
    ['Name', hit.name],
    ['Matched name', hit.matchedName === hit.name ? '' : hit.matchedName],
    ['Category', categoryText(hit.category, hit.subCategory)],
    ['Date of birth', dates.join(', ')],
    ['Countries', countries.join(', ')],
    ['Source and ID', entryTitle(hit)],
  ].filter((fact): fact is [string, string] => fact[1] !== '');
}

/** A year or a month, where the range is just that. */
export function rangeText(from: string, to: string): string {
  const [year, month] = from.split('-');
  if (from === `${year}-01-01` && to === `${year}-12-31`) return year!;
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (from === `${year}-${month}-01` && to === `${year}-${month}-${lastDay}`) return `${year}-${month}`;
  return from === to ? from : `${from} to ${to}`;
}
