/** Hash buckets in two flat arrays: where each bucket starts, and the values of all buckets one after another. */

export interface HashBuckets {
  offsets: Uint32Array;
  values: Uint32Array;
}

/** Bits of a value that carry its number; the bits above carry a tag, which is part of its key's hash where nothing else is stated. */
export const NUMBER_BITS = 24;
export const NUMBER_MASK = (1 << NUMBER_BITS) - 1;

/** The bits above the number: of a hash what states keys of one bucket apart, of a value its tag. */
export function tagOf(hash: number): number {
  return (hash & ~NUMBER_MASK) >>> 0;
}

const WORD_BITS = 32;
const BITS_PER_VALUE = 4;
/** Of a hash of 32 bits no more can be stated apart. */
const MAX_WORDS = 1 << 27;

/** By how much a hash is shifted to its bit among so many words: buckets go by the lower end of hashes. */
export function shiftOf(words: number): number {
  return Math.clz32(words * WORD_BITS - 1);
}

/** Gathers (hash, number) pairs without boxing them. */
export class HashBucketWriter {
  #hashes = new Uint32Array(1024);
  #values = new Uint32Array(1024);
  #size = 0;
  #largest = 0;

  /** @param tag what the value carries above its number */
  add(hash: number, number: number, tag = tagOf(hash)): void {
    if (this.#size === this.#hashes.length) {
      this.#hashes = grown(this.#hashes);
      this.#values = grown(this.#values);
    }
    this.#hashes[this.#size] = hash;
    this.#values[this.#size] = number | tag;
    if (number > this.#largest) this.#largest = number;
    this.#size++;
  }

  /** A bit for the hash of every value (see `shiftOf`), a quarter of them set at most. */
  bits(): Uint32Array {
    let words = 1;
    while (words * WORD_BITS < this.#size * BITS_PER_VALUE && words < MAX_WORDS) words *= 2;
    const bits = new Uint32Array(words);
    const shift = shiftOf(words);
    for (let i = 0; i < this.#size; i++) {
      const at = this.#hashes[i]! >>> shift;
      bits[at >>> 5]! |= 1 << (at & 31);
    }
    return bits;
  }

  /** Gives every number another: the one at its place, of as many. */
  renumber(numbers: Uint32Array): void {
    for (let i = 0; i < this.#size; i++) {
      const value = this.#values[i]!;
      const number = numbers[value & NUMBER_MASK]!;
      this.#values[i] = number | tagOf(value);
    }
  }

  /**
   * @param perBucket aimed number of values in a bucket
   * @throws RangeError when a number is 2^24 or more: values carry a tag above it
   */
  finish(perBucket: number): HashBuckets {
    if (this.#largest > NUMBER_MASK) throw new RangeError(`more than ${NUMBER_MASK} numbers to index`);
    let count = 1;
    while (count * perBucket < this.#size) count *= 2;
    const offsets = new Uint32Array(count + 1);
    const mask = count - 1;
    for (let i = 0; i < this.#size; i++) offsets[(this.#hashes[i]! & mask) + 1]!++;
    for (let i = 0; i < count; i++) offsets[i + 1]! += offsets[i]!;
    const next = offsets.slice(0, count);
    const values = new Uint32Array(this.#size);
    for (let i = 0; i < this.#size; i++) {
      const hash = this.#hashes[i]!;
      const at = next[hash & mask]!++;
      values[at] = this.#values[i]!;
    }
    return { offsets, values };
  }
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** A growing list of unsigned numbers. */
export class NumberList {
  #values = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) this.#values = grown(this.#values);
    this.#values[this.length++] = value;
  }

  finish(): Uint32Array {
    return this.#values.slice(0, this.length);
  }
}
