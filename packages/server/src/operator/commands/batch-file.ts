import { createReadStream, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { CsvError, type Parser, parse } from 'csv-parse';
import type { BatchRow } from './batch-rows.ts';
import { CommandFailure } from './command-failure.ts';

/** A row with the line of the file on which it ends. */
export interface FileRow {
  readonly row: BatchRow;
  readonly line: number;
}

export interface BatchFile {
  readonly rows: AsyncIterable<FileRow>;
  /** How much of the file was read, from 0 to 1. */
  readonly progress: () => number;
}

/**
 * Opens a CSV file with a header line; `-` is the standard input. Columns may be in any order and others
 * beside them. Throws `CommandFailure` that names the file, the place and what would be right.
 */
export function openBatchFile(file: string, required: readonly string[]): BatchFile {
  let bytesRead = 0;
  const size = file === '-' ? 0 : fileSize(file);
  let hasHeader = false;
  const read = (): Parser => {
    const source: Readable = file === '-' ? process.stdin : createReadStream(file);
    source.on('data', (chunk: Buffer) => {
      bytesRead += chunk.length;
    });
    const parser = parse({
      bom: true,
      columns: (header: string[]) => {
        hasHeader = true;
        return checkHeader(file, header, required);
      },
      info: true,
      skip_empty_lines: true,
    });
    source.on('error', (error) => parser.destroy(error));
    return source.pipe(parser);
  };
  const rows = async function* (): AsyncGenerator<FileRow> {
    yield* readRows(file, read);
    // A file that lost its content would otherwise read like one in which nobody met.
    if (!hasHeader) checkHeader(file, [], required);
  };
  return { rows: rows(), progress: () => (size === 0 ? 0 : bytesRead / size) };
}

/** Reads only once somebody asks for rows: a fault that came before would have nobody to hear it. */
async function* readRows(file: string, read: () => Parser): AsyncGenerator<FileRow> {
  try {
    for await (const parsed of read()) {
      const { record, info } = parsed as { record: BatchRow; info: { lines: number } };
      yield { row: record, line: info.lines };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new CommandFailure(`${file}: ${error.message}`);
    throw error;
  }
}

function checkHeader(file: string, header: readonly string[], required: readonly string[]): string[] {
  const columns = header.map((name) => name.trim());
  const missing = required.filter((name) => !columns.includes(name));
  if (missing.length === 0) return columns;
  const found = columns.length === 0 ? 'nothing' : columns.join(', ');
  throw new CommandFailure(`${file}, line 1: must have the column ${missing.join(' and ')}; it has ${found}`);
}

function fileSize(file: string): number {
  try {
    const found = statSync(file);
    if (found.isDirectory()) throw new CommandFailure(`${file} is a folder; it must be a CSV file`);
    return found.size;
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
