/** Streams the records of a delimited text file with the line each one stands on. */
import { Readable } from 'node:stream';
import { type CsvError, type Options, parse } from 'csv-parse';
import { ListFileError, type SourceFile, textOf } from './source.ts';

export interface CsvRecord {
  fields: string[];
  /** Line on which the record ends, the first line being 1. */
  line: number;
}

/** End-of-file mark of older systems; some publishers still write it as the last byte. */
const END_MARK = '\u001a';

/**
 * Reads a file and yields its records, checking the number of fields. A record of nothing but an end mark, and
 * empty lines, are passed over.
 * @throws ListFileError where the quoting is broken, or where the file is cut inside a record
 */
export async function* csvRecords(
  file: SourceFile,
  fields: number,
  options: Options = {},
): AsyncGenerator<CsvRecord> {
  const parser = Readable.from(textOf(file)).compose(
    parse({ info: true, bom: true, relax_column_count: true, skip_empty_lines: true, ...options }),
  );
  try {
    for await (const item of parser) {
      const { record, info } = item as { record: string[]; info: { lines: number } };
      if (record.length === 1 && record[0]!.trim() === END_MARK) continue;
      if (record.length !== fields) {
        throw new ListFileError({
          file: file.name,
          place: `line ${info.lines}`,
          expected: `a record must have ${fields} fields, this one has ${record.length}`,
        });
      }
      yield { fields: record, line: info.lines };
    }
  } catch (error) {
    if (!isCsvError(error)) throw error;
    throw new ListFileError({
      file: file.name,
      place: `line ${error['lines'] ?? 'unknown'}`,
      expected: `must be well-formed CSV (${error.message})`,
    });
  }
}

function isCsvError(error: unknown): error is CsvError & { lines?: number } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');
}
