import type { Engine } from '@gatehouse/contract';
import { labelOf } from '../ui/format.ts';

/** Short names of lists for people, by source id, as the field writes them. */
export const listTitles: Readonly<Record<string, string>> = {
  'un-sc': 'UN Security Council',
  'us-ofac-sdn': 'OFAC SDN',
  'us-ofac-cons': 'OFAC non-SDN',
  'us-bis-dpl': 'BIS Denied Persons',
  'us-csl': 'US Consolidated Screening List',
  'eu-fsf': 'EU Financial Sanctions',
  'uk-sl': 'UK Sanctions List',
  opensanctions: 'OpenSanctions',
  senzing: 'Senzing file',
  bods: 'Register of owners (BODS)',
  'custom-csv': 'Custom list (CSV)',
  sample: 'Sample list',
  watchlist: 'Watchlist',
};

/**
 * Kinds of lists below a category, where their codes are ours; publishers' own kinds stay as they are. Nothing is said
 * where the name of the list says the same.
 */
const subCategoryTitles: Readonly<Record<string, string>> = {
  custom: '',
  tenant: '',
  'public-designation': 'entry made from a public sanctions notice',
};

/** A category with the kind of list below it: `Sanctions · debarment`. */
export function categoryText(category: string, subCategory: string): string {
  const kind = Object.hasOwn(subCategoryTitles, subCategory) ? subCategoryTitles[subCategory] : subCategory;
  const label = category === 'pep' ? 'PEP' : labelOf(category);
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
  sample: 'Sample',
  watchlist: 'Watchlist',
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
  GLOBAL_CHECK: 'Global check',
  RISK_LISTS: 'Risk lists',
  COMPOSITE_SCAN: 'Composite scan',
  WATCHLIST: 'Watchlist',
  INTERNET_SEARCH: 'Internet search',
};
