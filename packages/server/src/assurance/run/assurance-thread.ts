/** A thread of a run on the command line: test records in, results out. */
import { type MatchPolicy, openVersion } from '@gatehouse/matching';
import { workerData } from 'piscina';
import type { SharedListVersion } from '../../lists/index-files/index.ts';
import type { TestRecord } from '../pack/test-record.ts';
import { type RecordResult, recordScreener } from './screen-record.ts';

/** What every thread is given once. */
export interface AssuranceThreadData {
  readonly lists: readonly SharedListVersion[];
  readonly policy: MatchPolicy;
}

const { lists, policy } = workerData as AssuranceThreadData;
const screenOne = recordScreener(
  lists.map((list) => openVersion(list)),
  policy,
);

/** The public API of the thread. */
export function screenRecords(records: readonly TestRecord[]): RecordResult[] {
  return records.map(screenOne);
}
