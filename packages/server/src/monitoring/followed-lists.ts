import {
  type ListSnapshot,
  listVersions,
  type SharedListVersion,
  searchedLists,
} from '../lists/index-files/index.ts';
import type { ListActivation } from '../lists/updates/index.ts';

/** The lists that a server node screens against, with their last activation. */
export interface ActiveLists {
  readonly lists: readonly SharedListVersion[];
  readonly versions: Readonly<Record<string, string>>;
  readonly engineVersion: string;
  /** Everything up to this activation is in them. */
  readonly sequence: number;
}

/** The active lists on this server node as monitoring follows them. */
export class FollowedLists {
  readonly #current: () => ListSnapshot | undefined;
  #newest: { readonly sequence: number; readonly versions: Readonly<Record<string, string>> } = {
    sequence: 0,
    versions: {},
  };

  constructor(current: () => ListSnapshot | undefined) {
    this.#current = current;
  }

  /** The last activation that this server node has read. */
  get newestSequence(): number {
    return this.#newest.sequence;
  }

  /** Tells of activations, oldest first. */
  observe(activations: readonly Pick<ListActivation, 'sequence' | 'source' | 'version'>[]): void {
    for (const { sequence, source, version } of activations) {
      this.#newest = { sequence, versions: { ...this.#newest.versions, [source]: version } };
    }
  }

  /** Undefined before the lists are loaded, and while this server node has yet to load the newest active versions. */
  active(): ActiveLists | undefined {
    const snapshot = this.#current();
    if (snapshot === undefined) return undefined;
    const versions = listVersions(snapshot);
    const { sequence } = this.#newest;
    for (const [source, version] of Object.entries(this.#newest.versions)) {
      // A source that is configured no longer has nothing active.
      if (versions[source] !== undefined && versions[source] !== version) return undefined;
    }
    return {
      lists: searchedLists(snapshot).map(({ index }) => index),
      versions,
      engineVersion: snapshot.engineVersion,
      sequence,
    };
  }
}
