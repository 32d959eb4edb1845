/** An opened version of a list that has changed since its index was built. */
import type { ListEntry } from '../entry.ts';
import type { HitEntry } from '../hit-entry.ts';
import { type IndexMeta, type ListIndex, type OpenOptions, openIndex } from '../index/format/index.ts';
import { hasBit, type Segment } from './segment.ts';

export interface ListVersion extends IndexMeta {
  /** Index of the version that was last built as a whole, by `buildIndex`. */
  readonly base: ArrayBufferLike;
  /** Index of the entries that are new or changed since. */
  readonly overlay?: ArrayBufferLike;
  /** One bit for each entity of the base, the lowest of each byte first: gone, or replaced by the overlay's. */
  readonly gone?: ArrayBufferLike;
  /** How many bits of `gone` are set. */
  readonly goneCount?: number;
}

class Layer implements Segment {
  readonly index: ListIndex;
  readonly gone: Uint8Array | undefined;
  readonly nameCount: number;
  readonly #other: { index: ListIndex; lost: ReadonlyMap<number, number> } | undefined;
  readonly #lost: ReadonlyMap<number, number>;

  constructor(
    layer: { index: ListIndex; gone: Uint8Array | undefined; lost: ReadonlyMap<number, number> },
    other: { index: ListIndex; lost: ReadonlyMap<number, number> } | undefined,
    nameCount: number,
  ) {
    this.index = layer.index;
    this.gone = layer.gone;
    this.#lost = layer.lost;
    this.#other = other;
    this.nameCount = nameCount;
  }

  frequency(token: number): number {
    const own = this.index.frequency(token) - (this.#lost.get(token) ?? 0);
    if (!this.#other) return own;
    const { index, lost } = this.#other;
    const same = index.tokenId(this.index.tokenText(token));
    return same < 0 ? own : own + index.frequency(same) - (lost.get(same) ?? 0);
  }
}

/** What the names of gone entities take from the frequency of each token, and how many names these are. */
function lossesOf(index: ListIndex, gone: Uint8Array): { lost: Map<number, number>; names: number } {
  const lost = new Map<number, number>();
  let names = 0;
  for (let byte = 0; byte < gone.length; byte++) {
    if (gone[byte] === 0) continue;
    for (let entity = byte * 8; entity < byte * 8 + 8; entity++) {
      if (!hasBit(gone, entity)) continue;
      const own = index.namesOfEntity(entity);
      names += own.length;
      for (const name of own) {
        for (const token of new Set(index.tokensOfName(name))) lost.set(token, (lost.get(token) ?? 0) + 1);
      }
    }
  }
  return { lost, names };
}

const NOTHING_LOST: ReadonlyMap<number, number> = new Map();

export interface OpenVersionOptions extends OpenOptions {
  /**
   * The base as it was opened for an earlier version, where it has the very same bytes: what was read from it lazily, and the
   * working memory of searches, are kept.
   */
  base?: ListIndex;
}

/**
 * A list version opened for `screen`: its segments are searched one after the other and answered as one list, with
 * the same hits, scores and ranks as an index built anew from all entries.
 */
export class LayeredList {
  readonly source: string;
  readonly version: string;
  readonly segments: readonly Segment[];
  readonly entityCount: number;
  readonly nameCount: number;

  constructor(version: ListVersion, options: OpenVersionOptions = {}) {
    this.source = version.source;
    this.version = version.version;
    const base = options.base ?? openIndex(version.base, options);
    const overlay = version.overlay && openIndex(version.overlay, options);
    const gone = version.gone && new Uint8Array(version.gone);
    const { lost, names } = gone ? lossesOf(base, gone) : { lost: NOTHING_LOST, names: 0 };
    this.nameCount = base.nameCount - names + (overlay?.nameCount ?? 0);
    const below = { index: base, gone, lost };
    const above = overlay && { index: overlay, gone: undefined, lost: NOTHING_LOST };
    this.segments = [
      new Layer(below, above, this.nameCount),
      ...(above ? [new Layer(above, below, this.nameCount)] : []),
    ];
    this.entityCount = base.entityCount - (version.goneCount ?? 0) + (overlay?.entityCount ?? 0);
  }

  /** The index of the version that was last built as a whole. */
  get base(): ListIndex {
    return this.segments[0]!.index;
  }

  /** The entry with an id, as it is in this version, with its details. */
  entryWithId(id: string): (HitEntry & ListEntry) | undefined {
    for (const { index, gone } of this.segments) {
      const entity = index.entityWithId(id);
      if (entity >= 0 && !(gone && hasBit(gone, entity))) return index.wholeEntry(entity);
    }
    return undefined;
  }

  /** All entries of this version: those of the index that stay, then those that are new or changed since. */
  *entries(): Generator<HitEntry & ListEntry> {
    for (const { index, gone } of this.segments) {
      for (let entity = 0; entity < index.entityCount; entity++) {
        if (!(gone && hasBit(gone, entity))) yield index.wholeEntry(entity);
      }
    }
  }
}

/**
 * Opens a list version for searching, without copying it.
 * @throws IndexFormatError when a buffer is no index, damaged, or of another engine version
 */
export function openVersion(version: ListVersion, options?: OpenVersionOptions): LayeredList {
  return new LayeredList(version, options);
}
