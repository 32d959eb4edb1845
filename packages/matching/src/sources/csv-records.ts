/** Streams the records of delimited text files with the line each one is on. */
import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { END_MARK, plainTextOf } from './file-text.ts';
import { ListFileError, reject, type SourceFile, type SourceReport } from './source.ts';

export interface CsvRecord {
  fields: string[];
  /** Line on which the record ends, the first line being 1. */
  line: number;
}

interface RawRecord extends CsvRecord {
  /** The last record of a file that does not end its last line. */
  open: boolean;
}

/** Bytes of one record at most: a quote that is never closed would otherwise swallow the whole file. */
const LARGEST_RECORD = 1 << 23;

/** Text of a file, remembering whether there is any and whether its last line was ended. */
class WatchedText {
  isBlank = true;
  ended = true;
  readonly #file: SourceFile;

  constructor(file: SourceFile) {
    this.#file = file;
  }

  async *read(): AsyncGenerator<string> {
    for await (const text of plainTextOf(this.#file, 'CSV')) {
      if (text.trim() !== '') this.isBlank = false;
      if (text !== '') this.ended = ['\r', '\n', END_MARK].includes(text.at(-1)!);
      yield text;
    }
  }
}

/** Lines that a last record may reach over; a quote that is never closed swallows more. */
const MAX_LINES_CUT = 20;

/** `onCut` is called when the last record is incomplete; without it such a file is refused. */
async function* rawRecords(
  file: SourceFile,
  delimiter: string,
  onCut?: (line: number) => void,
): AsyncGenerator<RawRecord> {
  const text = new WatchedText(file);
  const parser = Readable.from(text.read()).compose(
    parse({
      delimiter,
      info: true,
      max_record_size: LARGEST_RECORD,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }),
  );
  let held: CsvRecord | undefined;
  try {
    for await (const item of parser) {
      const { record, info } = item as { record: string[]; info: { lines: number } };
      if (record.length === 1 && record[0]!.trim() === END_MARK) continue;
      if (held) yield { ...held, open: false };
      held = { fields: record, line: info.lines };
    }
  } catch (error) {
    if (!isCsvError(error)) throw error;
    const begins = held ? held.line + 1 : 1;
    if (onCut && held && endsInsideQuotes(error, begins)) {
      yield { ...held, open: false };
      onCut(begins);
      return;
    }
    throw new ListFileError({
      file: file.name,
      place: `line ${begins}`,
      expected: `must be well-formed CSV, the record that begins here is not whole (${error.message})`,
    });
  }
  if (text.isBlank) {
    throw new ListFileError({
      file: file.name,
      place: 'line 1',
      expected: 'the file is empty; it must be CSV',
    });
  }
  if (held) yield { ...held, open: !text.ended };
}

function isCsvError(error: unknown): error is CsvError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');
}

/** Whether the file ends within a quoted field of a record that begins on this line. */
function endsInsideQuotes(error: CsvError, begins: number): boolean {
  const { lines } = error as CsvError & { lines?: number };
  return (
    error.code === 'CSV_QUOTE_NOT_CLOSED' && (lines ?? Number.POSITIVE_INFINITY) - begins <= MAX_LINES_CUT
  );
}

/** Whether a record is complete; a last one that is not means that the file is cut. */
function isWhole(record: RawRecord, fields: number, at: { file: SourceFile; report: SourceReport }): boolean {
  if (record.fields.length === fields) return true;
  const reason = `a record must have ${fields} fields, this one has ${record.fields.length}`;
  if (record.open) {
    throw new ListFileError({
      file: at.file.name,
      place: `line ${record.line}`,
      expected: `the file is cut short: ${reason}`,
    });
  }
  reject(at.report, at.file.name, { place: `${at.file.name}, line ${record.line}`, reason });
  return false;
}

export interface CsvShape {
  /** Number of fields of every record. */
  fields: number;
  report: SourceReport;
}

/**
 * Records of a comma-separated file without a header. One with another number of fields is noted in the report;
 * empty lines and an end mark are passed over.
 * @throws ListFileError where a quote is never closed, or where the file is cut inside a record
 */
export async function* csvRecords(file: SourceFile, { fields, report }: CsvShape): AsyncGenerator<CsvRecord> {
  for await (const record of rawRecords(file, ',')) {
    if (isWhole(record, fields, { file, report })) yield record;
  }
}

export interface CsvTable {
  /** Columns that the header must name; case and spaces do not count. */
  required: readonly string[];
  report: SourceReport;
  /** Default comma. */
  delimiter?: string;
  /**
   * Whether a last record that is cut inside a quoted field counts as one bad record. Only for publishers whose
   * file has nothing at its end by which a cut could be noticed anyway.
   */
  cutRecordIsBad?: boolean;
  /** Called with each record before the header. */
  onPreamble?: (fields: readonly string[]) => void;
}

export interface CsvRow {
  line: number;
  /** Trimmed value of a column; undefined when it is empty or there is no such column. */
  get(column: string): string | undefined;
}

/** Records that may precede the header. */
const LONGEST_PREAMBLE = 3;

function columnKey(name: string): string {
  return name.replaceAll('\ufeff', '').replace(/\s+/g, ' ').trim().toLowerCase();
}

/**
 * Rows of a delimited file with a header, which is within the first records. A repeated header is passed
 * over; a row with another number of fields is noted in the report.
 * @throws ListFileError as `csvRecords`, and where no header names the required columns
 */
export async function* csvRows(file: SourceFile, table: CsvTable): AsyncGenerator<CsvRow> {
  const required = table.required.map(columnKey);
  let header: string[] | undefined;
  let columns = new Map<string, number>();
  let before = 0;
  const onCut = (line: number) =>
    reject(table.report, file.name, {
      place: `${file.name}, line ${line}`,
      reason: 'the file is cut short in this record: whatever stood behind it is missing',
    });
  const cut = table.cutRecordIsBad ? onCut : undefined;
  for await (const record of rawRecords(file, table.delimiter ?? ',', cut)) {
    if (!header) {
      const keys = record.fields.map(columnKey);
      const missing = required.filter((key) => !keys.includes(key));
      if (missing.length === 0) {
        header = keys;
        columns = new Map(keys.map((key, index) => [key, index]));
      } else if (++before > LONGEST_PREAMBLE) {
        break;
      } else {
        table.onPreamble?.(record.fields);
      }
      continue;
    }
    if (!isWhole(record, header.length, { file, report: table.report })) continue;
    const { fields, line } = record;
    if (header.every((key, index) => columnKey(fields[index]!) === key)) continue;
    yield {
      line,
      get: (column) => {
        const index = columns.get(columnKey(column));
        const value = index === undefined ? '' : fields[index]!.replaceAll(END_MARK, '').trim();
        return value === '' ? undefined : value;
      },
    };
  }
  if (!header) {
    throw new ListFileError({
      file: file.name,
      place: 'line 1',
      expected: `the header must name ${table.required.length === 1 ? 'the column' : 'the columns'} ${table.required.join(', ')}`,
    });
  }
}
