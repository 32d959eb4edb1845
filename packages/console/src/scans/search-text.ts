import type { ScanDetail } from '@gatehouse/contract';
import { listTexts } from '../hits/searched-lists.ts';
import { scanTexts } from './scan-texts.ts';

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
