/** Which letters the tokens of an index have, read once for all searches of a thread: see `LetterSums`. */
import { type LetterSums, sumLetters } from '../scoring/letter-sums.ts';
import type { ListIndex } from './list-index.ts';

export class TokenLetters {
  /** By token. */
  readonly all: Int32Array;
  readonly hard: Int32Array;

  constructor(index: ListIndex) {
    const { tokenBytes, tokenOffsets } = index.sections;
    this.all = new Int32Array(index.tokenCount);
    this.hard = new Int32Array(index.tokenCount);
    const sums: LetterSums = { all: 0, hard: 0 };
    const token = { codes: tokenBytes, from: 0, to: 0 };
    for (let number = 0; number < index.tokenCount; number++) {
      token.from = token.to;
      token.to = tokenOffsets[number + 1]!;
      sumLetters(token, sums);
      this.all[number] = sums.all;
      this.hard[number] = sums.hard;
    }
  }
}
