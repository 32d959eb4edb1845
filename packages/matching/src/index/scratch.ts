/** Working memory of searches, one per opened index and thread. */
import type { TokenExpansion } from './expansion.ts';
import { KeptLately } from './kept-lately.ts';
import type { ListIndex } from './list-index.ts';
import { Meetings } from './meetings.ts';
import { NameBatch } from './name-batch.ts';
import { NameMarks } from './name-marks.ts';
import { PairBatch } from './pair-batch.ts';
import { SpelledLike } from './spelled-like.ts';
import { TokenGains } from './token-gains.ts';

/** Expansions that are kept for further searches, and as many older ones. */
const KEPT_EXPANSIONS = 4096;

/** Tables as long as the dictionary, cleared after each search by what was touched. */
export class Scratch {
  readonly meetings: Meetings;
  readonly spelledLike: SpelledLike;
  /** What query tokens were expanded to, by token: given names come again and again. */
  readonly expansions = new KeptLately<TokenExpansion>(KEPT_EXPANSIONS);
  readonly batch: NameBatch;
  readonly pairs: PairBatch;
  readonly gains: TokenGains;
  readonly marks: NameMarks;
  /** By token: its letters, as `lettersIn` tells them. */
  readonly tokenLetters: Int32Array;
  /** How many names one look-up by a pair of tokens is worth; infinite to look for pairs whenever it is possible. */
  pairWorth = 1;
  /** How many names are looked at without a first bound of each. */
  fewNames = 300;
  /** How many names a search looks at without looking for better ones first. */
  muchWork = 6000;

  readonly #index: ListIndex;
  #firstLetters: Uint8Array | undefined;

  constructor(index: ListIndex) {
    this.#index = index;
    this.gains = new TokenGains(index);
    this.meetings = new Meetings(index.tokenCount);
    this.spelledLike = new SpelledLike(index);
    this.batch = new NameBatch(index);
    this.pairs = new PairBatch(index);
    this.marks = new NameMarks(index.nameCount);
    this.tokenLetters = tokenLettersOf(index);
  }

  /** By token: the code of its first letter, read when it is first asked for. */
  get firstLetters(): Uint8Array {
    this.#firstLetters ??= firstLettersOf(this.#index);
    return this.#firstLetters;
  }
}

function firstLettersOf({ sections, tokenCount }: ListIndex): Uint8Array {
  const { tokenBytes, tokenOffsets } = sections;
  const letters = new Uint8Array(tokenCount);
  for (let token = 0; token < tokenCount; token++) letters[token] = tokenBytes[tokenOffsets[token]!]!;
  return letters;
}

function tokenLettersOf({ sections, tokenCount }: ListIndex): Int32Array {
  const { tokenBytes, tokenOffsets } = sections;
  const all = new Int32Array(tokenCount);
  for (let token = 0; token < tokenCount; token++) {
    let letters = 0;
    const to = tokenOffsets[token + 1]!;
    for (let at = tokenOffsets[token]!; at < to; at++) letters |= 1 << (tokenBytes[at]! & 31);
    all[token] = letters;
  }
  return all;
}
