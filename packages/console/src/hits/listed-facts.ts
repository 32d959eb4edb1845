import type { WireHit } from '@gatehouse/contract';
import { text } from '../messages/text.ts';
import { namedCountryText } from '../ui/country-text.ts';
import { categoryText, entryTitle } from './list-titles.ts';

/** What can be compared or is stated of a hit; `entities.fact-…` are the labels. */
export type ListedFact =
  | 'name'
  | 'matchedName'
  | 'category'
  | 'birth'
  | 'gender'
  | 'countries'
  | 'identifiers'
  | 'source';

/** What the list states beside the hit. */
export type StatedFacts = Readonly<Record<'gender' | 'countries', readonly string[]>>;

/** What the list says of the person or company, in the order in which it is compared; a fact may have several values. */
export function listedFacts(hit: WireHit): readonly (readonly [ListedFact, readonly string[]])[] {
  const dates = [
    ...hit.dobs.map(({ dateOfBirth }) => dateOfBirth),
    ...hit.dobRanges.map(({ from, to }) => rangeText(from, to)),
  ];
  const countries = [...new Set(hit.addresses.map(({ country }) => namedCountryText(country)))];
  const facts: readonly (readonly [ListedFact, readonly string[]])[] = [
    ['name', [hit.name]],
    ['matchedName', hit.matchedName === hit.name ? [] : [hit.matchedName]],
    ['category', [categoryText(hit.category, hit.subCategory)]],
    ['birth', dates],
    ['countries', countries],
    ['source', [entryTitle(hit)]],
  ];
  return facts
    .map(([fact, values]) => [fact, values.filter((value) => value !== '')] as const)
    .filter(([, values]) => values.length > 0);
}

/** A year or a month, where the range is just that. */
export function rangeText(from: string, to: string): string {
  const [year, month] = from.split('-');
  if (from === `${year}-01-01` && to === `${year}-12-31`) return year!;
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (from === `${year}-${month}-01` && to === `${year}-${month}-${lastDay}`) return `${year}-${month}`;
  return from === to ? from : text('entities.range', { from, to });
}
