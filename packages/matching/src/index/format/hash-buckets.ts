/** Hash buckets in two flat arrays: where each bucket starts, and the values of all buckets one after another. */

import { larger, u32At } from './values.ts';

export interface HashBuckets {
  offsets: Uint32Array<ArrayBuffer>;
  values: Uint32Array<ArrayBuffer>;
}

/** Bits of a value that carry its number; the bits above carry a tag, which is part of its key's hash where nothing else is stated. */
export const NUMBER_BITS = 24;
export const NUMBER_MASK = (1 << NUMBER_BITS) - 1;

/** The bits above the number: of a hash what states keys of one bucket apart, of a value its tag. */
export function tagOf(hash: number): number {
  return (hash & ~NUMBER_MASK) >>> 0;
}

/** A growing list of unsigned numbers. */
export class NumberList {
  #values = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) this.#values = larger(this.#values, this.length * 2);
    this.#values[this.length++] = value;
  }

  /** The numbers so far, without a copy. */
  get values(): Uint32Array {
    return this.#values.subarray(0, this.length);
  }

  finish(): Uint32Array<ArrayBuffer> {
    return this.#values.slice(0, this.length);
  }
}

/** Gathers (hash, number) pairs without boxing them. */
export class HashBucketWriter {
  readonly #hashes = new NumberList();
  readonly #values = new NumberList();
  #largest = 0;

  /** @param tag what the value carries above its number */
  add(hash: number, number: number, tag = tagOf(hash)): void {
    this.#hashes.push(hash);
    this.#values.push(number | tag);
    if (number > this.#largest) this.#largest = number;
  }

  /** Gives every number another: the one at its place, of as many. */
  renumber(numbers: Uint32Array): void {
    const { values } = this.#values;
    values.forEach((value, i) => {
      values[i] = u32At(numbers, value & NUMBER_MASK) | tagOf(value);
    });
  }

  /**
   * @param perBucket aimed number of values in a bucket
   * @throws RangeError when a number is 2^24 or more: values carry a tag above it
   */
  finish(perBucket: number): HashBuckets {
    if (this.#largest > NUMBER_MASK) throw new RangeError(`more than ${NUMBER_MASK} numbers to index`);
    let count = 1;
    while (count * perBucket < this.#hashes.length) count *= 2;
    const keys = this.#hashes.values.map((hash) => hash & (count - 1));
    return grouped(this.#values.values, keys, count);
  }
}

/** The numbers in the bucket of a hash whose values carry this tag, added to others. */
export function bucketOf(
  { offsets, values }: HashBuckets,
  hash: number,
  { tag = tagOf(hash), into: found = [] }: { tag?: number; into?: number[] } = {},
): number[] {
  const bucket = hash & (offsets.length - 2);
  for (let at = u32At(offsets, bucket); at < u32At(offsets, bucket + 1); at++) {
    const value = u32At(values, at);
    if (tagOf(value) === tag) found.push(value & NUMBER_MASK);
  }
  return found;
}

/** Values in the order of their keys, 0 to `count` − 1, and where those of each key begin; those of one stay as they were. */
export function grouped(values: Uint32Array, keys: Uint32Array, count: number): HashBuckets {
  const offsets = new Uint32Array(count + 1);
  for (const key of keys) offsets[key + 1] = u32At(offsets, key + 1) + 1;
  for (let key = 0; key < count; key++) offsets[key + 1] = u32At(offsets, key + 1) + u32At(offsets, key);
  const next = offsets.slice();
  const sorted = new Uint32Array(values.length);
  keys.forEach((key, i) => {
    const at = u32At(next, key);
    next[key] = at + 1;
    sorted[at] = u32At(values, i);
  });
  return { offsets, values: sorted };
}
