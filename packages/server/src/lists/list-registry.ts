import { EventEmitter } from 'node:events';
import { engineVersion } from '@gatehouse/matching';
import type { Clock } from '../lib/clock.ts';
import { systemClock } from '../lib/clock.ts';
import { findSources } from './find-sources.ts';
import type { Generation, LoadedList } from './generation.ts';
import type { BuildProgress } from './list-build.ts';
import { type ListStatus, statusOf } from './list-status.ts';
import { type PreparedList, prepareSource } from './load-source.ts';
import type { Manifest } from './manifest.ts';

export interface ListRegistryOptions {
  readonly dataDir: string;
  /** GATEHOUSE_LISTS_DIR; without it the bundled sample is loaded. */
  readonly listsDir?: string | undefined;
  readonly clock?: Clock;
}

export interface ListRegistryEvents {
  /** Another set of lists is in force. */
  changed: [Generation];
  progress: [BuildProgress];
  /** One line about something that lies in the lists folder and is not used, or looks wrong. */
  warning: [string];
  /** A load was refused or failed; what was in force stays. */
  failed: [unknown];
}

/** Holds the lists that are in force, and swaps the whole set when files changed. */
export class ListRegistry extends EventEmitter<ListRegistryEvents> {
  readonly #options: ListRegistryOptions;
  readonly #clock: Clock;
  readonly #stopping = new AbortController();
  #current: Generation | undefined;
  #loading: Promise<unknown> = Promise.resolve();

  constructor(options: ListRegistryOptions) {
    super();
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** The lists in force; undefined until the first `load` ended well. */
  current(): Generation | undefined {
    return this.#current;
  }

  /** The state of each list in force, for `lists status`. */
  status(): ListStatus[] {
    return (this.#current?.lists ?? []).map((list) => statusOf(list.manifest, this.#clock.now()));
  }

  /**
   * Loads what is configured, or what changed since the last call. All or nothing: when one source is refused,
   * the lists in force stay in force, in memory and on disk. Calls run one after the other.
   * @throws ListsRefusal with one line that names file, place and what would be right
   */
  load(): Promise<Generation> {
    const loading = this.#loading.then(() => this.#load());
    this.#loading = loading.catch((error: unknown) => {
      if (!this.#stopping.signal.aborted) this.emit('failed', error);
    });
    return loading;
  }

  /** Ends a build that is under way; its `load` rejects. Lists in force stay readable. */
  async close(): Promise<void> {
    this.#stopping.abort(new Error('the lists are being closed'));
    await this.#loading;
  }

  async #load(): Promise<Generation> {
    const found = await findSources(this.#options.listsDir);
    for (const warning of found.warnings) this.emit('warning', warning);
    const prepared: PreparedList[] = [];
    try {
      // One after the other: a build holds a whole list in memory.
      for (const source of found.sources) {
        prepared.push(
          await prepareSource(source, {
            dataDir: this.#options.dataDir,
            now: this.#clock.now(),
            loaded: (manifest) => this.#bufferOf(manifest),
            onProgress: (progress) => this.emit('progress', progress),
            signal: this.#stopping.signal,
          }),
        );
      }
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

  #swap(prepared: readonly PreparedList[]): Generation {
    const before = this.#current;
    const lists = prepared.map(loadedList);
    if (before !== undefined && sameLists(before.lists, lists)) return before;
    const generation = { number: (before?.number ?? 0) + 1, engineVersion, lists };
    this.#current = generation;
    this.emit('changed', generation);
    return generation;
  }

  #bufferOf(manifest: Manifest): SharedArrayBuffer | undefined {
    const loaded = this.#current?.lists.find((list) => list.source === manifest.source);
    return loaded?.manifest.index.sha256 === manifest.index.sha256 ? loaded.buffer : undefined;
  }
}

function loadedList({ manifest, buffer }: PreparedList): LoadedList {
  return {
    source: manifest.source,
    version: manifest.version,
    buffer,
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
