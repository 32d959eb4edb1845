/**
 * Names that are to be checked, some hundreds at a time. Each lies somewhere else in far memory: what is asked of all of
 * them is read in loops of its own, one step for all names after the other, so that many reads are under way at once.
 */
import type { ListIndex } from './list-index.ts';
import type { Meetings } from './meetings.ts';
import type { NameMarks } from './name-marks.ts';
import type { TokenGains } from './token-gains.ts';

const SIZE = 512;

export class NameBatch {
  readonly #index: ListIndex;
  readonly names = new Int32Array(SIZE);
  /** What the tokens of each name may weigh at most. */
  readonly mostWeights = new Float64Array(SIZE);
  /** Where the tokens of each name lie, and its block. */
  readonly froms = new Int32Array(SIZE);
  readonly blocks = new Int32Array(SIZE);
  size = 0;
  /** Takes what was only read so that it lies near. */
  near = 0;

  constructor(index: ListIndex) {
    this.#index = index;
  }

  get isFull(): boolean {
    return this.size === SIZE;
  }

  add(name: number, mostWeight: number): void {
    this.names[this.size] = name;
    this.mostWeights[this.size++] = mostWeight;
  }

  /**
   * Leaves out the names that are too heavy, and brings the tokens of the others near.
   * @param marks names that were checked already, and are left out too
   */
  prepare(marks: NameMarks | undefined): void {
    const { blocks } = this.#index;
    const { names, mostWeights, froms } = this;
    let size = 0;
    for (let i = 0; i < this.size; i++) {
      const name = names[i]!;
      if (marks?.has(name)) continue;
      const block = blocks.blockOf(name);
      names[size] = name;
      this.blocks[size] = block;
      froms[size] = blocks.tokensFrom(name, block);
      if (blocks.weights[block]! <= mostWeights[i]!) size++;
    }
    this.size = size;
    const { nameTokens } = this.#index.sections;
    let near = 0;
    for (let i = 0; i < size; i++) near ^= nameTokens[froms[i]!]!;
    this.near = near;
  }

  /** Keeps the names of which two tokens may meet something. */
  keepTwo(meetings: Meetings): void {
    const { names, froms } = this;
    const { nameTokens } = this.#index.sections;
    const { lengths } = this.#index.blocks;
    let size = 0;
    for (let i = 0; i < this.size; i++) {
      const from = froms[i]!;
      const block = this.blocks[i]!;
      names[size] = names[i]!;
      this.blocks[size] = block;
      froms[size] = from;
      if (meetings.mayMeetTwo(nameTokens, from, from + lengths[block]!)) size++;
    }
    this.size = size;
  }

  /** Marks the names, and keeps each once. */
  mark(marks: NameMarks): void {
    const { names, froms, blocks } = this;
    let size = 0;
    for (let i = 0; i < this.size; i++) {
      const name = names[i]!;
      if (marks.has(name)) continue;
      marks.add(name);
      names[size] = name;
      blocks[size] = blocks[i]!;
      froms[size++] = froms[i]!;
    }
    this.size = size;
  }

  /** Keeps the names whose tokens may gain enough together, see `TokenGains`. */
  keepGainful(gains: TokenGains): void {
    const { names, froms, blocks } = this;
    const { nameTokens } = this.#index.sections;
    const { lengths, weights } = this.#index.blocks;
    let size = 0;
    for (let i = 0; i < this.size; i++) {
      const from = froms[i]!;
      const block = blocks[i]!;
      names[size] = names[i]!;
      blocks[size] = block;
      froms[size] = from;
      if (gains.mayReach(nameTokens, from, from + lengths[block]!, weights[block]!)) size++;
    }
    this.size = size;
  }

  /** Brings near what is known of the names' tokens. */
  readTokens(heads: Int32Array): void {
    const { nameTokens } = this.#index.sections;
    const { lengths } = this.#index.blocks;
    let near = 0;
    for (let i = 0; i < this.size; i++) {
      const from = this.froms[i]!;
      const to = from + lengths[this.blocks[i]!]!;
      for (let at = from; at < to; at++) near ^= heads[nameTokens[at]!]!;
    }
    this.near ^= near;
  }
}
