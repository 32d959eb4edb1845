import { createHash } from 'node:crypto';
import { parseFeed } from '@rowanmanning/feed-parser';
import { plainText } from '../../lib/plain-text.ts';
import { publishedAt } from '../../lib/published-at.ts';
import { decodeFeed } from './decode-feed.ts';

/** One piece of news as it is kept. */
export interface FeedItem {
  /** The same for the same piece of news at every look. */
  readonly itemId: string;
  readonly url: string;
  readonly title: string;
  /** Plain text. */
  readonly body: string;
  /** ISO 8601; null where the publisher tells none that can be. */
  readonly publishedAt: string | null;
}

export type FeedReading =
  | { readonly kind: 'read'; readonly title: string; readonly items: readonly FeedItem[] }
  | { readonly kind: 'refused'; readonly reason: string };

export interface FeedFile {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  /** Where it was found; links of items are relative to it. */
  readonly url: string;
}

const longestTitle = 500;
const longestBody = 20_000;
const maxItems = 2_000;

/** Reads RSS 0.9 to 2.0, RDF and Atom. One item without a link or a text does not cost the others. */
export function readFeed({ bytes, contentType, url }: FeedFile, now: Date): FeedReading {
  const text = decodeFeed(bytes, contentType);
  // No feed needs entities of its own; expanding them is how a small file becomes a large one.
  if (/<!ENTITY\s/i.test(text)) return { kind: 'refused', reason: 'it declares entities of its own' };
  let feed: ReturnType<typeof parseFeed>;
  try {
    feed = parseFeed(text);
  } catch {
    return { kind: 'refused', reason: 'it is no RSS, RDF or Atom feed that can be read' };
  }
  const items = new Map<string, FeedItem>();
  for (const entry of feed.items.slice(0, maxItems)) {
    const item = itemOf(entry, url, now);
    if (item !== undefined && !items.has(item.itemId)) items.set(item.itemId, item);
  }
  if (items.size === 0) return { kind: 'refused', reason: 'it has no item with a link and a text' };
  const title = cut(plainText(feed.title ?? ''), longestTitle) || new URL(url).hostname;
  return { kind: 'read', title, items: [...items.values()] };
}

type Entry = ReturnType<typeof parseFeed>['items'][number];

function itemOf(entry: Entry, feedUrl: string, now: Date): FeedItem | undefined {
  const link = linkOf(entry.url ?? entry.id, feedUrl);
  const title = cut(oneLine(plainText(entry.title ?? '')), longestTitle);
  const body = cut(longest([entry.content, entry.description]), longestBody);
  if (link === undefined || (title === '' && body === '')) return undefined;
  const date = entry.published ?? entry.updated;
  return {
    itemId: createHash('sha256')
      .update(entry.id ?? link)
      .digest('hex')
      .slice(0, 32),
    url: link,
    title: title === '' ? link : title,
    body,
    publishedAt: publishedAt(date === null ? undefined : isoOf(date), now),
  };
}

/** No longer than that many UTF-16 units, without half a character at the cut and without what no store keeps. */
function cut(text: string, max: number): string {
  const short = text.replaceAll('\0', '').slice(0, max);
  return short.isWellFormed() ? short : short.replace(/[\ud800-\udbff]$/, '').toWellFormed();
}

/** Publishers give a summary, the whole text, or both, under names that do not tell which. */
function longest(texts: readonly (string | null)[]): string {
  const plain = texts.map((text) => plainText(text ?? ''));
  return plain.toSorted((a, b) => b.length - a.length)[0]!;
}

function linkOf(text: string | null, feedUrl: string): string | undefined {
  if (text === null || !URL.canParse(text.trim(), feedUrl)) return undefined;
  const url = new URL(text.trim(), feedUrl);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
}

function isoOf(date: Date): string | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
