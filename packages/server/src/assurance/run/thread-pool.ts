import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { TestRecord } from '../pack/test-record.ts';
import type { AssuranceThreadData } from './assurance-thread.ts';
import type { RecordResult } from './screen-record.ts';

/** Threads that screen records of a pack. */
export interface RecordThreads {
  screen(records: readonly TestRecord[]): Promise<readonly RecordResult[]>;
  close(): Promise<void>;
}

export function openRecordThreads(data: AssuranceThreadData, threads: number): RecordThreads {
  const pool = new Piscina<readonly TestRecord[], RecordResult[]>({
    filename: fileURLToPath(new URL('./assurance-thread.ts', import.meta.url)),
    name: 'screenRecords',
    minThreads: threads,
    maxThreads: threads,
    workerData: data,
  });
  return { screen: (records) => pool.run(records), close: () => pool.destroy() };
}
