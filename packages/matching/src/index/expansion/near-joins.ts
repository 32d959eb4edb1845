/**
 * Which texts may be within one edit of a token of an index, by halves: an edit leaves the first half of both or the last one
 * as it is. Most neighbouring words of a query, written together, are no token's like, and need no further look.
 */

import { mix } from '../format/hash.ts';
import type { ListIndex } from '../format/list-index.ts';
import { i32At, u8At, u32At } from '../format/values.ts';

/** Bits of the table for each token, of which two are set: one text in six or so passes that is like none. */
const BITS_PER_TOKEN = 32;
const [BEGINNING, END] = [1, 2];
const OFFSET = 0x811c9dc5 | 0;

/** Letters of a half: so many are left as they are at one end, wherever an edit is, two neighbours swapped included. */
function halfOf(length: number): number {
  return (length - 1) >> 1;
}

function step(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

/** Hash of one half of a token of so many letters. */
function keyOf(hash: number, length: number, end: number): number {
  return mix(hash ^ Math.imul(4 * length + end, 0x9e3779b1));
}

/** Made on first use: to read all tokens would make the first search of a large list wait that joins none. */
export class NearJoins {
  readonly #index: ListIndex;
  #bits: Int32Array | undefined;

  constructor(index: ListIndex) {
    this.#index = index;
  }

  /** Whether a token may be within one edit of the text; never false where one is. */
  mayHold(text: string): boolean {
    this.#bits ??= this.#read();
    const bits = this.#bits;
    const mask = (bits.length << 5) - 1;
    const has = (key: number) => (i32At(bits, (key & mask) >>> 5) >>> (key & 31)) & 1;
    const { length } = text;
    const shortest = halfOf(length - 1);
    const longest = halfOf(length + 1);
    let [beginning, end] = [OFFSET, OFFSET];
    for (let half = 0; half <= longest; half++) {
      if (half > 0) {
        beginning = step(beginning, text.charCodeAt(half - 1));
        end = step(end, text.charCodeAt(length - half));
      }
      if (half < shortest) continue;
      for (let other = length - 1; other <= length + 1; other++) {
        if (halfOf(other) !== half) continue;
        if (has(keyOf(beginning, other, BEGINNING)) || has(keyOf(end, other, END))) return true;
      }
    }
    return false;
  }

  #read(): Int32Array {
    const { tokenBytes, tokenOffsets } = this.#index.sections;
    const count = this.#index.tokenCount;
    let words = 1;
    while (words * 32 < count * BITS_PER_TOKEN) words *= 2;
    const bits = new Int32Array(words);
    const mask = (words << 5) - 1;
    const add = (key: number) => {
      bits[(key & mask) >>> 5]! |= 1 << (key & 31);
    };
    for (let token = 0; token < count; token++) {
      const from = u32At(tokenOffsets, token);
      const to = u32At(tokenOffsets, token + 1);
      const half = halfOf(to - from);
      let [beginning, end] = [OFFSET, OFFSET];
      for (let at = 0; at < half; at++) {
        beginning = step(beginning, u8At(tokenBytes, from + at));
        end = step(end, u8At(tokenBytes, to - 1 - at));
      }
      add(keyOf(beginning, to - from, BEGINNING));
      add(keyOf(end, to - from, END));
    }
    return bits;
  }
}
