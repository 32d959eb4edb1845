import type { EngineChoice } from '@gatehouse/contract';
import type { EntityJoin, ListEntry, Subject } from '@gatehouse/matching';
import type { Database } from '../database/index.ts';
import type { Scope } from '../lib/scope.ts';
import {
  type ListRegistry,
  type ListSnapshot,
  listVersions,
  searchedVersions,
} from '../lists/index-files/index.ts';
import { readWatchlistRevision } from '../lists/watchlist/index.ts';
import type { PartyToIdentify } from './identify-entries.ts';
import { ListsNotLoaded } from './screening-errors.ts';
import { type RunLimits, ScreeningPool } from './screening-pool.ts';
import type { EngineResults, EntriesMessage, HitEntities, RelatedAnswer } from './thread-protocol.ts';
import { type WatchlistIndex, WatchlistIndexes } from './watchlist-indexes.ts';

export interface ScreeningOptions {
  readonly database: Database;
  readonly lists: ListRegistry;
  readonly threads?: number | undefined;
  /** Bytes of tenants' own lists to keep in memory. */
  readonly watchlistBytes?: number | undefined;
  /** Called with each screening: how long it took, the wait for a thread included, and whether it gave an answer. */
  readonly onScreened?: ((measured: { readonly ms: number; readonly ok: boolean }) => void) | undefined;
}

export interface ScreeningRequest extends RunLimits {
  readonly scope: Scope;
  /** Each is screened on its own; names and aliases of one count as one party. */
  readonly subjects: readonly Subject[];
  /** List engines with their settings. */
  readonly engines: EngineChoice;
  /** The revision of the tenant's own list as the caller read it; needed for WATCHLIST. */
  readonly watchlistRevision: number;
  /** Whether the answer has what hits leave out of their entries, and which of them are one entity. */
  readonly withDetails?: boolean;
}

/** Details and joins are empty unless the request asked for them. */
export interface ScreeningResponse extends HitEntities {
  readonly engineVersion: string;
  /** The version searched of each list, by source id; `watchlist` is the tenant's own. */
  readonly listVersions: Readonly<Record<string, string>>;
  /** Hits of each chosen engine, best first, for each subject in the order asked. */
  readonly results: readonly EngineResults[];
}

/** An entry as it is in the active version of its list. */
export interface ActiveEntry {
  readonly version: string;
  /** Undefined where that version has none of this id. */
  readonly entry: ListEntry | undefined;
}

/** Screens subjects against the active lists and the tenant's own list, in threads. */
export class Screening {
  readonly #database: Database;
  readonly #lists: ListRegistry;
  readonly #pool: ScreeningPool;
  readonly #watchlists: WatchlistIndexes;
  readonly #onChanged: () => void;
  readonly #onScreened: ScreeningOptions['onScreened'];

