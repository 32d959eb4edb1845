/** Which letters the tokens of an index have, for all searches of a thread. */

import type { ListIndex } from '../format/list-index.ts';
import { u8At, u32At } from '../format/values.ts';

/** Read when first asked for: to read all would make the first search of a large list wait. */
export class TokenLetters {
  readonly #index: ListIndex;
  #sets: Int32Array | undefined;
  #first: Uint8Array | undefined;

  constructor(index: ListIndex) {
    this.#index = index;
  }

  /** By token: which letters it has, as `lettersIn` gives them. */
  get sets(): Int32Array {
    this.#sets ??= letterSetsOf(this.#index);
    return this.#sets;
  }

  /** By token: the code of its first letter. */
  get first(): Uint8Array {
    this.#first ??= firstLettersOf(this.#index);
    return this.#first;
  }
}

function firstLettersOf({ sections, tokenCount }: ListIndex): Uint8Array {
  const { tokenBytes, tokenOffsets } = sections;
  const letters = new Uint8Array(tokenCount);
  for (let token = 0; token < tokenCount; token++)
    letters[token] = u8At(tokenBytes, u32At(tokenOffsets, token));
  return letters;
}

function letterSetsOf({ sections, tokenCount }: ListIndex): Int32Array {
  const { tokenBytes, tokenOffsets } = sections;
  const sets = new Int32Array(tokenCount);
  for (let token = 0; token < tokenCount; token++) {
    let letters = 0;
    const to = u32At(tokenOffsets, token + 1);
    for (let at = u32At(tokenOffsets, token); at < to; at++) letters |= 1 << (u8At(tokenBytes, at) & 31);
    sets[token] = letters;
  }
  return sets;
}
