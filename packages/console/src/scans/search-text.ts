import type { ConsoleBody, ScanDetail } from '@gatehouse/contract';
import { listTexts } from '../hits/searched-lists.ts';
import { scanTexts } from './scan-texts.ts';

type Engine = ConsoleBody<'scans.begin'>['engines'][number];

/** What an engine searched: lists with their versions, and providers; as far as the scan stored it. */
export function searchText({
  searchedLists,
  askedProviders,
}: Pick<ScanDetail['results'][number], 'searchedLists' | 'askedProviders'>): string {
  const lists = listTexts(searchedLists);
  const parts = [
    lists.length > 0 ? `${scanTexts.lists} ${lists.join(', ')}.` : '',
    askedProviders.length > 0 ? `${scanTexts.providers} ${askedProviders.join(', ')}.` : '',
  ];
  return parts.filter((part) => part !== '').join(' ') || scanTexts.notStored;
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
  if (engine === 'INTERNET_SEARCH') return 'News and the web';
  if (engine === 'WATCHLIST') return 'Your own list, uses no credits';
  const setting = settingNames[engine];
  if (lists === undefined) return `By ${setting}`;
  const isPublished = lists.some(({ version }) => version !== null);
  return `${isPublished ? scanTexts.allLists : scanTexts.sampleOnly}, by ${setting}`;
}

const settingNames = {
  GLOBAL_CHECK: 'match strength',
  RISK_LISTS: 'search type',
  COMPOSITE_SCAN: 'sensitivity',
} as const;
