/**
 * Names to check, some hundreds at a time. Each lies elsewhere in memory outside the caches. So each step reads for all
 * of them in a loop of its own, and the processor has many reads under way at once.
 */

import type { TokenMatches } from '../expansion/token-matches.ts';
import type { ListIndex } from '../format/list-index.ts';
import { f64At, i32At } from '../format/values.ts';
import type { FirstBound } from './first-bound.ts';
import type { NameBitmap } from './name-bitmap.ts';

const SIZE = 512;

export class NameBatch {
  readonly #index: ListIndex;
  readonly names = new Int32Array(SIZE);
  /** What the tokens of each name may weigh at most. */
  readonly maxWeights = new Float64Array(SIZE);
  /** Where the tokens of each name lie, and its block. */
  readonly froms = new Int32Array(SIZE);
  readonly blocks = new Int32Array(SIZE);
  size = 0;
  /** Sink of prefetching reads. Without it the compiler could drop the loops that only read. */
  prefetched = 0;

  constructor(index: ListIndex) {
    this.#index = index;
  }

  get isFull(): boolean {
    return this.size === SIZE;
  }

  add(name: number, maxWeight: number): void {
    this.names[this.size] = name;
    this.maxWeights[this.size++] = maxWeight;
  }

  /**
   * Leaves out the names that are too heavy, and brings the tokens of the others near.
   * @param checked names that were checked already, and are left out too
   */
  prepare(checked: NameBitmap | undefined): void {
    const { blocks } = this.#index;
    const { names, maxWeights, froms } = this;
    let size = 0;
    for (let i = 0; i < this.size; i++) {
      const name = i32At(names, i);
      if (checked?.has(name)) continue;
      const block = blocks.blockOf(name);
      names[size] = name;
      this.blocks[size] = block;
      froms[size] = blocks.tokensFrom(name, block);
      if (f64At(blocks.weights, block) <= f64At(maxWeights, i)) size++;
    }
    this.size = size;
    const { nameTokens } = this.#index.sections;
    let prefetched = 0;
    for (let i = 0; i < size; i++) prefetched ^= nameTokens[i32At(froms, i)]!;
    this.prefetched = prefetched;
  }

  #move(from: number, to: number): void {
    this.names[to] = i32At(this.names, from);
    this.froms[to] = i32At(this.froms, from);
    this.blocks[to] = i32At(this.blocks, from);
  }

  /** Keeps the names of which two tokens may match something. */
  keepWithTwoMatches(matches: TokenMatches): void {
    const { nameTokens } = this.#index.sections;
    const { lengths } = this.#index.blocks;
    let size = 0;
    for (let i = 0; i < this.size; i++) {
      const from = i32At(this.froms, i);
      const end = from + i32At(lengths, i32At(this.blocks, i));
      this.#move(i, size);
      if (matches.mayMatchTwo(nameTokens, from, end)) size++;
    }
    this.size = size;
  }

  /** Marks the names, and keeps each once. */
  skipChecked(checked: NameBitmap): void {
    let size = 0;
    for (let i = 0; i < this.size; i++) {
      const name = i32At(this.names, i);
      if (checked.has(name)) continue;
      checked.add(name);
      this.#move(i, size++);
    }
    this.size = size;
  }

  /** Keeps the names whose tokens may add enough together, see `FirstBound`. */
  keepReachable(firstBound: FirstBound): void {
    const { nameTokens } = this.#index.sections;
    const { lengths, weights } = this.#index.blocks;
    let size = 0;
    for (let i = 0; i < this.size; i++) {
      const from = i32At(this.froms, i);
      const block = i32At(this.blocks, i);
      this.#move(i, size);
      if (firstBound.mayReach(nameTokens, from, from + i32At(lengths, block), f64At(weights, block))) size++;
    }
    this.size = size;
  }
}
