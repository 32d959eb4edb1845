/** Working memory of searches: tables as long as the dictionary or the names, kept from search to search. */
import { TokenExpander } from '../expansion/token-expander.ts';
import { TokenLetters } from '../expansion/token-letters.ts';
import { TokenMatches } from '../expansion/token-matches.ts';
import type { ListIndex } from '../format/list-index.ts';
import { FirstBound } from './first-bound.ts';
import { NameBatch } from './name-batch.ts';
import { NameBitmap } from './name-bitmap.ts';
import { NameBound } from './name-bound.ts';
import { PairBatch } from './pair-batch.ts';

/** From how much work on a search does more to save some. It finds the same names at any values. */
interface SearchTuning {
  /** How many names one look-up by a pair of tokens is worth; infinite to look for pairs whenever it is possible. */
  pairWorth: number;
  /** How many names are examined without a first bound of each. */
  fewNames: number;
  /** How many names a search examines without looking for better ones first. */
  muchWork: number;
}

/** What searches of one index share, one after the other: each clears what it touched. */
export type SearchMemory = ReturnType<typeof newMemory>;

function newMemory(index: ListIndex) {
  const tuning: SearchTuning = { pairWorth: 1, fewNames: 300, muchWork: 6000 };
  const matches = new TokenMatches(index.tokenCount);
  const letters = new TokenLetters(index);
  return {
    letters,
    expander: new TokenExpander(index),
    matches,
    batch: new NameBatch(index),
    pairs: new PairBatch(index, matches),
    firstBound: new FirstBound(index),
    bound: new NameBound({ index, matches, letters }),
    /** Names that this search has checked already. */
    checkedNames: new NameBitmap(index.nameCount),
    tuning,
  };
}

const memories = new WeakMap<ListIndex, SearchMemory>();

/** The memory of searches of an index, one for each thread that opened it. */
export function searchMemoryOf(index: ListIndex): SearchMemory {
  let memory = memories.get(index);
  if (!memory) {
    memory = newMemory(index);
    memories.set(index, memory);
  }
  return memory;
}
