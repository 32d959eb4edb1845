import { text } from '../messages/text.ts';
import { listTitle } from './list-titles.ts';
import { sampleSource } from './sample-badge.tsx';

/** Versions of the lists that a search went through, by source ID, as the service says. */
export type ListVersions = Readonly<Record<string, string>>;

/** `OFAC SDN (version 2026-11-20)` for each list. */
export function listTexts(lists: ListVersions): readonly string[] {
  return Object.entries(lists).map(([source, version]) =>
    text('hits.listVersion', { list: listTitle(source), version }),
  );
}

/**
 * Whether only the bundled sample was searched beside the tenant's own list: no hits say nothing about a real person.
 * @param askedProviders search providers and hosts of data sets that were asked beside the lists
 */
export function isSampleOnly(lists: ListVersions, askedProviders: readonly string[]): boolean {
  if (askedProviders.length > 0) return false;
  const sources = Object.keys(lists).filter((source) => source !== 'watchlist');
  return sources.length > 0 && sources.every((source) => source === sampleSource);
}

/** The caution beside a search of the sample alone. */
export const sampleOnlyText = text('hits.sampleOnly');
