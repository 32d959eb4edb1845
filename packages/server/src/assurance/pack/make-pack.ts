import type { LayeredList } from '@gatehouse/matching';
import { cleanRecords } from './clean-records.ts';
import { readCandidates } from './list-candidates.ts';
import { listedRecords } from './listed-records.ts';
import type { TestRecord } from './test-record.ts';

export interface PackSettings {
  readonly seed: number;
  /** Records in all. */
  readonly size: number;
  /** Control records come from elsewhere: the pack has none. */
  readonly isWithoutClean?: boolean;
}

export const maxPackSize = 1_000_000;
/** How many of so many records should find nothing. */
export function cleanSize(size: number): number {
  return Math.round(size * 0.2);
}

export interface TestPack {
  readonly records: readonly TestRecord[];
  /** What the lists have of each group, for what a record stands for. */
  readonly groups: readonly {
    readonly list: string;
    readonly entityType: string;
    readonly fact: string;
    readonly available: number;
  }[];
}

/** The pack of a seed: the same lists, seed and size give the same records in the same order. */
export function makePack(
  lists: readonly LayeredList[],
  { seed, size, isWithoutClean }: PackSettings,
): TestPack {
  const groups = readCandidates(lists, seed);
  const clean = isWithoutClean === true ? [] : cleanRecords(cleanSize(size), seed);
  // There are fewer made-up names than a large pack asks for: entries fill it up.
  const others = isWithoutClean === true ? cleanSize(size) : clean.length;
  const listed = listedRecords(groups, size - others, seed);
  return {
    records: [...listed, ...clean],
    groups: groups.map(({ source, entityType, fact, available }) => ({
      list: source,
      entityType,
      fact,
      available,
    })),
  };
}
