import { nameKeys } from '@gatehouse/matching';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Egress } from '../../lib/egress.ts';
import type { Logger } from '../../lib/logger.ts';
import {
  claimDueFeeds,
  type DueFeed,
  type FeedState,
  type FoundItem,
  findItems,
  pruneItems,
  readFeedStates,
  readLoadedFeeds,
  recordFailure,
  recordFetched,
  registerFeeds,
  saveItems,
} from './feed-queries.ts';
import { fetchFeed } from './fetch-feed.ts';
import { readFeed } from './read-feed.ts';

export interface FeedsOptions {
  readonly database: Database;
  readonly egress: Egress;
  /** Addresses of the feeds. */
  readonly urls: readonly string[];
  /** How often each is fetched. */
  readonly everyMinutes: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

const fetchesAtOnce = 4;
/** Longer than a fetch takes with all of its redirects; a node that died leaves its feeds no longer. */
const leaseSeconds = 240;
const firstRetrySeconds = 60;
/** So many looks may fail, and at least a day of them, before what a feed brought counts no more as its news. */
const maxMissedFetches = 4;
const dayMs = 86_400_000;
/** News that was read so long ago is forgotten. */
const retentionYears = 5;
const tidyEveryMs = 60 * 60_000;
/** Names of more parts are found by their first. */
const maxParts = 8;

/** A feed with when it was last read well. */
interface LoadedFeed {
  readonly url: string;
  /** News that is kept of it. */
  readonly items: number;
  readonly loadedAt: Date;
}

/** The state of the feeds as something to search. */
export interface FeedStatus {
  readonly fresh: readonly LoadedFeed[];
  /** Read well once, and not for so long that their news is old. */
  readonly stale: readonly LoadedFeed[];
  /** Never read well, or without any news. */
  readonly unread: readonly string[];
}

function staleAfterMs(everyMinutes: number): number {
  return Math.max(dayMs, maxMissedFetches * everyMinutes * 60_000);
}

/**
 * The feeds of the deployment: fetched on a schedule, by one node each time, and kept with an index over the names
 * in them. What was once read stays searchable after it left the feed.
 */
export class Feeds {
  readonly #options: FeedsOptions;
  #registered = false;
  #tidiedAt = Number.NEGATIVE_INFINITY;

  constructor(options: FeedsOptions) {
    this.#options = options;
  }

  get urls(): readonly string[] {
    return this.#options.urls;
  }

  /**
   * Fetches the feeds that are due. Call it every few seconds on workers. What the signal interrupts is done at the next
   * start, or by another node.
   */
  async fetchDue(signal: AbortSignal): Promise<void> {
    const { database, urls } = this.#options;
    if (urls.length === 0) return;
    if (!this.#registered) {
      await database.operator((tx) => registerFeeds(tx, urls));
      this.#registered = true;
    }
    if (performance.now() - this.#tidiedAt > tidyEveryMs) {
      this.#tidiedAt = performance.now();
      const forgotten = await database.operator((tx) => pruneItems(tx, retentionYears));
      if (forgotten > 0) this.#options.logger.info({ forgotten }, 'old news of feeds was forgotten');
    }
    for (;;) {
      if (signal.aborted) return;
      const due = await database.operator((tx) =>
        claimDueFeeds(tx, urls, { max: fetchesAtOnce, leaseSeconds }),
      );
      if (due.length === 0) return;
      await Promise.all(due.map((feed) => this.#poll(feed, signal)));
    }
  }

  /** Which feeds have news that counts: of those read too long ago finding nothing would tell nothing. */
  async status(): Promise<FeedStatus> {
    const { database, urls, everyMinutes, clock } = this.#options;
    const loaded = urls.length === 0 ? [] : await database.operator((tx) => readLoadedFeeds(tx, urls));
    const oldest = clock.now().getTime() - staleAfterMs(everyMinutes);
    const isFresh = ({ loadedAt }: { loadedAt: Date }) => loadedAt.getTime() >= oldest;
    return {
      fresh: loaded.filter(isFresh),
      stale: loaded.filter((one) => !isFresh(one)),
      unread: urls.filter((url) => !loaded.some((one) => one.url === url)),
    };
  }

  async states(): Promise<FeedState[]> {
    const { database, urls } = this.#options;
    if (urls.length === 0) return [];
    return database.operator((tx) => readFeedStates(tx, urls));
  }

  /** News that may name the subject, at most `max`; the caller evaluates whether it does. */
  async find(
    subject: { readonly name: string; readonly type: 'individual' | 'corporate' },
    max: number,
  ): Promise<FoundItem[]> {
    const { database, urls } = this.#options;
    const parts = nameKeys(subject.name, subject.type).slice(0, maxParts);
    if (parts.length === 0) return [];
    return database.operator((tx) => findItems(tx, urls, { parts, max }));
  }

  async #poll(feed: DueFeed, signal: AbortSignal): Promise<void> {
    const { egress, clock, database, everyMinutes, logger } = this.#options;
    const everySeconds = everyMinutes * 60;
    const fetched = await fetchFeed(egress, feed, signal).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    if (fetched === undefined) return;
    if (fetched.kind === 'unchanged') {
      await database.operator((tx) => recordFetched(tx, feed.url, { everySeconds }));
      return;
    }
    if (fetched.kind === 'failed') return this.#fail(feed, fetched.reason);
    const reading = readFeed(fetched, clock.now());
    if (reading.kind === 'refused') return this.#fail(feed, reading.reason);
    const { title, items } = reading;
    try {
      await database.operator(async (tx) => {
        await saveItems(tx, feed.url, items);
        await recordFetched(tx, feed.url, { everySeconds, title, validators: fetched.validators });
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
    await database.operator((tx) => recordFailure(tx, url, { reason, afterSeconds }));
  }
}
