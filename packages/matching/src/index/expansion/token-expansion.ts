/** The list tokens that one token may match, and how they are gathered. */
import type { ListIndex } from '../format/list-index.ts';

/** List tokens that one token may match, by themselves and as the ends of several that it joins. */
export interface TokenExpansion {
  /** Tokens, and what is known of each: similarity, letters, roles as the index packs them, names that hold it. */
  tokens: Int32Array;
  similarities: Float64Array;
  lengths: Uint32Array;
  roles: Uint8Array;
  frequencies: Uint32Array;
  first: readonly number[];
  last: readonly number[];
}

/** Gathers what a token may match, with what the search asks of each: it lies far apart in a large index. */
export class Gathering {
  #tokens = new Int32Array(512);
  #similarities = new Float64Array(512);
  #size = 0;

  add(token: number, similarity: number): void {
    if (similarity <= 0) return;
    if (this.#size === this.#tokens.length) {
      const tokens = new Int32Array(this.#size * 2);
      tokens.set(this.#tokens);
      this.#tokens = tokens;
      const similarities = new Float64Array(this.#size * 2);
      similarities.set(this.#similarities);
      this.#similarities = similarities;
    }
    this.#tokens[this.#size] = token;
    this.#similarities[this.#size++] = similarity;
  }

  /** What was gathered, and nothing any more. */
  finish(index: ListIndex, ends: { first: readonly number[]; last: readonly number[] }): TokenExpansion {
    const { tokenRoles, tokenOffsets, postingOffsets } = index.sections;
    const size = this.#size;
    const tokens = this.#tokens.slice(0, size);
    const lengths = new Uint32Array(size);
    const roles = new Uint8Array(size);
    const frequencies = new Uint32Array(size);
    for (let i = 0; i < size; i++) {
      const token = tokens[i]!;
      lengths[i] = tokenOffsets[token + 1]! - tokenOffsets[token]!;
      roles[i] = tokenRoles[token]!;
      frequencies[i] = postingOffsets[token + 1]! - postingOffsets[token]!;
    }
    this.#size = 0;
    const similarities = this.#similarities.slice(0, size);
    return { tokens, similarities, lengths, roles, frequencies, ...ends };
  }
}
