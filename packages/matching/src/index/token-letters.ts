/** Which letters the tokens of an index have, for all searches of a thread: see `LetterSums`. */
import { type LetterSums, sumLetters } from '../scoring/letter-sums.ts';
import type { ListIndex } from './list-index.ts';

/** Counted when a token is first asked for: to count all would make the first search of a large list wait. */
export class TokenLetters {
  /** By token; 0 for both where it was not read yet. */
  readonly all: Int32Array;
  readonly hard: Int32Array;
  readonly #token: { codes: Uint8Array; from: number; to: number };
  readonly #sums: LetterSums = { all: 0, hard: 0 };

  constructor(index: ListIndex) {
    this.all = new Int32Array(index.tokenCount);
    this.hard = new Int32Array(index.tokenCount);
    this.#token = { codes: index.sections.tokenBytes, from: 0, to: 0 };
  }

  /** Counts the letters of a token, which lie from–to among those of all. */
  read(number: number, from: number, to: number): void {
    const token = this.#token;
    token.from = from;
    token.to = to;
    sumLetters(token, this.#sums);
    this.all[number] = this.#sums.all;
    this.hard[number] = this.#sums.hard;
  }
}
