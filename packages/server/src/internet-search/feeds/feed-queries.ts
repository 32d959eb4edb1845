import { textKeys } from '@gatehouse/matching';
import type { Tx } from '../../database/database.ts';
import type { FeedValidators } from './fetch-feed.ts';
import type { FeedItem } from './read-feed.ts';

/** Feeds are published news and belong to no tenant, so these functions take no scope. */

/** The state of a feed of the deployment. */
export interface FeedState {
  readonly url: string;
  readonly title: string | null;
  readonly items: number;
  /** When its content was last read, or the publisher answered that it is unchanged; null before the first time. */
  readonly loadedAt: Date | null;
  /** Fetches that failed since then. */
  readonly failures: number;
  /** Why the last fetch failed. */
  readonly failure: string | null;
}

export async function registerFeeds(tx: Tx, urls: readonly string[]): Promise<void> {
  await tx.sql('insert into feed (url) select unnest($1::text[]) on conflict do nothing', [urls]);
}

export async function readFeedStates(tx: Pick<Tx, 'sql'>, urls: readonly string[]): Promise<FeedState[]> {
  return tx.sql<FeedState & Record<string, unknown>>(
    `select f.url, f.title, f.loaded_at as "loadedAt", f.failures, f.failure, f.items
     from gatehouse.feed f where f.url = any($1::text[]) order by f.url`,
    [urls],
  );
}

/** Of the feeds whose news is stored, when each was last read, or answered as unchanged. */
export async function readLoadedFeeds(
  tx: Tx,
  urls: readonly string[],
): Promise<{ readonly url: string; readonly items: number; readonly loadedAt: Date }[]> {
  return tx.sql(
    `select url, items, loaded_at as "loadedAt" from feed f where url = any($1::text[]) and loaded_at is not null
       and exists (select from feed_item i where i.feed_url = f.url) order by url`,
    [urls],
  );
}

export interface DueFeed extends FeedValidators {
  readonly url: string;
}

/**
 * Takes feeds whose time has come; nobody else takes them before `leaseSeconds` are over. A feed without news, which an
 * operator may have deleted, is asked for without a condition.
 */
export async function claimDueFeeds(
  tx: Tx,
  urls: readonly string[],
  { max, leaseSeconds }: { readonly max: number; readonly leaseSeconds: number },
): Promise<DueFeed[]> {
  return tx.sql<DueFeed & Record<string, unknown>>(
    `update feed f set due_at = now() + make_interval(secs => $3)
     from (select url, exists (select from feed_item i where i.feed_url = feed.url) as has_news
       from feed where url = any($1::text[])) as kept
     where kept.url = f.url and f.url in (
       select url from feed where url = any($1::text[]) and due_at <= now()
       order by due_at limit $2 for update skip locked
     )
     returning f.url, case when has_news then etag end as etag,
       case when has_news then last_modified end as "lastModified"`,
    [urls, max, leaseSeconds],
  );
}

/** Notes that a feed is as it was, or was read; with `validators` where the content was new. */
export async function recordFetched(
  tx: Tx,
  url: string,
  {
    everySeconds,
    title,
    validators,
  }: { readonly everySeconds: number; readonly title?: string; readonly validators?: FeedValidators },
): Promise<void> {
  await tx.sql(
    `update feed set loaded_at = now(), failures = 0, failure = null, due_at = now() + make_interval(secs => $2),
       title = coalesce($3, title),
       etag = case when $4 then $5 else etag end,
       last_modified = case when $4 then $6 else last_modified end
     where url = $1`,
    [
      url,
      everySeconds,
      title ?? null,
      validators !== undefined,
      validators?.etag ?? null,
      validators?.lastModified ?? null,
    ],
  );
}

export async function recordFailure(
  tx: Tx,
  url: string,
  { reason, afterSeconds }: { readonly reason: string; readonly afterSeconds: number },
): Promise<void> {
  await tx.sql(
    `update feed set failures = failures + 1, failure = $2, due_at = now() + make_interval(secs => $3) where url = $1`,
    [url, reason, afterSeconds],
  );
}

/** Keeps news that is new or has changed; what has left the feed stays. Returns how many were written. */
export async function saveItems(tx: Tx, feedUrl: string, items: readonly FeedItem[]): Promise<number> {
  const rows = items.map((item) => ({ ...item, keys: textKeys(`${item.title}\n${item.body}`) }));
  const written = await tx.sql(
    `insert into feed_item as i (feed_url, item_id, url, title, body, published_at, keys)
     select $1, n."itemId", n.url, n.title, n.body, n."publishedAt", array_to_tsvector(n.keys)
     from jsonb_to_recordset($2::jsonb) as n("itemId" text, url text, title text, body text,
       "publishedAt" timestamptz, keys text[])
     on conflict (feed_url, item_id) do update set url = excluded.url, title = excluded.title,
       body = excluded.body, published_at = coalesce(excluded.published_at, i.published_at), keys = excluded.keys
     where (i.url, i.title, i.body) is distinct from (excluded.url, excluded.title, excluded.body)
     returning xmax = 0 as is_new`,
    [feedUrl, JSON.stringify(rows)],
  );
  const added = written.filter((row) => row['is_new']).length;
  await tx.sql('update feed set items = items + $2 where url = $1', [feedUrl, added]);
  return written.length;
}

/** Forgets news that was read so many years ago; returns how many. */
export async function pruneItems(tx: Tx, years: number): Promise<number> {
  const counts = await tx.sql<{ gone: number }>(
    `with gone as (
       delete from feed_item where fetched_at < now() - make_interval(years => $1) returning feed_url
     ), of as (select feed_url, count(*)::int as gone from gone group by feed_url)
     update feed f set items = greatest(0, f.items - of.gone) from of where of.feed_url = f.url returning of.gone`,
    [years],
  );
  return counts.reduce((sum, { gone }) => sum + gone, 0);
}

export interface FoundItem {
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly publishedAt: Date | null;
  readonly feedTitle: string | null;
}

/**
 * News that may name the subject: has a key of all parts of the name but one (of both, where there are two). Those
 * with the most parts come first, then the newest.
 * @param parts alternatives of each part, see `nameKeys`
 */
export async function findItems(
  tx: Tx,
  urls: readonly string[],
  { parts, max }: { readonly parts: readonly (readonly string[])[]; readonly max: number },
): Promise<FoundItem[]> {
  const alternatives = parts.map((keys) => `(${keys.map(quoted).join(' | ')})`);
  return tx.sql<FoundItem & Record<string, unknown>>(
    `select i.url, i.title, i.body, i.published_at as "publishedAt", f.title as "feedTitle"
     from feed_item i join feed f on f.url = i.feed_url
     where i.feed_url = any($1::text[]) and i.keys @@ $2::tsquery
     order by (select count(*) from unnest($3::text[]) as part where i.keys @@ part::tsquery) desc,
       i.published_at desc nulls last, i.feed_url, i.item_id
     limit $4`,
    [urls, maxRows(alternatives), alternatives, max],
  );
}

/** All alternatives but any one; both where there are two. */
function maxRows(alternatives: readonly string[]): string {
  if (alternatives.length <= 2) return alternatives.join(' & ');
  return alternatives
    .map((_, without) => `(${alternatives.filter((_part, at) => at !== without).join(' & ')})`)
    .join(' | ');
}

function quoted(key: string): string {
  return `'${key.replaceAll(/['\\]/g, '')}'`;
}
