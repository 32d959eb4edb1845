/** What a search looks at: one index, of which some entities may be in the list no more. */
import type { ListIndex } from '../index/format/index.ts';

export interface Segment {
  readonly index: ListIndex;
  /** A bit for each entity of the index that is gone or is in another segment; undefined when none is. */
  readonly gone: Uint8Array | undefined;
  /** Names of the whole list, all segments together. */
  readonly nameCount: number;
  /** How many names of the whole list hold a token of this index. */
  frequency(token: number): number;
}

/** An index that is a whole list by itself. */
export class WholeList implements Segment {
  readonly index: ListIndex;
  readonly gone = undefined;

  constructor(index: ListIndex) {
    this.index = index;
  }

  get nameCount(): number {
    return this.index.nameCount;
  }

  frequency(token: number): number {
    return this.index.frequency(token);
  }
}

/** Whether an entity's bit is set. */
export function hasBit(bits: Uint8Array, at: number): boolean {
  return (bits[at >> 3]! & (1 << (at & 7))) !== 0;
}

export function setBit(bits: Uint8Array, at: number): void {
  bits[at >> 3]! |= 1 << (at & 7);
}
