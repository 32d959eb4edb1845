import { workerData } from 'piscina';
import { type BatchRow, type BatchWork, prepareWork } from './batch-rows.ts';

/** One thread of a batch: rows in, one JSON text a row out. */

export interface BatchResponse {
  /** In the order of the rows. */
  readonly lines: readonly string[];
  /** What each row took, in ms. */
  readonly durations: Float64Array;
  readonly faults: readonly RowFault[];
}

export interface RowFault {
  /** Place in the rows given, from 0. */
  readonly row: number;
  readonly fault: string;
  /** The row could not be worked on at all. */
  readonly skipped: boolean;
}

const workOnRow = prepareWork(workerData as BatchWork);

/** The public API of the thread. */
export async function workOnRows(rows: readonly BatchRow[]): Promise<BatchResponse> {
  const durations = new Float64Array(rows.length);
  const faults: RowFault[] = [];
  const lines: string[] = [];
  // One after the other, so that each row's time is its own.
  for (const [place, row] of rows.entries()) {
    const start = performance.now();
    const result = await workOnRow(row);
    durations[place] = performance.now() - start;
    for (const fault of result.faults) faults.push({ row: place, fault, skipped: result.skipped });
    lines.push(JSON.stringify(result.value));
  }
  return { lines, durations, faults };
}
