/** Which letters the tokens of an index have, for all searches of a thread. */

import type { ListIndex } from '../format/list-index.ts';
import { u8At, u32At } from '../format/values.ts';

/** Read on first use: to read all would make the first search of a large list wait. */
export class TokenLetters {
  readonly #index: ListIndex;
  #letters: { sets: Int32Array; first: Uint8Array } | undefined;

  constructor(index: ListIndex) {
    this.#index = index;
  }

  /** By token: which letters it has, as `lettersIn` gives them. */
  get sets(): Int32Array {
    return this.#read().sets;
  }

  /** By token: the code of its first letter. */
  get first(): Uint8Array {
    return this.#read().first;
  }

  #read(): { sets: Int32Array; first: Uint8Array } {
    if (this.#letters) return this.#letters;
    const { tokenBytes, tokenOffsets } = this.#index.sections;
    const sets = new Int32Array(this.#index.tokenCount);
    const first = new Uint8Array(this.#index.tokenCount);
    for (let token = 0; token < sets.length; token++) {
      const from = u32At(tokenOffsets, token);
      let letters = 0;
      for (let at = from; at < u32At(tokenOffsets, token + 1); at++)
        letters |= 1 << (u8At(tokenBytes, at) & 31);
      sets[token] = letters;
      first[token] = u8At(tokenBytes, from);
    }
    this.#letters = { sets, first };
    return this.#letters;
  }
}