  constructor(options: ScreeningOptions) {
    this.#database = options.database;
    this.#lists = options.lists;
    this.#onScreened = options.onScreened;
    this.#pool = new ScreeningPool(() => this.#snapshot(), { threads: options.threads });
    this.#watchlists = new WatchlistIndexes({
      build: (message) => this.#pool.buildWatchlist(message),
      maxBytes: options.watchlistBytes,
    });
    // A thread that fails here is replaced and begins without lists; the request that meets it tells.
    this.#onChanged = () => void this.#pool.closeOldLists().catch(() => {});
    this.#lists.on('changed', this.#onChanged);
  }

  /** Whether lists are loaded; before that every request is refused. */
  ready(): boolean {
    return this.#lists.current() !== undefined;
  }

  /** The active lists now, for requests that belong together; undefined before they are loaded. */
  activeLists(): ListSnapshot | undefined {
    return this.#lists.current();
  }

  /**
   * Screens subjects with the chosen engines.
   * @throws ListsNotLoaded, ScreeningTimedOut, ScreeningClosed, the signal's reason, or an error with its cause
   */
  async screen(request: ScreeningRequest): Promise<ScreeningResponse> {
    const startedAt = performance.now();
    let ok = false;
    try {
      const answer = await this.#screen(request);
      ok = true;
      return answer;
    } finally {
      this.#onScreened?.({ ms: performance.now() - startedAt, ok });
    }
  }

  async #screen(request: ScreeningRequest): Promise<ScreeningResponse> {
    const { INTERNET_SEARCH: internetSearch, ...engines } = request.engines;
    if (internetSearch !== undefined) throw new Error('INTERNET_SEARCH searches no list');
    this.#snapshot();
    const own = engines.WATCHLIST ? await this.#watchlist(request) : undefined;
    const { subjects, withDetails = false } = request;
    const { snapshot, results, details, joins } = await this.#pool.run(
      { subjects, engines, withDetails, ...(own?.reference && { watchlist: own.reference }) },
      request,
    );
    return {
      engineVersion: snapshot.engineVersion,
      listVersions: { ...searchedVersions(snapshot), ...(own && { watchlist: String(own.revision) }) },
      results,
      details,
      joins,
    };
  }

  /**
   * Entries as they are in the active versions of their lists, in the order asked; undefined where no such list is loaded.
   * @throws ListsNotLoaded, ScreeningClosed, or an error with its cause
   */
  async activeEntries(
    scope: Scope,
    wanted: readonly { readonly source: string; readonly entityId: string }[],
  ): Promise<readonly (ActiveEntry | undefined)[]> {
    const own = wanted.some(({ source }) => source === 'watchlist')
      ? await this.#watchlist({
          scope,
          watchlistRevision: await readWatchlistRevision(this.#database, scope),
        })
      : undefined;
    // Several engines may have found one entry, which is read once.
    const keyOf = (of: { source: string; entityId: string }) => `${of.source} ${of.entityId}`;
    const once = new Map(wanted.map((of) => [keyOf(of), { source: of.source, entityId: of.entityId }]));
    const { snapshot, entries } = await this.#pool.findEntries([...once.values()], own?.reference);
    const found = new Map([...once.keys()].map((key, at) => [key, entries[at]]));
    const versions = new Map(snapshot.lists.map(({ source, version }) => [source, version]));
    if (own) versions.set('watchlist', String(own.revision));
    return wanted.map((of) => {
      const version = versions.get(of.source);
      return version === undefined ? undefined : { version, entry: found.get(keyOf(of)) };
    });
  }

  /**
   * Which of the hits of one subject are one entity, over engines and lists, by the active versions; the best hits first.
   * @throws ListsNotLoaded, ScreeningClosed, or an error with its cause
   */
  async joinHits(
    of: Pick<ScreeningRequest, 'scope' | 'watchlistRevision'>,
    hits: readonly { readonly source: string; readonly entityId: string }[],
  ): Promise<readonly EntityJoin[]> {
    const own = hits.some(({ source }) => source === 'watchlist') ? await this.#watchlist(of) : undefined;
    return this.#pool.joinHits(hits, own?.reference);
  }

  /** Screens one subject against entries that no list holds, such as those that a hosted data set answered. */
  screenEntries(message: EntriesMessage): Promise<EngineResults> {
    return this.#pool.screenEntries(message);
  }

  /**
   * How entries of the active lists are related to others, with the versions that say so.
   * @param parties whose entries are looked for too
   * @throws ListsNotLoaded, ScreeningClosed, or an error with its cause
   */
  async relatedEntries(
    entityIds: readonly string[],
    parties: readonly PartyToIdentify[] = [],
  ): Promise<RelatedAnswer & { readonly listVersions: Readonly<Record<string, string>> }> {
    const { snapshot, related } = await this.#pool.relatedEntries(entityIds, parties);
    return { ...related, listVersions: listVersions(snapshot) };
  }

  /** Refuses new requests, lets those under way end, and ends the threads. */
  async close(): Promise<void> {
    this.#lists.off('changed', this.#onChanged);
    await this.#pool.close();
  }

  #watchlist(request: Pick<ScreeningRequest, 'scope' | 'watchlistRevision'>): Promise<WatchlistIndex> {
    return this.#watchlists.watchlistIndex(this.#database, request.scope, request.watchlistRevision);
  }

  #snapshot() {
    const snapshot = this.#lists.current();
    if (snapshot === undefined) throw new ListsNotLoaded();
    return snapshot;
  }
}
