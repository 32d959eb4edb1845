import type { ConsoleBody, ScanDetail } from '@gatehouse/contract';
import { listTexts } from '../hits/searched-lists.ts';
import { text } from '../messages/text.ts';
import { listText } from '../ui/format.ts';

type Engine = ConsoleBody<'scans.begin'>['engines'][number];

/** What an engine searched: lists with their versions, and providers; as far as the scan stored it. */
export function searchText({
  searchedLists,
  askedProviders,
}: Pick<ScanDetail['results'][number], 'searchedLists' | 'askedProviders'>): string {
  const lists = listTexts(searchedLists);
  const parts = [
    lists.length > 0 ? text('scans.listsSearched', { lists: listText(lists) }) : '',
    askedProviders.length > 0 ? text('scans.providersAsked', { providers: listText(askedProviders) }) : '',
  ];
  return parts.filter((part) => part !== '').join(' ') || text('scans.notStored');
}

/** A publisher's list with its active version, null without one. */
export interface PublishedList {
  readonly version: string | null;
}

/**
 * What an engine searches, and which setting decides what is a hit.
 * @param lists those of publishers: without an active one, the bundled sample alone is active; undefined where they are unknown
 */
export function aboutEngine(engine: Engine, lists: readonly PublishedList[] | undefined): string {
  if (engine === 'INTERNET_SEARCH') return text('scans.aboutInternet');
  if (engine === 'WATCHLIST') return text('scans.aboutWatchlist');
  if (lists === undefined) return text(`scans.by-${engine}`);
  return isSampleAlone(lists) ? text(`scans.sample-${engine}`) : text(`scans.all-${engine}`);
}

/** Without an active list of a publisher, the bundled sample is searched. */
export function isSampleAlone(lists: readonly PublishedList[]): boolean {
  return lists.every(({ version }) => version === null);
}
