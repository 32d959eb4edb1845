import type { Engine } from '@gatehouse/contract';
import { text, textIfKnown } from '../messages/text.ts';
import { labelOf } from '../ui/format.ts';

/** Sources whose lists have names in the catalogue. */
const namedSources = [
  'un-sc',
  'us-ofac-sdn',
  'us-ofac-cons',
  'us-bis-dpl',
  'us-csl',
  'eu-fsf',
  'uk-sl',
  'opensanctions',
  'senzing',
  'bods',
  'custom-csv',
  'sample',
  'watchlist',
] as const;

/** Short names of lists for people, by source id, as the field writes them. */
export const listTitles: Readonly<Record<string, string>> = Object.fromEntries(
  namedSources.map((source) => [source, text(`hits.list-${source}`)]),
);

/**
 * A category with the kind of list below it: `Sanctions · debarment`. Publishers' own kinds stay as they are; nothing is said
 * of ours, where the name of the list says the same.
 */
export function categoryText(category: string, subCategory: string): string {
  const isSaid = subCategory === 'custom' || subCategory === 'tenant';
  const kind = isSaid ? '' : (textIfKnown(`hits.kind-${subCategory}`) ?? subCategory);
  const label = textIfKnown(`hits.category-${category}`) ?? labelOf(category);
  return [label, kind].filter(Boolean).join(' · ');
}

/** @returns the id itself for a source that has no name here */
export function listTitle(source: string): string {
  return Object.hasOwn(listTitles, source) ? listTitles[source]! : source;
}

/** Short marks of lists for a column of a table; the title is beside them on demand. */
const listMarks: Readonly<Record<string, string>> = {
  'un-sc': 'UN',
  'us-ofac-sdn': 'SDN',
  'us-ofac-cons': 'OFAC',
  'us-bis-dpl': 'BIS',
  'us-csl': 'CSL',
  'eu-fsf': 'EU',
  'uk-sl': 'UK',
  opensanctions: 'OpenS',
  senzing: 'Senzing',
  'custom-csv': 'CSV',
  sample: text('hits.mark-sample'),
  watchlist: text('hits.mark-watchlist'),
};

/** @returns the id itself for a source that has no mark here */
export function listMark(source: string): string {
  return Object.hasOwn(listMarks, source) ? listMarks[source]! : source;
}

/** An entry by its list and the publisher's ID: `Watchlist w1`. */
export function entryTitle(entry: { readonly source: string; readonly entityId: string }): string {
  return `${listTitle(entry.source)} ${entryId(entry)}`;
}

/** The publisher's own ID of an entry: its list is named beside it. */
export function entryId({
  source,
  entityId,
}: {
  readonly source: string;
  readonly entityId: string;
}): string {
  return entityId.startsWith(`${source}:`) ? entityId.slice(source.length + 1) : entityId;
}

/** Names of engines for people. */
export const engineTitles: Readonly<Record<Engine, string>> = {
  GLOBAL_CHECK: text('hits.engine-GLOBAL_CHECK'),
  RISK_LISTS: text('hits.engine-RISK_LISTS'),
  COMPOSITE_SCAN: text('hits.engine-COMPOSITE_SCAN'),
  WATCHLIST: text('hits.engine-WATCHLIST'),
  INTERNET_SEARCH: text('hits.engine-INTERNET_SEARCH'),
};
