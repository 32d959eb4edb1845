import { nameKeys } from '@gatehouse/matching';
import type { Database } from '../database/database.ts';
import type { Clock } from '../lib/clock.ts';
import type { Egress } from '../lib/egress.ts';
import type { Logger } from '../lib/logger.ts';
import {
  anyFeedLoaded,
  type DueFeed,
  type FeedState,
  type FoundItem,
  findItems,
  keepItems,
  noteFailure,
  noteLoaded,
  readFeedStates,
  registerFeeds,
  takeDueFeeds,
} from './feed-queries.ts';
import { fetchFeed } from './fetch-feed.ts';
import { readFeed } from './read-feed.ts';

export interface FeedsOptions {
  readonly database: Database;
  readonly egress: Egress;
  /** Addresses of the feeds. */
  readonly urls: readonly string[];
  /** How often each is looked at. */
  readonly everyMinutes: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

const fetchesAtOnce = 4;
/** Longer than a fetch takes with all of its redirects; a node that died leaves its feeds no longer. */
const leaseSeconds = 240;
const firstRetrySeconds = 60;
/** Names of more parts are found by their first. */
const mostParts = 8;

/**
 * The feeds of the deployment: looked at on a schedule, by one node each time, and kept with an index over the names
 * in them. What was once read stays searchable after it left the feed.
 */
export class Feeds {
  readonly #options: FeedsOptions;
  #registered = false;

  constructor(options: FeedsOptions) {
    this.#options = options;
  }

  get urls(): readonly string[] {
    return this.#options.urls;
  }

  /**
   * Looks at the feeds whose time has come. To be called every few seconds on nodes that work. What the signal breaks
   * off is done at the next start, or by another node.
   */
  async fetchDue(signal: AbortSignal): Promise<void> {
    const { database, urls } = this.#options;
    if (urls.length === 0) return;
    if (!this.#registered) {
      await database.operator((tx) => registerFeeds(tx, urls));
      this.#registered = true;
    }
    for (;;) {
      if (signal.aborted) return;
      const due = await database.operator((tx) =>
        takeDueFeeds(tx, urls, { most: fetchesAtOnce, leaseSeconds }),
      );
      if (due.length === 0) return;
      await Promise.all(due.map((feed) => this.#look(feed, signal)));
    }
  }

  /** Whether any feed was ever read well, and its news is there: else finding nothing would tell nothing. */
  async loaded(): Promise<boolean> {
    const { database, urls } = this.#options;
    if (urls.length === 0) return false;
    return database.operator((tx) => anyFeedLoaded(tx, urls));
  }

  async states(): Promise<FeedState[]> {
    const { database, urls } = this.#options;
    if (urls.length === 0) return [];
    return database.operator((tx) => readFeedStates(tx, urls));
  }

  /** News that may name the subject, at most `most`; the caller judges whether it does. */
  async find(
    subject: { readonly name: string; readonly type: 'individual' | 'corporate' },
    most: number,
  ): Promise<FoundItem[]> {
    const { database, urls } = this.#options;
    const parts = nameKeys(subject.name, subject.type).slice(0, mostParts);
    if (parts.length === 0) return [];
    return database.operator((tx) => findItems(tx, urls, { parts, most }));
  }

  async #look(feed: DueFeed, signal: AbortSignal): Promise<void> {
    const { egress, clock, database, everyMinutes, logger } = this.#options;
    const everySeconds = everyMinutes * 60;
    const fetched = await fetchFeed(egress, feed, signal).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    if (fetched === undefined) return;
    if (fetched.kind === 'unchanged') {
      await database.operator((tx) => noteLoaded(tx, feed.url, { everySeconds }));
      return;
    }
    if (fetched.kind === 'failed') return this.#fail(feed, fetched.reason);
    const reading = readFeed(fetched, clock.now());
    if (reading.kind === 'refused') return this.#fail(feed, reading.reason);
    const { title, items } = reading;
    try {
      await database.operator(async (tx) => {
        await keepItems(tx, feed.url, items);
        await noteLoaded(tx, feed.url, { everySeconds, title, validators: fetched.validators });
      });
    } catch (err) {
      // One feed that cannot be kept is no reason to leave the others unread, and must not seem to be loaded.
      logger.error({ err, feed: feed.url }, 'a feed could not be kept');
      await this.#fail(feed, 'what it brought could not be kept');
    }
  }

  async #fail({ url }: DueFeed, reason: string): Promise<void> {
    const { database, everyMinutes, logger } = this.#options;
    logger.warn({ feed: url, reason }, 'a feed could not be read; what it brought before stays');
    const afterSeconds = Math.min(firstRetrySeconds, everyMinutes * 60);
    await database.operator((tx) => noteFailure(tx, url, { reason, afterSeconds }));
  }
}
