import type { TestPack } from '../pack/make-pack.ts';
import type { TestRecord } from '../pack/test-record.ts';
import { type AssuranceReport, makeReport, type ReportBasis } from './report.ts';
import { type ReportFiles, reportFiles } from './report-files.ts';
import { ResultCounts } from './result-counts.ts';
import type { RecordResult } from './screen-record.ts';

export interface AssuranceRun {
  readonly report: AssuranceReport;
  readonly files: ReportFiles;
}

/** Records that are screened between two reports of progress. */
const chunkSize = 250;

/**
 * Screens a pack and counts what it finds.
 * @param screenChunk answers for each record, in the order given; several chunks may be under way
 */
export async function runAssurance(of: {
  readonly pack: TestPack;
  readonly basis: ReportBasis;
  readonly screenChunk: (records: readonly TestRecord[]) => Promise<readonly RecordResult[]>;
  readonly atOnce: number;
  readonly onProgress?: (screened: number) => void;
}): Promise<AssuranceRun> {
  const { pack, basis, screenChunk, atOnce, onProgress } = of;
  const { records } = pack;
  const counts = new ResultCounts();
  let next = 0;
  let screened = 0;
  const work = async (): Promise<void> => {
    while (next < records.length) {
      const from = next;
      next += chunkSize;
      const chunk = records.slice(from, from + chunkSize);
      const results = await screenChunk(chunk);
      for (const [at, record] of chunk.entries()) counts.add(record, results[at]!, from + at);
      screened += chunk.length;
      onProgress?.(screened);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const report = makeReport(basis, pack.groups, counts);
  return { report, files: reportFiles(report, counts.missed()) };
}
