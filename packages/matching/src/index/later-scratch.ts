/** Working memory of `LaterMeetings`, one per opened index and thread. */
import type { ListIndex } from './list-index.ts';
import { SpelledToken } from './spelled-token.ts';

/** What `LaterMeetings` needs of every token, and tokens that are compared. */
export class LaterScratch {
  readonly #index: ListIndex;
  readonly #tokens: SpelledToken[] = [];
  /** By token, side by side for one read of far memory: its letters, see `lettersIn`, and the last search that asked. */
  readonly known: Int32Array;
  #search = 0;

  constructor(index: ListIndex) {
    const { tokenBytes, tokenOffsets } = index.sections;
    this.#index = index;
    this.known = new Int32Array(2 * index.tokenCount);
    for (let token = 0; token < index.tokenCount; token++) {
      let letters = 0;
      const to = tokenOffsets[token + 1]!;
      for (let at = tokenOffsets[token]!; at < to; at++) letters |= 1 << (tokenBytes[at]! & 31);
      this.known[2 * token] = letters;
    }
  }

  nextSearch(): number {
    if (this.#search === 0x7fffffff) {
      for (let at = 1; at < this.known.length; at += 2) this.known[at] = 0;
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
