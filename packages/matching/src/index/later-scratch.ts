/** Working memory of `LaterMeetings`, one per opened index and thread. */
import type { ListIndex } from './list-index.ts';
import { SpelledToken } from './spelled-token.ts';

/** What `LaterMeetings` needs of every token, and tokens that are compared. */
export class LaterScratch {
  readonly #index: ListIndex;
  readonly #tokens: SpelledToken[] = [];
  readonly asked: Uint32Array;
  /** By token: which letters it has, see `lettersIn`. */
  readonly letters: Int32Array;
  #search = 0;

  constructor(index: ListIndex) {
    const { tokenBytes, tokenOffsets } = index.sections;
    this.#index = index;
    this.asked = new Uint32Array(index.tokenCount);
    this.letters = new Int32Array(index.tokenCount);
    for (let token = 0; token < this.letters.length; token++) {
      let letters = 0;
      const to = tokenOffsets[token + 1]!;
      for (let at = tokenOffsets[token]!; at < to; at++) letters |= 1 << (tokenBytes[at]! & 31);
      this.letters[token] = letters;
    }
  }

  nextSearch(): number {
    if (this.#search === 0xffffffff) {
      this.asked.fill(0);
      this.#search = 0;
    }
    return ++this.#search;
  }

  /** The n-th token that one search compares. */
  token(n: number): SpelledToken {
    this.#tokens[n] ??= new SpelledToken(this.#index);
    return this.#tokens[n]!;
  }
}
