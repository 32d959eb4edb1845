import type { Database } from '../database/index.ts';
import type { Scope } from '../lib/scope.ts';
import { readWatchlist } from '../lists/watchlist/index.ts';
import type { IndexReference, WatchlistMessage } from './thread-protocol.ts';

/** The index of what a domain searches of its tenant's own list. */
export interface WatchlistIndex {
  /** The revision of the tenant's list that it holds. */
  readonly revision: number;
  readonly entries: number;
  /** Absent when the list has no entry. */
  readonly reference?: IndexReference;
}

export interface WatchlistIndexesOptions {
  /** Builds an index off the main thread. */
  readonly build: (message: WatchlistMessage) => Promise<SharedArrayBuffer>;
  /** Bytes of indexes to keep in all; those used longest ago go first. */
  readonly maxBytes?: number | undefined;
}

const defaultMaxBytes = 128 * 1024 * 1024;
/** What an index costs beside its buffer, so that empty lists count too. */
const overheadBytes = 512;

/** Caches the index of each domain's own list, as long as its revision is current and there is room. */
export class WatchlistIndexes {
  readonly #build: WatchlistIndexesOptions['build'];
  readonly #maxBytes: number;
  /** By tenant and domain, in order of use. */
  readonly #kept = new Map<string, WatchlistIndex>();
  readonly #inProgress = new Map<string, Promise<WatchlistIndex>>();
  #bytes = 0;

  constructor(options: WatchlistIndexesOptions) {
    this.#build = options.build;
    this.#maxBytes = options.maxBytes ?? defaultMaxBytes;
  }

  /** Bytes of the indexes that are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * The index of the domain's list at `revision` or later.
   * @param revision as the caller read it in its own transaction
   */
  async watchlistIndex(database: Database, scope: Scope, revision: number): Promise<WatchlistIndex> {
    const place = `${scope.tenantId}/${scope.domain}`;
    const kept = this.#kept.get(place);
    if (kept !== undefined && kept.revision >= revision) {
      this.#kept.delete(place);
      this.#kept.set(place, kept);
      return kept;
    }
    const key = `${place}\0${revision}`;
    const inProgress = this.#inProgress.get(key);
    if (inProgress !== undefined) return inProgress;
    const building = this.#read(database, scope);
    this.#inProgress.set(key, building);
    try {
      const index = await building;
      this.#keep(place, index);
      return index;
    } finally {
      this.#inProgress.delete(key);
    }
  }

  async #read(database: Database, scope: Scope): Promise<WatchlistIndex> {
    const { revision, entries } = await readWatchlist(database, scope);
    if (entries.length === 0) return { revision, entries: 0 };
    const version = String(revision);
    const buffer = await this.#build({ version, entries });
    const key = `${scope.tenantId}/${scope.domain}@${version}`;
    return { revision, entries: entries.length, reference: { key, buffer } };
  }

  #keep(place: string, index: WatchlistIndex): void {
    const before = this.#kept.get(place);
    if (before !== undefined && before.revision > index.revision) return;
    this.#drop(place);
    this.#kept.set(place, index);
    this.#bytes += bytesOf(index);
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(place: string): void {
    const kept = this.#kept.get(place);
    if (kept === undefined) return;
    this.#kept.delete(place);
    this.#bytes -= bytesOf(kept);
  }
}

function bytesOf(index: WatchlistIndex): number {
  return overheadBytes + (index.reference?.buffer.byteLength ?? 0);
}
