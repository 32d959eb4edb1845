/** Pairs of tokens that names may hold, looked up some hundreds at a time: see `NameBatch`. */
import type { TokenMatches } from '../expansion/token-matches.ts';
import { NUMBER_MASK, tagOf } from '../format/hash-buckets.ts';
import type { ListIndex } from '../format/list-index.ts';
import { partnerHash } from '../format/pair-bits.ts';
import { pairHash } from '../format/token-pairs.ts';
import { f64At, i32At, u32At } from '../format/values.ts';

const SIZE = 256;

export class PairBatch {
  readonly #index: ListIndex;
  readonly #matches: TokenMatches;
  /** The maximum number of pairs of one `look`. */
  readonly max = SIZE;
  /** What the last `look` found: keys, and the match of the other token of each. */
  readonly foundKeys = new Uint32Array(SIZE);
  readonly foundMatches = new Uint32Array(SIZE);
  readonly #keys = new Uint32Array(SIZE);
  readonly #maxWeights = new Float64Array(SIZE);
  readonly #begins = new Uint32Array(SIZE);
  readonly #ends = new Uint32Array(SIZE);
  #size = 0;
  /** Sink of prefetching reads. Without it the compiler could drop the loops that only read. */
  prefetched = 0;

  constructor(index: ListIndex, matches: TokenMatches) {
    this.#index = index;
    this.#matches = matches;
  }

  get isFull(): boolean {
    return this.#size === SIZE;
  }

  /**
   * Looks which pairs of a token with others there may be; seldom states one that there is not.
   * @param own match of the token
   * @param others matches of the others, of which those from–to are looked at
   * @returns how many: see `foundKeys` and `foundMatches`
   */
  look(own: number, others: readonly number[], { from, to }: { from: number; to: number }): number {
    const tokens = this.#matches.token;
    const token = i32At(tokens, own);
    const { pairBitOffsets, pairBits } = this.#index.sections;
    const start = u32At(pairBitOffsets, token);
    const mask = ((u32At(pairBitOffsets, token + 1) - start) << 5) - 1;
    // It is in no pair.
    if (mask < 0) return 0;
    const { foundKeys: keys, foundMatches: found } = this;
    let count = 0;
    for (let at = from; at < to; at++) {
      const match = others[at]!;
      found[count] = match;
      // One more where there is a bit, without a jump.
      const bit = partnerHash(i32At(tokens, match)) & mask;
      count += (pairBits[start + (bit >>> 5)]! >>> (bit & 31)) & 1;
    }
    for (let at = 0; at < count; at++) keys[at] = pairHash(token, i32At(tokens, u32At(found, at)));
    return count;
  }

  /** @param maxWeight what the tokens of a name may weigh at most that holds the pair */
  add(key: number, maxWeight: number): void {
    this.#keys[this.#size] = key;
    this.#maxWeights[this.#size++] = maxWeight;
  }

  /** Hands over the names that hold one of the pairs, and forgets these. */
  finish(visit: (name: number, maxWeight: number) => void): void {
    const { pairOffsets, pairNames } = this.#index.sections;
    const size = this.#size;
    const begins = this.#begins;
    const ends = this.#ends;
    const mask = pairOffsets.length - 2;
    for (let i = 0; i < size; i++) {
      const bucket = u32At(this.#keys, i) & mask;
      begins[i] = u32At(pairOffsets, bucket);
      ends[i] = u32At(pairOffsets, bucket + 1);
    }
    let prefetched = 0;
    for (let i = 0; i < size; i++) prefetched ^= pairNames[u32At(begins, i)]!;
    this.prefetched = prefetched;
    for (let i = 0; i < size; i++) {
      const tag = tagOf(u32At(this.#keys, i));
      for (let at = u32At(begins, i); at < u32At(ends, i); at++) {
        const value = pairNames[at]!;
        if (tagOf(value) === tag) visit(value & NUMBER_MASK, f64At(this.#maxWeights, i));
      }
    }
    this.#size = 0;
  }
}
