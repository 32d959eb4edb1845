/** Which letters the tokens of an index have, for all searches of a thread. */

import { soundsIn } from '../../names/skeleton.ts';
import type { ListIndex } from '../format/list-index.ts';
import { u8At, u32At } from '../format/values.ts';

/** Numbers of each token in `shapes`. */
export const SHAPE_NUMBERS = 2;
/** Bits of the second number that state the sounds; the length is above them. */
const LENGTH_SHIFT = 16;

/** How many letters a token has whose sounds and length are these. */
export function lengthOf(soundsAndLength: number): number {
  return soundsAndLength >>> LENGTH_SHIFT;
}

interface LettersOfTokens {
  /**
   * For each token side by side, as they are read together: which letters it has, as `lettersIn` gives them, and its sounds, as
   * `soundsIn` gives them, with its length above these.
   */
  shapes: Int32Array;
  /** By token: the code of its first letter. */
  first: Uint8Array;
}

/** Read on first use: to read all would make the first search of a large list wait. */
export class TokenLetters {
  readonly #index: ListIndex;
  #letters: LettersOfTokens | undefined;

  constructor(index: ListIndex) {
    this.#index = index;
  }

  get shapes(): Int32Array {
    return this.#read().shapes;
  }

  get first(): Uint8Array {
    return this.#read().first;
  }

  #read(): LettersOfTokens {
    if (this.#letters) return this.#letters;
    const { tokenBytes, tokenOffsets } = this.#index.sections;
    const { tokenCount } = this.#index;
    const shapes = new Int32Array(tokenCount * SHAPE_NUMBERS);
    const first = new Uint8Array(tokenCount);
    for (let token = 0; token < tokenCount; token++) {
      const from = u32At(tokenOffsets, token);
      const to = u32At(tokenOffsets, token + 1);
      let letters = 0;
      for (let at = from; at < to; at++) letters |= 1 << (u8At(tokenBytes, at) & 31);
      shapes[token * SHAPE_NUMBERS] = letters;
      shapes[token * SHAPE_NUMBERS + 1] = soundsIn(letters) | ((to - from) << LENGTH_SHIFT);
      first[token] = u8At(tokenBytes, from);
    }
    this.#letters = { shapes, first };
    return this.#letters;
  }
}
