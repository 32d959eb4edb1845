/** Working memory of searches: tables as long as an index has tokens or names, kept from search to search. */
import { TokenExpander } from './expand.ts';
import type { ListIndex } from './list-index.ts';
import { Meetings } from './meetings.ts';
import { NameBatch } from './name-batch.ts';
import { NameMarks } from './name-marks.ts';
import { PairBatch } from './pair-batch.ts';
import { TokenGains } from './token-gains.ts';
import { TokenLetters } from './token-letters.ts';

/** From how much work on a search does more to save some. It finds the same names at any values. */
export interface SearchTuning {
  /** How many names one look-up by a pair of tokens is worth; infinite to look for pairs whenever it is possible. */
  pairWorth: number;
  /** How many names are looked at without a first bound of each. */
  fewNames: number;
  /** How many names a search looks at without looking for better ones first. */
  muchWork: number;
}

/** What searches of one index share, one after the other: each clears what it touched. */
export class SearchMemory {
  readonly letters: TokenLetters;
  readonly expander: TokenExpander;
  readonly meetings: Meetings;
  readonly batch: NameBatch;
  readonly pairs: PairBatch;
  readonly gains: TokenGains;
  readonly marks: NameMarks;
  readonly tuning: SearchTuning = { pairWorth: 1, fewNames: 300, muchWork: 6000 };

  constructor(index: ListIndex) {
    this.letters = new TokenLetters(index);
    this.expander = new TokenExpander(index, this.letters);
    this.meetings = new Meetings(index.tokenCount);
    this.batch = new NameBatch(index);
    this.pairs = new PairBatch(index);
    this.gains = new TokenGains(index);
    this.marks = new NameMarks(index.nameCount);
  }
}

const memories = new WeakMap<ListIndex, SearchMemory>();

/** The memory of searches of an index, one for each thread that opened it. */
export function searchMemoryOf(index: ListIndex): SearchMemory {
  let memory = memories.get(index);
  if (!memory) {
    memory = new SearchMemory(index);
    memories.set(index, memory);
  }
  return memory;
}
