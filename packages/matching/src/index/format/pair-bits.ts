/**
 * Which pairs of frequent tokens some name holds: for each token a table of bits by hash of its partners. A search asks
 * one token for hundreds of partners, so that all of these reads end in one short table.
 */
import { u32At } from './values.ts';

const WORD_BITS = 32;
/** A table has so many bits for each partner at least, and no more than twice as many. */
const BITS_PER_PARTNER = 8;
const PARTNER_FACTOR = 0x9e3779b1;

/** Number of a partner's bit, before it is cut to the size of a table. */
export function partnerHash(token: number): number {
  const product = Math.imul(token, PARTNER_FACTOR);
  return product ^ (product >>> 15);
}

/** The least power of two that is not less. */
function powerOfTwo(value: number): number {
  let power = 1;
  while (power < value) power *= 2;
  return power;
}

function countBits(words: Uint32Array): number {
  let count = 0;
  for (const word of words) for (let left = word; left !== 0; left &= left - 1) count++;
  return count;
}

/** The table made shorter while each partner still has enough bits: its halves laid over each other. */
function folded(words: Uint32Array): Uint32Array {
  let size = words.length;
  while (size > 1 && countBits(words.subarray(0, size)) * 2 * BITS_PER_PARTNER <= size * WORD_BITS) {
    size /= 2;
    for (let at = 0; at < size; at++) words[at] = u32At(words, at) | u32At(words, at + size);
  }
  return words.subarray(0, size);
}

/** Gathers pairs. */
export class PairBits {
  readonly #tables: (Uint32Array | undefined)[];

  /** @param partners by token: how many partners it has at most, 0 where it is in no pair */
  constructor(partners: Uint32Array) {
    this.#tables = Array.from(partners, (count) =>
      count === 0 ? undefined : new Uint32Array(powerOfTwo((count * BITS_PER_PARTNER) / WORD_BITS)),
    );
  }

  add(a: number, b: number): void {
    this.#mark(a, b);
    this.#mark(b, a);
  }

  #mark(token: number, partner: number): void {
    const words = this.#tables[token]!;
    const bit = partnerHash(partner) & (words.length * WORD_BITS - 1);
    words[bit >>> 5] = u32At(words, bit >>> 5) | (1 << (bit & 31));
  }

  /** Where the table of each token begins, and one after the last; the tables, each a power of two of words. */
  finish(): { pairBitOffsets: Uint32Array<ArrayBuffer>; pairBits: Uint32Array<ArrayBuffer> } {
    const tables = this.#tables.map((words) => words && folded(words));
    const pairBitOffsets = new Uint32Array(tables.length + 1);
    tables.forEach((words, token) => {
      pairBitOffsets[token + 1] = u32At(pairBitOffsets, token) + (words?.length ?? 0);
    });
    const pairBits = new Uint32Array(u32At(pairBitOffsets, tables.length));
    tables.forEach((words, token) => {
      if (words) pairBits.set(words, u32At(pairBitOffsets, token));
    });
    return { pairBitOffsets, pairBits };
  }
}
