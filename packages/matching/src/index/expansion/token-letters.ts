/** Which letters the tokens of an index have, for all searches of a thread: see `LetterSums`. */

import { type LetterSums, sumLetters } from '../../scoring/letter-sums.ts';
import type { ListIndex } from '../format/list-index.ts';

/** Counted when a token is first asked for: to count all would make the first search of a large list wait. */
export class TokenLetters {
  /** By token; 0 for both where it was not read yet. */
  readonly all: Int32Array;
  readonly hard: Int32Array;
  readonly #token: { codes: Uint8Array; from: number; to: number };
  readonly #sums: LetterSums = { all: 0, hard: 0 };

  readonly #index: ListIndex;
  #sets: Int32Array | undefined;
  #first: Uint8Array | undefined;

  constructor(index: ListIndex) {
    this.#index = index;
    this.all = new Int32Array(index.tokenCount);
    this.hard = new Int32Array(index.tokenCount);
    this.#token = { codes: index.sections.tokenBytes, from: 0, to: 0 };
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

function firstLettersOf({ sections, tokenCount }: ListIndex): Uint8Array {
  const { tokenBytes, tokenOffsets } = sections;
  const letters = new Uint8Array(tokenCount);
  for (let token = 0; token < tokenCount; token++) letters[token] = tokenBytes[tokenOffsets[token]!]!;
  return letters;
}

function letterSetsOf({ sections, tokenCount }: ListIndex): Int32Array {
  const { tokenBytes, tokenOffsets } = sections;
  const sets = new Int32Array(tokenCount);
  for (let token = 0; token < tokenCount; token++) {
    let letters = 0;
    const to = tokenOffsets[token + 1]!;
    for (let at = tokenOffsets[token]!; at < to; at++) letters |= 1 << (tokenBytes[at]! & 31);
    sets[token] = letters;
  }
  return sets;
}
