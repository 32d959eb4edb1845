import { EventEmitter } from 'node:events';
import { engineVersion } from '@gatehouse/matching';
import type { Clock } from '../../lib/clock.ts';
import { systemClock } from '../../lib/clock.ts';
import { type ConfiguredSource, findSources } from './find-sources.ts';
import { readIndexFiles, type SharedListVersion } from './index-file.ts';
import type { BuildProgress } from './list-build.ts';
import type { ListSnapshot, LoadedList } from './list-snapshot.ts';
import { type ListStatus, statusOf } from './list-status.ts';
import {
  buildCandidate,
  type Candidate,
  type LoadContext,
  type PreparedList,
  prepareSource,
} from './load-source.ts';
import { type Manifest, sourceFolder } from './manifest.ts';

export interface ListRegistryOptions {
  readonly dataDir: string;
  /** GATEHOUSE_LISTS_DIR; without it the bundled sample is loaded. */
  readonly listsDir?: string | undefined;
  readonly clock?: Clock;
}

export interface ListRegistryEvents {
  /** Another set of lists is active. */
  changed: [ListSnapshot];
  progress: [BuildProgress];
  /** One line about something that lies in the lists folder and is not used, or looks wrong. */
  warning: [string];
  /** A load was refused or failed; what was active stays. */
  failed: [unknown];
}

/** A version that was built beside the active one, with its index in memory. */
export interface OpenedCandidate extends Candidate {
  readonly index: SharedListVersion;
}

/** Holds the lists that are active, and swaps the whole set when files changed. */
export class ListRegistry extends EventEmitter<ListRegistryEvents> {
  readonly #options: ListRegistryOptions;
  readonly #clock: Clock;
  readonly #stopping = new AbortController();
  #current: ListSnapshot | undefined;
  /** Work under way and waiting; never rejects. */
  #loading: Promise<unknown> = Promise.resolve();

  constructor(options: ListRegistryOptions) {
    super();
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** The active lists; undefined until the first `load` ended well. */
  current(): ListSnapshot | undefined {
    return this.#current;
  }

  /** The state of each active list, for `lists status`. */
  status(): ListStatus[] {
    return (this.#current?.lists ?? []).map((list) => statusOf(list.manifest, this.#clock.now()));
  }

  /**
   * Loads what is configured, or what changed since the last call. All or nothing: when one source is refused,
   * the active lists stay active, in memory and on disk. Calls run one after the other.
   * @param sources the sources with their files, asked when the calls before this one have ended; what lies in the lists folder
   * unless given
   * @throws ListsRefusal with one line that names file, place and what would be right
   */
  load(sources?: () => Promise<readonly ConfiguredSource[]>): Promise<ListSnapshot> {
    const loading = this.#oneByOne(async () => this.#load(await (sources ?? (() => this.#found()))()));
    loading.catch((error: unknown) => {
      if (!this.#stopping.signal.aborted) this.emit('failed', error);
    });
    return loading;
  }

  /**
   * Builds a version from files beside the active one and tells how they differ; `load` then finds it built.
   * @throws ListsRefusal when a file is damaged
   */
  build(configured: ConfiguredSource): Promise<Candidate> {
    return this.#oneByOne(() =>
      buildCandidate(configured, this.active(configured.source.id), this.#context()),
    );
  }

  /**
   * Builds a version as `build` does, and opens it, to look at what it would change.
   * @throws ListsRefusal when a file is damaged
   */
  open(configured: ConfiguredSource): Promise<OpenedCandidate> {
    const { id } = configured.source;
    return this.#oneByOne(async () => {
      const candidate = await buildCandidate(configured, this.active(id), this.#context());
      const { manifest } = candidate;
      const folder = sourceFolder(this.#options.dataDir, id);
      const index = await readIndexFiles(folder, manifest, this.#baseOf(manifest));
      if (index === undefined) throw new Error(`the index of ${id} ${manifest.version} cannot be read back`);
      return { ...candidate, index };
    });
  }

  /** The active version of one source. */
  active(source: string): LoadedList | undefined {
    return this.#current?.lists.find((list) => list.source === source);
  }

  /** Ends a build that is under way; its `load` rejects. Active lists stay readable. */
  async close(): Promise<void> {
    this.#stopping.abort(new Error('the lists are being closed'));
    await this.#loading;
  }

  /** One after the other: a build holds a whole list in memory. */
  #oneByOne<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#loading.then(work);
    this.#loading = next.catch(() => undefined);
    return next;
  }

  async #found(): Promise<readonly ConfiguredSource[]> {
    const found = await findSources(this.#options.listsDir);
    for (const warning of found.warnings) this.emit('warning', warning);
    return found.sources;
  }

  #context(): LoadContext {
    return {
      dataDir: this.#options.dataDir,
      now: this.#clock.now(),
      loaded: (manifest) => this.#indexOf(manifest),
      loadedBase: (manifest) => this.#baseOf(manifest),
      onProgress: (progress) => this.emit('progress', progress),
      signal: this.#stopping.signal,
      lowPriority: this.#current !== undefined,
    };
  }

  async #load(sources: readonly ConfiguredSource[]): Promise<ListSnapshot> {
    const prepared: PreparedList[] = [];
    try {
      for (const source of sources) prepared.push(await prepareSource(source, this.#context()));
    } catch (error) {
      for (const list of prepared) await list.discard();
      throw error;
    }
    for (const list of prepared) {
      for (const warning of list.warnings) this.emit('warning', warning);
      await list.commit();
    }
    return this.#swap(prepared);
  }

  #swap(prepared: readonly PreparedList[]): ListSnapshot {
    const before = this.#current;
    const lists = prepared.map(loadedList);
    if (before !== undefined && sameLists(before.lists, lists)) return before;
    const snapshot = { number: (before?.number ?? 0) + 1, engineVersion, lists };
    this.#current = snapshot;
    this.emit('changed', snapshot);
    return snapshot;
  }

  #indexOf(manifest: Manifest): SharedListVersion | undefined {
    const loaded = this.active(manifest.source);
    return loaded?.version === manifest.version && loaded.manifest.index.sha256 === manifest.index.sha256
      ? loaded.index
      : undefined;
  }

  #baseOf(manifest: Manifest): SharedArrayBuffer | undefined {
    const loaded = this.active(manifest.source);
    return loaded?.manifest.index.sha256 === manifest.index.sha256 ? loaded.index.base : undefined;
  }
}

function loadedList({ manifest, index }: PreparedList): LoadedList {
  return {
    source: manifest.source,
    version: manifest.version,
    index,
    entries: manifest.entries,
    ...(manifest.publishedAt !== undefined && { publishedAt: manifest.publishedAt }),
    loadedAt: manifest.loadedAt,
    manifest,
  };
}

function sameLists(one: readonly LoadedList[], other: readonly LoadedList[]): boolean {
  return (
    one.length === other.length &&
    one.every((list, index) => {
      const { source, version } = other[index]!;
      return list.source === source && list.version === version;
    })
  );
}
