/** One token compared with many others: what depends on it alone is computed once. */

import { EDIT_PARTS, MAX_TOKEN, SPARSE_VOWELS_COST, UNVOWELLED_COST } from '../weights.ts';
import { CostRows } from './cost-rows.ts';
import {
  CODES,
  type Coded,
  editDistance,
  hasNoVowels,
  hasSparseVowels,
  INFINITE_PARTS,
  isVowel,
  NORMAL_VOWELS,
  partsOf,
  vowelsOf,
} from './edit-cost.ts';

/** Longer tokens have more letters than an integer has bits. */
const LONGEST_IN_BITS = 31;

export class SpellingComparer {
  readonly #own: Coded = { codes: new Uint8Array(MAX_TOKEN), from: 0, to: 0 };
  #text = '';
  /** By letter: at which places it occurs in the own token. */
  readonly #places = new Int32Array(CODES);
  #isUnvowelled = false;
  #isSparse = false;
  /** Weighed edits, by what a vowel costs that only one of two tokens writes. */
  readonly #normal: CostRows;
  readonly #unvowelled: CostRows;
  readonly #sparse: CostRows;

  constructor() {
    this.#normal = new CostRows(this.#own, NORMAL_VOWELS);
    this.#unvowelled = new CostRows(this.#own, UNVOWELLED_COST);
    this.#sparse = new CostRows(this.#own, SPARSE_VOWELS_COST);
  }

  /** Takes the token to compare with others; of 40 letters at most. */
  start(token: string): void {
    const { codes, to } = this.#own;
    for (let i = 0; i < to; i++) this.#places[codes[i]!] = 0;
    this.#text = token;
    for (let i = 0; i < token.length; i++) {
      const code = token.charCodeAt(i);
      codes[i] = code;
      this.#places[code]! |= 1 << i;
    }
    this.#own.to = token.length;
    const vowels = vowelsOf(this.#own);
    this.#isUnvowelled = hasNoVowels(vowels, token.length);
    this.#isSparse = hasSparseVowels(vowels, token.length);
    for (const rows of [this.#normal, this.#unvowelled, this.#sparse]) rows.clear();
  }

  /** Whether `edits` is fast: for tokens of no more letters than an integer has bits. */
  get countsEdits(): boolean {
    return this.#own.to <= LONGEST_IN_BITS;
  }

  /**
   * Plain edits to the letters from–to of `codes`, swaps of neighbours counted once, as `editDistance` counts them;
   * a whole column at a time in the bits of an integer (Hyyrö 2003).
   */
  edits(codes: Uint8Array, from: number, to: number): number {
    const places = this.#places;
    const length = this.#own.to;
    if (length > LONGEST_IN_BITS) {
      const other = String.fromCharCode(...codes.subarray(from, to));
      return editDistance(this.#text, other, MAX_TOKEN);
    }
    const lastBit = 1 << (length - 1);
    let higher = -1;
    let lower = 0;
    let diagonal = 0;
    let before = 0;
    let edits = length;
    for (let at = from; at < to; at++) {
      const here = places[codes[at]!]!;
      const swapped = ((~diagonal & here) << 1) & before;
      diagonal = ((((here & higher) + higher) | 0) ^ higher) | here | lower | swapped;
      let right = lower | ~(diagonal | higher);
      const left = diagonal & higher;
      if (right & lastBit) edits++;
      if (left & lastBit) edits--;
      right = (right << 1) | 1;
      higher = (left << 1) | ~(diagonal | right);
      lower = right & diagonal;
      before = here;
    }
    return edits;
  }

  /**
   * Weighed edits to the letters from–to of `codes` as `editCost` weighs them; infinite when they must be more than
   * `most`.
   */
  cost(codes: Uint8Array, from: number, to: number, most: number): number {
    const parts = this.#rowsFor(codes, from, to).cost(codes, from, to - from, partsOf(most));
    return parts === INFINITE_PARTS ? Number.POSITIVE_INFINITY : parts / EDIT_PARTS;
  }

  /** See `vowelCostOf`. */
  #rowsFor(codes: Uint8Array, from: number, to: number): CostRows {
    let vowels = 0;
    for (let at = from; at < to; at++) vowels += isVowel[codes[at]!]!;
    if (hasNoVowels(vowels, to - from) !== this.#isUnvowelled) return this.#unvowelled;
    return hasSparseVowels(vowels, to - from) === this.#isSparse ? this.#normal : this.#sparse;
  }
}
