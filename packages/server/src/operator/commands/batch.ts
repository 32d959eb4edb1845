import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { type FileRow, openBatchFile } from './batch-file.ts';
import type { BatchWork } from './batch-rows.ts';
import type { BatchResponse } from './batch-thread.ts';
import { CommandFailure } from './command-failure.ts';
import { createProgressBar } from './progress-bar.ts';

export interface BatchOptions {
  /** CSV file, `-` for the standard input. */
  readonly file: string;
  /** Columns that the file must have. */
  readonly columns: readonly string[];
  /** Where the lines go; the standard output when absent. */
  readonly out?: string | undefined;
  /** Default: as many as the processor has. */
  readonly threads?: number | undefined;
}

/** Rows that travel to a thread together: enough to make the way cheap, few enough to spread a small file. */
const chunkRows = 32;
/** Chunks under way for each thread, so that none waits for the file. */
const chunksAhead = 3;
/** More faults than this are only counted. */
const shownFaults = 10;

/**
 * Works on every row of a file in threads and writes one line a row, in the order of the file. Standard error
 * shows a progress bar, what could not be understood, and at the end rows a second and the time of a row.
 */
export async function runBatch(work: BatchWork, options: BatchOptions): Promise<void> {
  const { rows, progress } = openBatchFile(options.file, options.columns);
  const threads = options.threads ?? availableParallelism();
  const pool = new Piscina<FileRow['row'][], BatchResponse>({
    filename: fileURLToPath(new URL('./batch-thread.ts', import.meta.url)),
    name: 'workOnRows',
    minThreads: threads,
    maxThreads: threads,
    workerData: work,
  });
  const bar = createProgressBar();
  const output = await openOutput(options.out);
  const tally = createTally(options.file, bar);
  try {
    // Threads open the lists first: that belongs to the start, not to the rows.
    await Promise.all(Array.from({ length: threads }, () => pool.run([])));
    const start = performance.now();
    const under: { rows: FileRow[]; answer: Promise<BatchResponse> }[] = [];
    const writeFirst = async (): Promise<void> => {
      const { rows: sent, answer } = under.shift()!;
      const done = await answer;
      await output.write(done.lines);
      tally.add(done, sent);
      bar.update(progress(), `${tally.rows()} rows`);
    };
    for await (const chunk of chunksOf(rows)) {
      const answer = pool.run(chunk.map(({ row }) => row));
      // It is awaited below; until then a failure must not count as unhandled.
      answer.catch(() => undefined);
      under.push({ rows: chunk, answer });
      if (under.length >= threads * chunksAhead) await writeFirst();
    }
    while (under.length > 0) await writeFirst();
    await output.end();
    bar.clear();
    tally.finish(performance.now() - start);
  } finally {
    bar.clear();
    await pool.destroy();
  }
}

async function* chunksOf(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[]> {
  let chunk: FileRow[] = [];
  for await (const row of rows) {
    chunk.push(row);
    if (chunk.length === chunkRows) {
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}

interface Output {
  write(lines: readonly string[]): Promise<void>;
  end(): Promise<void>;
}

async function openOutput(file: string | undefined): Promise<Output> {
  const stream = file === undefined ? process.stdout : createWriteStream(file);
  if (file !== undefined) {
    await once(stream, 'open').catch((error: NodeJS.ErrnoException) => {
      throw new CommandFailure(`--out ${file}: cannot be written (${error.code})`);
    });
  }
  return {
    write: async (lines) => {
      if (!stream.write(lines.map((line) => `${line}\n`).join(''))) await once(stream, 'drain');
    },
    end: async () => {
      if (file !== undefined) await new Promise<void>((resolve) => stream.end(resolve));
    },
  };
}

interface Tally {
  add(answer: BatchResponse, rows: readonly FileRow[]): void;
  rows(): number;
  /** Writes the last lines; throws when a row could not be worked on. */
  finish(elapsedMs: number): void;
}

function createTally(file: string, bar: { clear(): void }): Tally {
  const durations: Float64Array[] = [];
  let rowCount = 0;
  let faultCount = 0;
  let skipped = 0;
  return {
    rows: () => rowCount,
    add: (answer, rows) => {
      durations.push(answer.durations);
      rowCount += answer.lines.length;
      for (const { row, fault, skipped: whole } of answer.faults) {
        if (whole) skipped += 1;
        faultCount += 1;
        if (faultCount > shownFaults) continue;
        bar.clear();
        process.stderr.write(`gatehouse: ${file}, line ${rows[row]!.line}: ${fault}; left out\n`);
      }
    },
    finish: (elapsedMs) => {
      if (faultCount > shownFaults) {
        process.stderr.write(`gatehouse: ${file}: ${faultCount - shownFaults} more faults like these\n`);
      }
      process.stderr.write(`${describeSpeed(durations, rowCount, elapsedMs)}\n`);
      if (skipped > 0) process.exitCode = 1;
    },
  };
}

/** E.g. `680 rows, 2310 rows/s, p50 0.38 ms, p95 1.12 ms, p99 2.05 ms`. */
function describeSpeed(chunks: readonly Float64Array[], rowCount: number, elapsedMs: number): string {
  const all = new Float64Array(rowCount);
  let filled = 0;
  for (const chunk of chunks) {
    all.set(chunk, filled);
    filled += chunk.length;
  }
  all.sort();
  const quantile = (share: number): string => {
    const rank = Math.max(0, Math.ceil(share * rowCount) - 1);
    return `${(all[rank] ?? 0).toFixed(3)} ms`;
  };
  const speed = rowCount === 0 ? 0 : Math.round(rowCount / (elapsedMs / 1000));
  return `${rowCount} rows, ${speed} rows/s, p50 ${quantile(0.5)}, p95 ${quantile(0.95)}, p99 ${quantile(0.99)}`;
}
